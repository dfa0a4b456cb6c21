import { hash, randomUUID } from 'node:crypto';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { Exchange } from '../exchange.ts';

/** Headers to send instead of the usual ones; `null` leaves one out. */
export type FormHeaders = Record<string, string | null>;

/** How the names of headers are written, where they are not in small letters: all of them as this one. */
export type HeaderNames = 'X-Auth-Token' | 'X-AUTH-TOKEN';

/**
 * How a request is written, which says nothing more: the names of its headers (RFC 9110 section 5.1), and its
 * JSON with white space, with escapes and with exponents (RFC 8259 sections 2, 6 and 7).
 */
export interface Writing {
  names?: HeaderNames;
  indented?: true;
  escaped?: true;
  exponents?: true;
}

/**
 * A header, or some that belong together, in another form that breaks no rule of the specification; or the whole
 * request, written otherwise.
 */
export interface Form {
  name: string;
  /** only one form of each part of a request can be sent at once */
  part: string;
  /** whether the endpoint lists the header */
  fits(endpoint: EndpointName): boolean;
  headers(): FormHeaders;
  writing?: Writing;
  /** it says just what the usual form says, so that who refuses it errs */
  saysNoMore?: true;
  /** it is tried in what is to succeed and sent no more: a firewall may look at the text of some requests */
  onlyTried?: true;
}

/** A request that was refused in one form and served at once without it. */
export interface RefusedForm {
  endpoint: EndpointName;
  form: Form;
  exchange: Exchange;
}

/** What was seen of the forms of a part of requests. */
export interface SeenForms {
  /** by how many endpoints one was taken */
  taken: number;
  refused: readonly RefusedForm[];
}

/** Whether an endpoint takes a body, or where it is asked for numbers, one that has some. */
const hasBody = (endpoint: EndpointName, part: string): boolean =>
  part === 'exponents'
    ? WITH_NUMBERS.includes(endpoint)
    : ENDPOINTS[endpoint].requestSchema !== null;

const WITH_NUMBERS: readonly EndpointName[] = ['request-loan', 'repay-loan'];

/** A request written otherwise, which no target may heed. */
const written = (form: string, part: keyof Writing, writing: Writing): Form => ({
  name: form,
  part,
  fits: (endpoint) => part === 'names' || hasBody(endpoint, part),
  headers: () => ({}),
  writing,
  saysNoMore: true,
  ...((writing.escaped || writing.exponents) && { onlyTried: true }),
});

/** JSON of which the charset is told: what reads JSON must not heed it (RFC 8259 section 11). */
const charset = (form: string, type: string): Form => ({
  name: `content-type: ${form}`,
  part: 'content-type',
  fits: (endpoint) => ENDPOINTS[endpoint].requestSchema !== null,
  headers: () => ({ 'content-type': type }),
  saysNoMore: true,
});

/**
 * Languages that clients prefer. Each takes any other as well: a target may refuse by 406 whoever takes none
 * that it speaks (RFC 9110 section 12.5.4).
 */
const LANGUAGES = [
  'en',
  'fr-CH, fr;q=0.9, en;q=0.8',
  'sw',
  'en-NG',
  'de',
  'ha, en;q=0.5',
  'yo',
].map((preferred) => `${preferred}, *;q=0.1`);

const HOUR_MS = 3_600_000;

/** A second device of whoever calls, and a third, since a session may have gone on from the second. */
const OTHER_DEVICE = randomUUID();
const THIRD_DEVICE = randomUUID();

/** An IPv6 address from the range kept for documentation (RFC 3849). */
const IPV6_ADDRESS = '2001:db8::2:1';

const header = (name: string, form: string, value: () => string): Form => ({
  name: `${name}: ${form}`,
  part: name,
  fits: (endpoint) =>
    // A session may belong to the device that it was begun on, and a refused login may lock its user.
    (endpoint !== 'login' || name === 'platform') &&
    ENDPOINTS[endpoint].headers.some((each) => each.name.toLowerCase() === name) &&
    // What is listed and not demanded is left out as its other form.
    !(name.startsWith('x-fapi-') && listsFapi(endpoint)),
  headers: () => ({ [name]: value() }),
});

/** When it is evening for a customer, who may call at any hour. */
const EVENING = 21;
const DAY_HOURS = 24;
/** No clock is farther ahead of Greenwich. */
const FARTHEST_EAST = 14;

/** A moment as clocks write it where it is nine in the evening (ISO 8601). */
export function inTheEvening(now: Date): string {
  const ahead = EVENING - now.getUTCHours();
  const offset = ahead > FARTHEST_EAST ? ahead - DAY_HOURS : ahead;
  const hours = `${offset < 0 ? '-' : '+'}${String(Math.abs(offset)).padStart(2, '0')}:00`;
  return new Date(now.getTime() + offset * HOUR_MS).toISOString().replace('Z', hours);
}

/** As long as a column for keys that is no longer than it need be. */
const LONGEST_KEY = 64;

const longKey = (): string => `order-${randomUUID()}-${randomUUID()}`.slice(0, LONGEST_KEY);

