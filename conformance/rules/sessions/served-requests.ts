import { digestOf } from '../../../contract/digest.ts';
import type { Exchange } from '../../http/exchange.ts';
import { headerValue } from '../../http/header-value.ts';

/** Headers by which a target may tell a kind of request from another; devices are looked at on their own. */
const TELLING = ['platform', 'content-type', 'accept'];

/** Headers that a token comes in. */
export const OF_TOKENS = ['x-auth-token', 'authorization'];

/** What somebody asked for, and from which device where it is none that the token was given or served on. */
interface Asked {
  user: string;
  exchange: Exchange;
  device?: string | undefined;
}

/** A refusal of what was not served till then. */
interface Refused {
  parts: readonly string[];
  exchange: Exchange;
}

/**
 * What users were served: what they asked for, and each form of a header that may matter, at the endpoint. What is
 * served in each of its forms is served in all of them together.
 */
export class ServedRequests {
  readonly #served = new Set<string>();
  #refused: Refused[] = [];

  /** Whether a user was served the same, and was in each of these forms. */
  wasServed(asked: Asked): boolean {
    return this.#areServed(partsOf(asked));
  }

  /** Notes what a user is served; gives a refusal before of which all is served by now, once. */
  serves(asked: Asked): Exchange | undefined {
    for (const part of partsOf(asked)) {
      this.#served.add(part);
    }
    const first = this.#refused.find(({ parts }) => this.#areServed(parts));
    this.#refused = this.#refused.filter(({ parts }) => !this.#areServed(parts));
    return first?.exchange;
  }

  /** Notes a refusal that is wrong if the same is ever served. */
  refuses(asked: Asked): void {
    this.#refused.push({ parts: partsOf(asked), exchange: asked.exchange });
  }

  #areServed(parts: readonly string[]): boolean {
    return parts.every((part) => this.#served.has(part));
  }
}

/** What is asked, and in which forms, which are the same to a target that looks at nothing but who asks. */
function partsOf({ user, exchange, device }: Asked): string[] {
  const { method, url, headers, body } = exchange.request;
  const { origin, pathname, searchParams } = new URL(url);
  searchParams.sort();
  const at = [user, method, origin, pathname];
  const inHeaders = OF_TOKENS.filter((name) => headerValue(headers, name) !== undefined);
  return [
    [...at, searchParams, body === undefined ? '' : meantBy(body)],
    ...TELLING.map((name) => [...at, name, headerValue(headers, name) ?? '']),
    [...at, 'token', ...inHeaders],
    [...at, 'device', headerValue(headers, 'uuid') === undefined ? 'none' : (device ?? '')],
  ].map((part) => part.join(' '));
}

/** A body without the order of its fields and the white space between them, which mean nothing (RFC 8259). */
function meantBy(body: string): string {
  try {
    return digestOf(JSON.parse(body));
  } catch {
    return body;
  }
}
