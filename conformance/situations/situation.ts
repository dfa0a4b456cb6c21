import type { EndpointName } from '../../contract/endpoint-names.ts';
import { NotSupplied } from '../../target/states/not-supplied.ts';
import type { UserName } from '../../target/target.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import { VALID_CALLS } from '../checks/valid-call.ts';
import { isObject, isRejectedAsAsked, isSuccess } from '../expectations.ts';
import { Certain, Deviation, Inconclusive } from '../outcome.ts';

/** What goes together with the one thing that a check tries: the rest of the request. */
export interface Situation {
  /** for messages: `with Bearer, page 2 of 7` */
  text: string;
  endpoint: EndpointName;
  /** which of the values that a check tries is tried in it, counted from 0 */
  turn?: number;
  /** who calls in the place of the customer */
  caller?: UserName;
  bearer?: boolean;
  /** an API token of the customer, in the place of the session's where that is the customer's */
  apiToken?: string;
  /** the same without what a target may refuse in any way, such as headers that name somebody else as who asks */
  without?: Situation;
  query?: NonNullable<CallOptions['query']>;
  /** fields beside those that the check sets */
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  host?: NonNullable<CallOptions['host']>;
  /** the fields of the body in the opposite order */
  reversed?: boolean;
  /** the request is, or may be, invalid whoever sends it, and may be refused for that before anything else is looked at */
  invalid?: boolean;
  /** the same without what is invalid, which is asked where that was refused */
  valid?: Situation;
  /** makes something else of the request wrong, or of another value, after all that the check set */
  change?(options: CallOptions): CallOptions;
}

/** One thing that may vary: a part of a situation, and what it is called in messages. */
export interface Value extends Partial<Situation> {
  text: string;
  /** several that stand for this one, one after the other: they need no pairs of their own */
  ways?: readonly Value[];
  /** whether the first of them comes first; else they begin anywhere */
  inOrder?: true;
  /** what of the rest shows nothing beside it: the body, which it replaces, or all, since it is wrong itself */
  hides?: 'body' | 'all';
  /** a target may refuse it in any way: of what is not served with it the same is asked without */
  mayBeRefused?: true;
  /** a target that took it would have used up what later checks need: only beside what must be refused */
  usesUp?: true;
  /** it changes a field of the body, which a body in the place of that would hide */
  ofBody?: true;
  /** says of the rest of a situation whether this way would be one in it */
  fits?(rest: readonly Value[]): boolean;
}

/** What varies from one situation to the next without all its pairs: they would be many. */
export const IN_TURN = 'in turn';

/** What may vary together in the requests of an endpoint, by name. */
export type EndpointFactors = Record<string, Value[]>;

/** What is as every check sends it first. */
export const AS_SHOWN: Value = { text: '' };

/** One value for several, which are met one after the other. */
export const inTurn = (ways: readonly Value[]): Value => ({ text: '', ways });

/** The same, beginning with the first of them. */
export const inOrder = (ways: readonly Value[]): Value => ({ ...inTurn(ways), inOrder: true });

/** Another value of a field that every request has, where the check has left it as it was. */
export const instead = (text: string, field: string, usual: unknown, other: unknown): Value => ({
  text,
  ofBody: true,
  change(options) {
    const body = options.body as Record<string, unknown> | undefined;
    return body?.[field] === usual ? { ...options, body: { ...body, [field]: other } } : options;
  },
});

function bodyIn(situation: Situation, body: unknown): unknown {
  if (!isObject(body)) {
    return body;
  }
  const fields = Object.entries({ ...situation.body, ...body });
  return Object.fromEntries(situation.reversed ? fields.reverse() : fields);
}

/** The options of a call in a situation; what the check itself sets is kept. */
export function optionsIn(situation: Situation, options: CallOptions): CallOptions {
  const { bearer, query, headers, host, change = (all) => all } = situation;
  return change({
    ...(host && { host }),
    ...options,
    ...(bearer && { bearer }),
    ...((query || options.query) && { query: { ...query, ...options.query } }),
    ...('body' in options && { body: bodyIn(situation, options.body) }),
    ...((headers || options.headers) && { headers: { ...headers, ...options.headers } }),
  });
}

/** The user who stands in the place of those whom every check calls by, unless a role matters. */
const REPLACED: readonly UserName[] = ['customer', 'manager'];

/** A call with the API token of a situation, where it is one of the customer's. */
async function byApiToken(
  { apiToken }: Situation,
  plain: CheckContext,
  options: CallOptions,
): Promise<CallOptions> {
  if (apiToken === undefined || !options.as) {
    return options;
  }
  const { accessToken } = await plain.session('customer');
  const { bearer: _, ...rest } = options;
  return options.as.accessToken === accessToken
    ? { ...rest, as: { accessToken: apiToken } }
    : options;
}

