import { setTimeout as pause } from 'node:timers/promises';
import { editBody, withBody } from '../../servers/answers.ts';
import { pathParameterOf } from '../../servers/endpoint-of.ts';
import {
  failed,
  type Layer,
  type LayerContext,
  type PlainRequest,
  type PlainResponse,
} from '../../servers/exchange-layer.ts';
import { kept } from '../../servers/memory.ts';
import { amend, objectOf, queryOf } from '../../servers/requests.ts';
import { callerOf, issueFor, withToken } from '../../servers/tokens.ts';
import type { Explanation, Fault } from '../fault.ts';
import { hasHeaders, named } from './update-application-states.ts';

const endpoint = 'update-application' as const;

/** The applications that were answered, each with the key and the answer. */
const answered = (context: LayerContext) =>
  kept(
    context,
    'answered offers',
    () => new Map<string, { key: string; response: PlainResponse }>(),
  );

/** Offers that are answered before anything that happens between two offers shows. */
const SEVERAL = 4;

/** Whether an answer may succeed: only such meet each other, since refusals are tried at the same time. */
const mayAnswer = (
  { userId }: { userId: string },
  request: PlainRequest,
  context: LayerContext,
): boolean =>
  callerOf(request, context)?.id === userId &&
  hasHeaders(request) &&
  ['true', 'false'].includes(queryOf(request).get('status') ?? '');

/** As many as are answered before sequences are: two checks may answer an offer each at the same time as well. */
const MANY = 8;

/** Notes every answer to an offer that succeeded. */
const noting: Layer = async (request, next, context) => {
  const response = await next(request);
  const id = named(request, context)?.id;
  const key = request.headers['x-idempotency-key'] ?? '';
  if (
    context.endpoint === endpoint &&
    id &&
    response.status === 200 &&
    !answered(context).has(id)
  ) {
    answered(context).set(id, { key, response });
  }
  return response;
};

/** An answer that shows another offer than the one that was answered. */
const OF_ANOTHER: Explanation[] = [
  {
    checks: ['update-application.answered-application'],
    because: 'that rule judges every answer, those of sequences too',
  },
];

const takenForAnother: Fault = {
  id: 'sequences.borrowed-key-joins-two-offers',
  breaks: 'APP-17',
  caughtBy: 'sequences.offers',
  how: 'An offer that came once under the key of another one is shown as that one under any key.',
  layers: [
    (request, next, context) => {
      const application = context.endpoint === endpoint ? named(request, context) : undefined;
      if (!application || callerOf(request, context)?.id !== application.userId) {
        return next(request);
      }
      const slot = `taken for ${application.id}`;
      const key = request.headers['x-idempotency-key'];
      const other = [...answered(context)].find(
        ([id, first]) => first.key === key && id !== application.id,
      );
      if (other) {
        context.memory.set(slot, other[1].response);
      }
      const joined = context.memory.get(slot) as PlainResponse | undefined;
      return joined ? Promise.resolve(joined) : next(request);
    },
    noting,
  ],
  alsoCaughtBy: OF_ANOTHER,
};

const strangersKey: Fault = {
  id: 'sequences.key-opens-an-offer-to-others',
  breaks: 'APP-36',
  caughtBy: 'sequences.offers',
  how: 'Whoever sends the key under which an offer was answered is shown that application.',
  layers: [
    (request, next, context) => {
      const id = context.endpoint === endpoint ? named(request, context)?.id : undefined;
      const first = id === undefined ? undefined : answered(context).get(id);
      const caller = callerOf(request, context);
      return first && caller && first.key === request.headers['x-idempotency-key']
        ? Promise.resolve(
            queryOf(request).get('status') === lastStatus(first.response)
              ? first.response
              : failed(409, 'this key was used'),
          )
        : next(request);
    },
    noting,
  ],
};

function lastStatus(response: PlainResponse): string {
  return String(/"ACCEPTED"/.test(response.body));
}

const refusedKeyLocks: Fault = {
  id: 'sequences.borrowed-key-locks-the-offer',
  breaks: 'APP-22',
  caughtBy: 'sequences.offers',
  how: 'An offer whose answer came under a key of another offer, and was refused, is answerable no more.',
  layers: [
    async (request, next, context) => {
      const application = context.endpoint === endpoint ? named(request, context) : undefined;
      if (application?.loanStatus !== 'OFFER_SENT') {
        return next(request);
      }
      const key = request.headers['x-idempotency-key'];
      const slot = `locked ${application.id}`;
      const refused = failed(409, 'the offer is locked');
      if (context.memory.has(slot)) {
        return refused;
      }
      const isBorrowed = [...answered(context)].some(
        ([id, first]) => first.key === key && id !== application.id,
      );
      if (isBorrowed) {
        context.memory.set(slot, true);
      }
      return isBorrowed ? refused : next(request);
    },
    noting,
  ],
};

