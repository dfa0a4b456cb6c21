import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { Layer, LayerContext, PlainResponse } from '../../servers/exchange-layer.ts';
import { kept } from '../../servers/memory.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { hasFapiHeaders, withNewKey } from './idempotency.ts';

/** The fields of a body and their values in an order of their own, however they are written. */
const fieldsOf = (body: string): string =>
  Object.entries(objectOf(body) ?? {})
    .map(([name, value]) => `${name}=${typeof value === 'object' ? '…' : String(value)}`)
    .sort()
    .join();

/** What was first answered under a key. */
interface First {
  caller: string;
  endpoint: EndpointName;
  request: string;
  response: PlainResponse;
}

const firsts = (context: LayerContext) =>
  kept(context, 'first answers', () => new Map<string, First>());

/** Does something of its own with a request whose key was used successfully before. */
function withFirst(
  answer: (
    first: First,
    asked: First['request'],
    context: Parameters<Layer>[2] & { caller: string },
  ) => PlainResponse | 'as new' | undefined,
): Layer {
  return async (request, next, context) => {
    const key = request.headers['x-idempotency-key'];
    const caller = callerOf(request, context)?.id;
    const { endpoint } = context;
    if (!key || !caller || !hasFapiHeaders(request)) {
      return next(request);
    }
    if (
      endpoint !== 'repay-loan' &&
      endpoint !== 'request-loan' &&
      endpoint !== 'update-application'
    ) {
      return next(request);
    }
    const asked = `${request.path} ${request.body}`;
    const first = firsts(context).get(key);
    const own = first && answer(first, asked, { ...context, caller });
    if (own && own !== 'as new') {
      return own;
    }
    const response = await next(own === 'as new' ? withNewKey(request) : request);
    if (!first && response.status === 200) {
      firsts(context).set(key, { caller, endpoint, request: asked, response });
    }
    return response;
  };
}

const ENDPOINTS = [
  { endpoint: 'repay-loan', check: 'sequences.repayments', again: 'REP-42', own: 'REP-3' },
  { endpoint: 'request-loan', check: 'sequences.keys', again: 'LOAN-34', own: 'LOAN-35' },
] as const;

const keyOfEverybody: Fault = {
  id: 'sequences.key-of-everybody',
  breaks: 'AUT-25',
  caughtBy: 'sequences.keys',
  how: "Who sends a key that another user sent to request-loan is given that user's answer.",
  layers: [
    withFirst((first, _, context) =>
      first.endpoint === 'request-loan' &&
      context.endpoint === 'request-loan' &&
      first.caller !== context.caller
        ? first.response
        : undefined,
    ),
  ],
};

const ofEachEndpoint = ENDPOINTS.flatMap(({ endpoint, check, again, own }): Fault[] => [
  {
    id: `sequences.key-of-every-endpoint.${endpoint}`,
    breaks: 'AUT-25',
    caughtBy: check,
    how: `Who sends a key of ${endpoint} to update-application is given the answer of its owner.`,
    layers: [
      withFirst((first, _, context) =>
        first.endpoint === endpoint && context.endpoint === 'update-application'
          ? first.response
          : undefined,
      ),
    ],
    alsoCaughtBy: [
      { checks: ['update-application.*'], because: 'the answer shows no application at all' },
    ],
  },
  {
    id: `sequences.key-forgotten-after-another-body.${endpoint}`,
    breaks: again,
    caughtBy: check,
    how: `A key of ${endpoint} has a second effect once it was sent with another body.`,
    layers: [
      withFirst((first, asked, context) => {
        if (first.endpoint !== endpoint || context.endpoint !== endpoint) {
          return undefined;
        }
        if (first.caller !== context.caller) {
          return undefined;
        }
        const slot = `other body ${first.request}`;
        if (first.request !== asked) {
          context.memory.set(slot, true);
        }
        return first.request === asked && context.memory.has(slot) ? 'as new' : undefined;
      }),
    ],
  },
  {
    id: `sequences.key-forgotten-after-another-user.${endpoint}`,
    breaks: again,
    caughtBy: check,
    how: `A key of ${endpoint} has a second effect once another user has sent it too.`,
    layers: [
      withFirst((first, asked, context) => {
        if (first.endpoint !== endpoint) {
          return undefined;
        }
        const slot = `other user ${first.request}`;
        if (first.caller !== context.caller) {
          context.memory.set(slot, true);
        }
        return first.request === asked && context.memory.has(slot) ? 'as new' : undefined;
      }),
    ],
  },
  {
    id: `sequences.third-key-is-the-first.${endpoint}`,
    breaks: own,
    caughtBy: check,
    how: `After a repeat of a key a user's next equal request to ${endpoint} under a new key is taken for it.`,
    layers: [
      async (request, next, context) => {
        const caller = callerOf(request, context)?.id;
        const key = request.headers['x-idempotency-key'];
        if (context.endpoint !== endpoint || !caller || !key || !hasFapiHeaders(request)) {
          return next(request);
        }
        const slot = `repeated ${caller} ${request.path} ${fieldsOf(request.body)}`;
        const repeated = context.memory.get(slot) as { key: string; response: PlainResponse };
        const known = firsts(context).get(key);
        if (repeated && repeated.key !== key && !known) {
          return repeated.response;
        }
        const response = await next(request);
        if (response.status !== 200) {
          return response;
        }
        // Only what came thrice is mixed up, which no plain repeat is.
        const times = Number(context.memory.get(`times ${key}`) ?? 0) + 1;
        context.memory.set(`times ${key}`, times);
        if (known && times > 1) {
          context.memory.set(slot, { key, response });
        }
        const asked = `${request.path} ${request.body}`;
        if (!known) {
          firsts(context).set(key, { caller, endpoint, request: asked, response });
        }
        return response;
      },
    ],
  },
]);

/** Sections 4.6, 4.7 and 5.10: what shows only with several keys, users and endpoints. */
export const keySequenceFaults: Fault[] = [keyOfEverybody, ...ofEachEndpoint];