/** Whether the endpoint lists the x-fapi headers without demanding them (section 4.9). */
const listsFapi = (endpoint: EndpointName): boolean =>
  ENDPOINTS[endpoint].headers.some(
    ({ name, required }) => name.startsWith('x-fapi-') && required === 'open',
  );

/** The part of a request that the token is. */
export const TOKEN = 'token';

/** The header that may hold the token, or what somebody else asks for who lets the request through. */
export const AUTHORIZATION = 'authorization';

/** The header of the token, which is left out where the token is sent as Bearer (section 5.2). */
export const TOKEN_HEADER = 'x-auth-token';

/** What opens a gateway before the API, by a name and a password that are nobody's (RFC 7617). */
const OF_A_GATEWAY = `Basic ${Buffer.from('gateway:nobody').toString('base64')}`;

/** Every form that a target may be sent once it has taken it. */
export const FORMS: readonly Form[] = [
  header('x-fapi-auth-date', 'with an offset from UTC', () => inTheEvening(new Date())),
  header('x-fapi-customer-ip-address', 'IPv6', () => IPV6_ADDRESS),
  // "Identifier of the device or of the request", so any request may have one of its own.
  header('uuid', 'another device', () => OTHER_DEVICE),
  header('uuid', 'a third device', () => THIRD_DEVICE),
  header('platform', 'ANDROID', () => 'ANDROID'),
  header('platform', 'IOS', () => 'IOS'),
  header('x-idempotency-key', 'short', () => randomUUID().replaceAll('-', '').slice(0, 11)),
  header('x-idempotency-key', 'longer than a UUID', longKey),
  {
    name: 'x-fapi headers: left out',
    part: 'x-fapi',
    fits: listsFapi,
    headers: () => ({
      'x-fapi-auth-date': null,
      'x-fapi-customer-ip-address': null,
      'x-fapi-interaction-id': null,
    }),
  },
  {
    name: 'the token: as Bearer',
    part: TOKEN,
    fits: (endpoint) => endpoint !== 'login',
    headers: () => ({ [TOKEN_HEADER]: null }),
  },
  {
    name: 'Authorization: of another scheme',
    part: AUTHORIZATION,
    fits: (endpoint) => endpoint !== 'login',
    headers: () => ({ [AUTHORIZATION]: OF_A_GATEWAY }),
    saysNoMore: true,
    onlyTried: true,
  },
  charset('with a charset', 'application/json; charset=utf-8'),
  charset('with a charset and no space', 'application/json;charset=UTF-8'),
  written('the names of headers: in capitals', 'names', { names: 'X-AUTH-TOKEN' }),
  written('the names of headers: with a capital each', 'names', { names: 'X-Auth-Token' }),
  written('the body: on several lines', 'indented', { indented: true }),
  written('the body: with escapes', 'escaped', { escaped: true }),
  written('the body: with exponents', 'exponents', { exponents: true }),
];

/**
 * A choice of forms: of each part the usual form or one of those given, drawn by `key` and going on with
 * `turn`, which are the same for all requests of a check in a situation, so that a refusal and its twin differ in the
 * thing tested alone. Faults that show with one form only are met so, for no request more.
 *
 * @param firstWasUsual the first turn came before any other form was known
 */
export function otherForms(
  key: string,
  taken: ReadonlyMap<string, readonly Form[]>,
  { turn = 0, firstWasUsual = false }: { turn?: number | undefined; firstWasUsual?: boolean } = {},
): { headers: FormHeaders; writing: Writing } {
  const drawn = hash('sha256', key, 'buffer');
  // Few clients leave the preferred language out.
  const language = LANGUAGES[((drawn[0] ?? 0) + turn) % (LANGUAGES.length + 1)];
  const headers: FormHeaders = language === undefined ? {} : { 'accept-language': language };
  const writing: Writing = {};
  for (const [index, forms] of [...taken.values()].entries()) {
    const begin = { at: drawn[index + 1] ?? 0, part: index };
    const form = formOf(forms, begin, { turn, firstWasUsual });
    Object.assign(headers, form?.headers());
    Object.assign(writing, form?.writing);
  }
  return { headers, writing };
}

/**
 * The form of one part, or none for the usual: each has its turn, the usual last where the first turn had it.
 * Each round of turns begins elsewhere, in every part in a way of its own: what has as many values as a part has
 * forms, and two parts of as many forms, would meet in the same pairs for ever.
 */
function formOf(
  forms: readonly Form[],
  { at: begin, part }: { at: number; part: number },
  { turn, firstWasUsual }: { turn: number; firstWasUsual: boolean },
): Form | undefined {
  const all = forms.length + 1;
  const count = firstWasUsual && turn > 0 ? turn - 1 : turn;
  const round = Math.floor(count / all);
  const later = (round + Math.floor(round / all)) * (1 + (part % forms.length));
  if (count === turn) {
    return forms[(begin + turn + later) % all];
  }
  const at = count % all;
  return at < forms.length ? forms[(begin + at + later) % forms.length] : undefined;
}
