import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { valueAt } from '../../../conformance/http/exchange.ts';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { editBody } from '../../servers/answers.ts';
import {
  failed,
  type IsMeant,
  type Layer,
  type PlainRequest,
  type PlainResponse,
} from '../../servers/exchange-layer.ts';
import { kept } from '../../servers/memory.ts';
import { objectOf, withHeader } from '../../servers/requests.ts';
import { callerOf, hasRole } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

const RECORDS = [
  { endpoint: 'request-loan', again: 'LOAN-34', together: 'LOAN-34', different: 'LOAN-35' },
  { endpoint: 'repay-loan', again: 'REP-42', together: 'REP-43', different: 'REP-3' },
] as const;

/** The request under a key that no other has. */
export const withNewKey = (request: PlainRequest): PlainRequest =>
  withHeader(request, 'x-idempotency-key', randomUUID());

/** Takes every request for a new one, whatever its key. */
const forgets =
  (endpoint: EndpointName): Layer =>
  (request, next, context) =>
    next(
      context.endpoint === endpoint && request.headers['x-idempotency-key']
        ? withNewKey(request)
        : request,
    );

/** What a store that is far away takes, and requests sent at once by several processes. */
const A_MOMENT_MS = 60;

/** Knows a key only once its first request has been answered. */
const knowsTooLate =
  (endpoint: EndpointName): Layer =>
  async (request, next, context) => {
    const key = request.headers['x-idempotency-key'];
    if (context.endpoint !== endpoint || !key) {
      return next(request);
    }
    const underWay = kept(context, 'under way', () => new Set<string>());
    const isSecond = underWay.has(key);
    underWay.add(key);
    // The others of the same moment have to arrive before the first is done.
    if (!isSecond) {
      await pause(A_MOMENT_MS);
    }
    const response = await next(isSecond ? withNewKey(request) : request);
    if (!isSecond) {
      underWay.delete(key);
    }
    return response;
  };

/** Breaks on a key that it has answered before. */
const breaksOnRepeat =
  (endpoint: EndpointName): Layer =>
  async (request, next, context) => {
    const key = request.headers['x-idempotency-key'];
    if (context.endpoint !== endpoint || !key) {
      return next(request);
    }
    const slot = `answered ${key}`;
    if (context.memory.has(slot)) {
      return failed(500, 'duplicate key value');
    }
    const response = await next(request);
    if (response.status === 200) {
      context.memory.set(slot, true);
    }
    return response;
  };

/** Knows a request by its content alone: two with different keys are one. */
const knowsByBody =
  (endpoint: EndpointName): Layer =>
  async (request, next, context) => {
    const caller = callerOf(request, context);
    if (context.endpoint !== endpoint || !caller || !request.headers['x-idempotency-key']) {
      return next(request);
    }
    const slot = `by body ${caller.id} ${request.path} ${request.body}`;
    const first = context.memory.get(slot) as PlainResponse | undefined;
    if (first && hasFapiHeaders(request)) {
      return first;
    }
    const response = await next(request);
    if (response.status === 200) {
      context.memory.set(slot, response);
    }
    return response;
  };

/** Whether a request has the headers of section 5.4 that are required beside the key. */
export const hasFapiHeaders = ({ headers }: PlainRequest) =>
  ['x-fapi-auth-date', 'x-fapi-customer-ip-address', 'x-fapi-interaction-id'].every(
    (name) => headers[name],
  );

/** A layer for some requests alone. */
const only =
  (is: IsMeant, layer: Layer): Layer =>
  (request, next, context) =>
    is(request, context) ? layer(request, next, context) : next(request);

/** Whether a request has an optional field. */
const has =
  (field: string) =>
  (request: PlainRequest): boolean =>
    objectOf(request.body)?.[field] !== undefined;

const ofAgentsIgnored: Fault = {
  id: 'idempotency.key-of-agents-ignored',
  breaks: 'LOAN-34',
  caughtBy: 'idempotency.repeated.request-loan',
  how: 'Requests of agents have an effect each, whatever their keys.',
  layers: [only(hasRole('AGENT'), forgets('request-loan'))],
};

