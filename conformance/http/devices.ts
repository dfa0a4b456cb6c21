import { randomUUID } from 'node:crypto';
import type { CallOptions } from '../check-context.ts';
import { valueAt } from './exchange.ts';

/**
 * The device identifiers of one run (section 4.5, `uuid`): a target may let each belong to one user, and
 * hold a token to the device that it was given to.
 */
export class Devices {
  readonly #ofAddress = new Map<string, string>();
  readonly #ofToken = new Map<string, string>();

  /** The device of whoever sends a request, by its token or by the address that logs in. */
  of({ as, body }: CallOptions): string {
    const known = as ? this.#ofToken.get(as.accessToken) : undefined;
    if (known !== undefined) {
      return known;
    }
    const address = String(valueAt(body, 'email') ?? '');
    const device = this.#ofAddress.get(address) ?? randomUUID();
    this.#ofAddress.set(address, device);
    return device;
  }

  /** Remembers from which device a token was asked for. */
  gave(token: string, device: string | undefined): void {
    if (device !== undefined) {
      this.#ofToken.set(token, device);
    }
  }
}