/** Whether anything was served in a situation: several checks look at one answer. */
const servedIn = (situation: Situation, plain: CheckContext): Promise<{ served: boolean }> =>
  plain.shared(keyIn(situation, `served at ${situation.endpoint}`), async () => ({
    served: false,
  }));

/** What is shared in a situation, and on the plainest request by its own name. */
function keyIn({ text, turn = 0 }: Situation, key: string): string {
  return text === '' ? key : `${key}, ${text} (${turn})`;
}

/**
 * A context in which every call of the endpoint is made in the situation. Nothing of a state is
 * consumed in it: a check that would have to is not tried there.
 */
export function contextIn(
  situation: Situation,
  plain: CheckContext,
  onAskedWithout: () => void = () => {},
): CheckContext {
  const { caller, turn = 0 } = situation;
  const own: CheckContext = {
    ...plain,
    plain,
    turn,
    ...(caller !== undefined && { caller }),
    session: (user) =>
      plain.session(caller !== undefined && REPLACED.includes(user) ? caller : user),
    take: () => {
      throw new Inconclusive('A situation consumes no state.');
    },
    async call(endpoint, options = {}) {
      if (endpoint !== situation.endpoint) {
        return plain.call(endpoint, options);
      }
      const send = async (within: Situation) =>
        plain.call(endpoint, {
          ...(await byApiToken(situation, plain, optionsIn(within, options))),
          situation: keyIn(situation, ''),
          turn,
          // A refusal would be for what else the situation makes wrong, and no form's fault.
          meantToSucceed: false,
        });
      let exchange = await send(situation);
      if (situation.without && isSuccess(exchange)) {
        (await servedIn(situation, plain)).served = true;
      }
      // How what is invalid in itself is refused is open, and shows nothing of the rest.
      if (situation.valid && isRejectedAsAsked(exchange)) {
        exchange = await send(situation.valid);
        onAskedWithout();
      }
      return exchange;
    },
    // Checks of one answer are in the same situations, and send in each of them once.
    shared: (key, make, by = key) =>
      plain.shared(
        keyIn(situation, key),
        (own) => make(contextIn(situation, own, onAskedWithout)),
        by,
      ),
  };
  return own;
}

/**
 * Whether the target refuses what a situation asks for to whoever may ask: no size but the default is promised,
 * nor how long a range may be, and what comes first of two reasons is open. Found out where it is only read.
 */
async function isRefusedAnyway(situation: Situation, plain: CheckContext): Promise<boolean> {
  const { endpoint, invalid, query, body, change } = situation;
  const isRead = endpoint === 'awaiting-payments' || endpoint === 'portfolios';
  if (invalid || !isRead || !(query ?? body ?? change)) {
    return false;
  }
  const aside = plain.aside();
  const exchange = await aside.shared(keyIn(situation, `valid ${endpoint}`), async (own) =>
    own.call(endpoint, optionsIn(situation, await VALID_CALLS[endpoint].options(own))),
  );
  return isRejectedAsAsked(exchange);
}

/** An API token is accepted without a login, whatever is asked with it (section 5.7): never answered with 401. */
const API_TOKEN = 'AUT-15';

/** A deviation told with the situation; a valid call that an API token is refused breaks what is said of those. */
function toldIn({ apiToken, text }: Situation, error: Deviation): Deviation {
  const { expected, got, breaks } = error.told(`${error.got} (${text})`);
  const isTokenRefused = apiToken !== undefined && got.startsWith('HTTP 401');
  return new Deviation(expected, got, breaks && isTokenRefused ? API_TOKEN : breaks);
}

/**
 * Runs a check in a situation: a deviation there is one of the check's rule, told with the situation.
 * What cannot be told there was told without it.
 *
 * @throws Deviation where the rule is broken, NoResponse where no answer came
 */
export async function runIn(
  situation: Situation,
  plain: CheckContext,
  run: (context: CheckContext) => Promise<void>,
): Promise<void> {
  let { text } = situation;
  const askedWithout = () => {
    text = `${situation.text}, once it was asked again without what is invalid`;
  };
  try {
    await run(contextIn(situation, plain, askedWithout));
  } catch (error) {
    if (error instanceof Inconclusive || error instanceof NotSupplied) {
      return;
    }
    if (error instanceof Deviation) {
      const { without, turn } = situation;
      const mayBeOfTheRest = !(error instanceof Certain);
      if (without && mayBeOfTheRest && !(await servedIn(situation, plain)).served) {
        await runIn({ ...without, ...(turn !== undefined && { turn }) }, plain, run);
        return;
      }
      if (await isRefusedAnyway(situation, plain)) {
        return;
      }
      throw text === '' ? error : toldIn({ ...situation, text }, error);
    }
    throw error;
  }
}