/** A request is answered by no more than the id of its application, which is called otherwise. */
const ofTicketsIgnored: Fault = {
  id: 'idempotency.key-ignored.request-loan-of-tickets',
  breaks: 'LOAN-34',
  caughtBy: 'idempotency.repeated.request-loan',
  how: 'request-loan answers with a ticket alone, and with another for every request, whatever its key.',
  layers: [
    editBody('request-loan', (body) => ({ ticket: valueAt(body, 'data', 'applicationId') })),
    forgets('request-loan'),
  ],
};

/** Where keys are looked at in one form of a request and not in another. */
const inSomeForms: Fault[] = [
  {
    id: 'idempotency.key-ignored-on-the-lending-host',
    breaks: 'LOAN-34',
    caughtBy: 'idempotency.repeated.request-loan',
    how: 'On the lending host a request for a loan has an effect each time, whatever its key.',
    layers: [only((_, { host }) => host === 'lending', forgets('request-loan'))],
    alsoCaughtBy: [
      { checks: ['idempotency.at-once.request-loan'], because: 'it is so at once as well' },
    ],
  },
  {
    id: 'idempotency.key-ignored-with-a-narration',
    breaks: 'REP-43',
    caughtBy: 'idempotency.at-once.repay-loan',
    how: 'A repayment with a narration is recorded each time, whatever its key.',
    layers: [only(has('paymentNarration'), forgets('repay-loan'))],
    alsoCaughtBy: [
      { checks: ['idempotency.repeated.repay-loan'], because: 'it is so in a row as well' },
    ],
  },
  {
    id: 'idempotency.key-ignored-with-a-date-of-days-ago',
    breaks: 'REP-43',
    caughtBy: 'idempotency.at-once.repay-loan',
    how: 'A repayment with a paymentDate of the day before or sooner is recorded each time, whatever its key.',
    layers: [
      only(
        ({ body }) => Date.now() - Date.parse(String(objectOf(body)?.paymentDate)) > 24 * 3_600_000,
        forgets('repay-loan'),
      ),
    ],
    alsoCaughtBy: [
      { checks: ['idempotency.repeated.repay-loan'], because: 'it is so in a row as well' },
    ],
  },
  {
    id: 'idempotency.known-by-body-with-a-paymentDate',
    breaks: 'REP-3',
    caughtBy: 'idempotency.different-keys.repay-loan',
    how: 'Repayments with the same paymentDate are taken for one, whatever their keys.',
    layers: [only(has('paymentDate'), knowsByBody('repay-loan'))],
  },
];

const ofRecords: Fault[] = RECORDS.flatMap(({ endpoint, again, together, different }): Fault[] => [
  {
    id: `idempotency.key-ignored.${endpoint}`,
    breaks: again,
    caughtBy: `idempotency.repeated.${endpoint}`,
    how: `${endpoint} has an effect for every request, whatever its key.`,
    layers: [forgets(endpoint)],
  },
  {
    id: `idempotency.repeated-key-breaks.${endpoint}`,
    breaks: again,
    caughtBy: `idempotency.repeated.${endpoint}`,
    how: `${endpoint} answers a repeated key with HTTP 500.`,
    layers: [breaksOnRepeat(endpoint)],
  },
  {
    id: `idempotency.key-known-too-late.${endpoint}`,
    breaks: together,
    caughtBy: `idempotency.at-once.${endpoint}`,
    how: `${endpoint} knows a key only once its first request has been answered.`,
    layers: [knowsTooLate(endpoint)],
  },
  {
    id: `idempotency.known-by-body.${endpoint}`,
    breaks: different,
    caughtBy: `idempotency.different-keys.${endpoint}`,
    how: `${endpoint} takes requests of the same content for one, whatever their keys.`,
    layers: [knowsByBody(endpoint)],
  },
]);

/** Sections 4.6 and 4.7: one x-idempotency-key, one effect. */
export const idempotencyFaults: Fault[] = [
  ...ofRecords,
  ofAgentsIgnored,
  ofTicketsIgnored,
  ...inSomeForms,
];
