import type { EndpointName } from '../contract/endpoint-names.ts';
import type { Credentials, StateName, StateValues, Target, UserName } from '../target/target.ts';
import type { Exchange } from './http/exchange.ts';
import type { HeaderNames, SeenForms } from './http/forms/other-forms.ts';

/** A logged-in user: what section 2.1 returns, as far as the target returned it. */
export interface Session {
  /** `state` is a user whom a state brought along */
  user: UserName | 'state';
  accessToken: string;
  /** absent where the target gave none */
  refreshToken?: string;
  /** `user.id` of the login answer */
  userId?: string;
  role?: string;
  tenantId?: string;
  /** the login's exchange */
  login: Exchange;
}

/** How one call differs from a request that satisfies every rule of its endpoint. */
export interface CallOptions {
  /** whose token is sent; a session, a bare token, or `null` for none */
  as?: Session | { accessToken: string } | null;
  /** the session whose token is left out or forged: the request may come from where that one does */
  inPlaceOf?: Session;
  /** values of the path template, by name */
  path?: Record<string, string>;
  /** query parameters; `undefined` leaves one out */
  query?: Record<string, string | number | boolean | undefined>;
  /** changes the path after all its values are in it: what is there need not be the endpoint */
  respell?(path: string): string;
  /** the JSON body; `undefined` sends none */
  body?: unknown;
  /** sends this text as the body instead */
  rawBody?: string;
  /** added to or replacing the endpoint's headers; `null` leaves one out. Names in any case. */
  headers?: Record<string, string | null>;
  /** how the names of all headers are written, which changes nothing (RFC 9110 section 5.1) */
  headerNames?: HeaderNames;
  /** the token goes into `Authorization: Bearer` instead of X-Auth-Token */
  bearer?: boolean;
  /** the host other than the endpoint's usual one */
  host?: 'base' | 'lending' | 'investment';
  /** of what the request is a part, for what is drawn: the same in all requests of a situation */
  situation?: string;
  /**
   * nothing but what the target may choose stands in its way, so that a form of a header that was not
   * tried may be tried with it; where that is refused, the request is sent again without the form
   */
  meantToSucceed?: boolean;
  /** the how manieth request of its kind, counted from 0: forms of headers go in turn with it */
  turn?: number;
  /** every header in the form that requests are shown in, and no language preferred */
  inUsualForms?: boolean;
  /** an address instead of the host, such as that of a user's own tenant host */
  baseUrl?: string;
  /**
   * the longest wait that a 429 or 503 may ask for, in milliseconds; what asks for more is the
   * answer of the call, which else is waited for as far as the deadline allows
   */
  patienceMs?: number;
}

/** What a check's `run` works with. Every exchange made through it is recorded for the report. */
export interface CheckContext {
  readonly target: Target;
  /** of what the run generates: what a check draws, it draws from this */
  readonly seed: number;
  /** how many of what may vary meet in each of their combinations; default: 2, every pair */
  readonly strength?: number | undefined;
  /** the user's session, logged in once per run and shared by all checks */
  session(user: UserName): Promise<Session>;
  /** a login of its own; of a user of the target file only in the phases `sessions` and `logins` */
  freshSession(user: UserName | Credentials): Promise<Session>;
  /** says that the check will not use the sessions again that it has begun so far */
  leaveSessions(): void;
  /** the shared values of a state; ends the check as not tested where nothing supplies it */
  state<N extends StateName>(name: N): Promise<StateValues[N]>;
  /** other shared values of a state, as far as there are any; same ending */
  another<N extends StateName>(name: N): Promise<StateValues[N]>;
  /** values of a state nobody else gets; same ending */
  take<N extends StateName>(name: N): Promise<StateValues[N]>;
  /** whether another check passes, which runs first where it did not yet */
  passed(check: string): Promise<boolean>;
  /** the how manieth run of a check that tries several values, counted from 0 */
  readonly turn?: number;
  /** whether other checks of sessions go on beside this one, so that nothing is asked alone */
  readonly isBeside?: boolean;
  /** outside the situation in which the check is tried just now, if it is in one */
  readonly plain?: CheckContext;
  /** who calls in that situation in the customer's place, if anybody does */
  readonly caller?: UserName;
  /** sends a request with everything the specification lists, changed by the options */
  call(endpoint: EndpointName, options?: CallOptions): Promise<Exchange>;
  /** an x-idempotency-key that nothing has had, in one of the forms that the endpoint takes */
  newKey(endpoint: EndpointName): string;
  /** runs `make` once per run for this key; its exchanges are recorded for every check that asks */
  shared<T>(
    key: string,
    make: (context: CheckContext) => Promise<T>,
    /** by what the forms of its headers are drawn; the key, unless given */
    drawnBy?: string,
  ): Promise<T>;
  /** records what the target does where the specification is open */
  observe(subject: string, value: string | number | boolean): void;
  /** the answers with 5xx of all checks so far for which none has failed, and who saw them */
  serverErrors(): readonly { check: string; exchange: Exchange }[];
  /** what was seen so far of the forms of a part of requests: in how many it was taken, and what was refused */
  formsOf(part: string): SeenForms;
  /** whether an endpoint has not shown yet of a form that nobody may refuse whether it is taken */
  hasNotShown(endpoint: EndpointName): boolean;
  /** who sent a request, by the token, where it is one of a user of the target file */
  senderOf(exchange: Exchange): UserName | undefined;
  /** adds an exchange that another check made to what this one shows for its verdict */
  evidence(exchange: Exchange): void;
  /** the same context, but what is sent through it is not shown for the verdict */
  aside(): CheckContext;
  /** shows these exchanges alone for the verdict, in this order, of all that the check made */
  showOnly(exchanges: readonly Exchange[]): void;
  /** ends the check as observed: the rule holds or nothing visible could tell; says which */
  inconclusive(reason: string): never;
}
