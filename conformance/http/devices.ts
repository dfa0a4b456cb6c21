import { randomUUID } from 'node:crypto';
import type { CallOptions } from '../check-context.ts';
import { valueAt } from './exchange.ts';
import { headerValue } from './header-value.ts';

/** Where a request comes from: the headers `uuid` and `platform` (section 4.5). */
export interface Device {
  uuid: string;
  /** that on which the session was begun; absent where nobody knows */
  platform?: string;
}

/**
 * The device identifiers of one run (section 4.5, `uuid`): a target may let each belong to one user, and
 * hold a token to the device that it was given to, and to its platform. Who sends none, or one that nobody
 * was given, is nobody on a device that is known as well as on any other.
 */
export class Devices {
  readonly #ofAddress = new Map<string, string>();
  readonly #ofToken = new Map<string, Device>();
  /** the device of the first session of the run */
  #first: string | undefined;
  readonly #ownerOfTokens: string | undefined;

  /** @param ownerOfTokens the address of whom tokens are supplied for that no login of the run gave */
  constructor(ownerOfTokens?: string) {
    this.#ownerOfTokens = ownerOfTokens;
  }

  /**
   * The device of whoever sends a request: by its token, by the login of the session whose place that takes, beside
   * the plainest request, or by the address that logs in.
   */
  of({ as, inPlaceOf, body, turn = 0 }: CallOptions): Device {
    const known = as ? this.#ofToken.get(as.accessToken) : undefined;
    if (known !== undefined) {
      return known;
    }
    const replaced = turn > 0 ? inPlaceOf?.login.request.headers : undefined;
    const begunOn = replaced && headerValue(replaced, 'uuid');
    if (begunOn !== undefined) {
      return { uuid: begunOn };
    }
    const address = String(valueAt(body, 'email') ?? '');
    if (address === '' && turn > 0 && this.#first !== undefined) {
      const owner = turn % 2 === 0 ? this.#ownerOfTokens : undefined;
      const ofOwner = owner === undefined ? undefined : this.#ofAddress.get(owner);
      return { uuid: ofOwner ?? this.#first };
    }
    const uuid = this.#ofAddress.get(address) ?? randomUUID();
    this.#ofAddress.set(address, uuid);
    return { uuid };
  }

  /** Remembers from which device a token was asked for. */
  gave(token: string, { uuid, platform }: Partial<Device>): void {
    if (uuid !== undefined) {
      this.#first ??= uuid;
      this.#ofToken.set(token, { uuid, ...(platform !== undefined && { platform }) });
    }
  }
}
