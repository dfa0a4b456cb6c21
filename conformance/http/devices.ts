import { randomUUID } from 'node:crypto';
import type { CallOptions } from '../check-context.ts';
import { valueAt } from './exchange.ts';

/**
 * The device identifiers of one run (section 4.5, `uuid`): a target may let each belong to one user, and
 * hold a token to the device that it was given to. Who sends none, or one that nobody was given, is
 * nobody on a device that is known as well as on any other.
 */
export class Devices {
  readonly #ofAddress = new Map<string, string>();
  readonly #ofToken = new Map<string, string>();
  /** the device of the first session of the run */
  #first: string | undefined;

  /** The device of whoever sends a request, by its token or by the address that logs in. */
  of({ as, body, turn = 0 }: CallOptions): string {
    const known = as ? this.#ofToken.get(as.accessToken) : undefined;
    if (known !== undefined) {
      return known;
    }
    const address = String(valueAt(body, 'email') ?? '');
    if (address === '' && turn > 0 && this.#first !== undefined) {
      return this.#first;
    }
    const device = this.#ofAddress.get(address) ?? randomUUID();
    this.#ofAddress.set(address, device);
    return device;
  }

  /** Remembers from which device a token was asked for. */
  gave(token: string, device: string | undefined): void {
    if (device !== undefined) {
      this.#first ??= device;
      this.#ofToken.set(token, device);
    }
  }
}