const oneAtATime: Fault = {
  id: 'sequences.answers-to-two-offers-at-once',
  breaks: 'APP-24',
  caughtBy: 'sequences.offers',
  how: 'Once many offers were answered, the second of two answered at the same time is called closed.',
  layers: [
    async (request, next, context) => {
      const application = context.endpoint === endpoint ? named(request, context) : undefined;
      if (application?.loanStatus !== 'OFFER_SENT') {
        return next(request);
      }
      if (answered(context).size < MANY || !mayAnswer(application, request, context)) {
        return next(request);
      }
      const underWay = kept(context, 'offers under way', () => new Map<string, number>());
      if ([...underWay].some(([id, count]) => id !== application.id && count > 0)) {
        return failed(400, 'the offer is not open');
      }
      underWay.set(application.id, (underWay.get(application.id) ?? 0) + 1);
      await pause(20);
      const response = await next(request);
      underWay.set(application.id, (underWay.get(application.id) ?? 1) - 1);
      return response;
    },
    noting,
  ],
};

const mixedUp: Fault = {
  id: 'sequences.answers-at-once-mixed-up',
  breaks: 'APP-17',
  caughtBy: 'sequences.offers',
  how: 'Once several offers were answered, the second of two at the same time is answered with the first.',
  layers: [
    async (request, next, context) => {
      const application = context.endpoint === endpoint ? named(request, context) : undefined;
      if (application?.loanStatus !== 'OFFER_SENT') {
        return next(request);
      }
      if (answered(context).size < SEVERAL || !mayAnswer(application, request, context)) {
        return next(request);
      }
      const slot = 'being answered';
      const before = context.memory.get(slot) as { id: string; body?: string } | undefined;
      const own: { id: string; body?: string } = before ?? { id: application.id };
      if (!before) {
        context.memory.set(slot, own);
      }
      await pause(15);
      const response = await next(request);
      if (!before && response.status === 200) {
        own.body = response.body;
      }
      await pause(15);
      if (!before) {
        context.memory.delete(slot);
      }
      return before?.body && before.id !== application.id && response.status === 200
        ? withBody(response, before.body)
        : response;
    },
    noting,
  ],
  alsoCaughtBy: OF_ANOTHER,
};

/** The customers who have accepted an offer. */
const ownersOf = (context: LayerContext) => kept(context, 'owners', () => new Set<string>());

const changesHands: Fault = {
  id: 'sequences.second-offer-open-to-others',
  breaks: 'APP-36',
  caughtBy: 'sequences.offers',
  how: 'Once an offer of a customer was accepted, anybody may answer the open ones of that customer.',
  layers: [
    amend(endpoint, (request, context) => {
      const application = named(request, context);
      const caller = callerOf(request, context);
      if (!application || !caller || caller.id === application.userId) {
        return undefined;
      }
      if (caller.role !== 'CUSTOMER' || application.loanStatus !== 'OFFER_SENT') {
        return undefined;
      }
      return ownersOf(context).has(application.userId)
        ? withToken(request, issueFor(context, application.userId))
        : undefined;
    }),
    editBody(endpoint, (_, request, context) => {
      const owner = named(request, context)?.userId;
      if (owner) {
        ownersOf(context).add(owner);
      }
    }),
  ],
};

const refusedStranger: Fault = {
  id: 'sequences.answer-after-a-refused-stranger',
  breaks: 'APP-22',
  caughtBy: 'sequences.offers',
  how: 'Once an offer was answered, one that a stranger was refused can be answered no more.',
  layers: [
    async (request, next, context) => {
      const application = context.endpoint === endpoint ? named(request, context) : undefined;
      const caller = callerOf(request, context);
      if (application?.loanStatus !== 'OFFER_SENT' || !caller) {
        return next(request);
      }
      const slot = `strangers at ${pathParameterOf(request.method, request.path)}`;
      const count = Number(context.memory.get(slot) ?? 0);
      if (caller.id !== application.userId) {
        context.memory.set(slot, count + 1);
        return next(request);
      }
      return count > 0 && objectOf(request.body) === undefined && answered(context).size > 0
        ? failed(409, 'the offer is under review')
        : next(request);
    },
    noting,
  ],
  alsoCaughtBy: [
    {
      checks: ['update-application.refusal-changes-nothing.owner'],
      because: 'that check tries an offer after strangers too',
    },
  ],
};

/** Sections 3.1 and 4.8: what shows only with several offers, keys or users. */
export const offerSequenceFaults: Fault[] = [
  takenForAnother,
  strangersKey,
  refusedKeyLocks,
  oneAtATime,
  mixedUp,
  changesHands,
  refusedStranger,
];
