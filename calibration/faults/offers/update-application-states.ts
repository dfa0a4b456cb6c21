import { setTimeout as pause } from 'node:timers/promises';
import type { LoanStatus } from '../../../contract/values/records.ts';
import { pathParameterOf } from '../../servers/endpoint-of.ts';
import type { Layer, LayerContext, PlainRequest } from '../../servers/exchange-layer.ts';
import { put } from '../../servers/loan-statuses.ts';
import { amend, queryOf, withHeader, withQuery } from '../../servers/requests.ts';
import { callerOf, sendsApiToken, sendsBearer } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

const endpoint = 'update-application' as const;

/** The application that a request's path names. */
export function named(request: PlainRequest, { dependencies }: LayerContext) {
  return dependencies.store.loanApplications.byId(
    pathParameterOf(request.method, request.path) ?? '',
  );
}

/** Whether the caller used the request's key on this endpoint before. */
function keyWasUsed(request: PlainRequest, context: LayerContext): boolean {
  const userId = callerOf(request, context)?.id ?? '';
  const key = request.headers['x-idempotency-key'] ?? '';
  return context.dependencies.store.idempotency.find({ userId, endpoint, key }, 0) !== undefined;
}

/** Lets an answer through though the application's status does not allow it. */
const answerable = (from: LoanStatus, status: string): Layer =>
  amend(endpoint, (request, context) => {
    const application = named(request, context);
    if (application?.loanStatus !== from || queryOf(request).get('status') !== status) {
      return undefined;
    }
    if (!keyWasUsed(request, context)) {
      put(context, application.id, 'OFFER_SENT');
    }
    return undefined;
  });

const STATES = [
  { from: 'ACCEPTED', word: 'accepted', breaks: 'APP-19' },
  { from: 'WITHDRAWN', word: 'withdrawn', breaks: 'APP-20' },
  { from: 'REQUESTED', word: 'requested', breaks: 'APP-18' },
] as const;

const wrongStates: Fault[] = STATES.flatMap(({ from, word, breaks }) =>
  ['true', 'false'].map((status) => ({
    id: `update-application.${word}-answered-${status}`,
    breaks,
    caughtBy: `update-application.refuses.${word}-then-${status}`,
    how: `An application in ${from} can be answered with status=${status}.`,
    layers: [answerable(from, status)],
  })),
);

/** Between look and act: answers sent at once come within it on a busy machine, too. */
const LOOKS_AWAY_MS = 100;

/** Looks whether the offer is open, and only then, some time later, acts. */
const race: Fault = {
  id: 'update-application.check-then-act',
  breaks: 'APP-21',
  caughtBy: 'update-application.answers-at-once',
  how: 'Answers that arrive together all find the offer open and all succeed.',
  layers: [
    async (request, next, context) => {
      const application = context.endpoint === endpoint ? named(request, context) : undefined;
      if (application?.loanStatus !== 'OFFER_SENT') {
        return next(request);
      }
      if (keyWasUsed(request, context)) {
        return next(request);
      }
      await pause(LOOKS_AWAY_MS);
      const response = () => next(request);
      if (callerOf(request, context)?.id === application.userId && hasHeaders(request)) {
        put(context, application.id, 'OFFER_SENT');
      }
      return response();
    },
  ],
};

/** Whether a request has the headers that every answer to an offer needs. */
export const hasHeaders = ({ headers }: PlainRequest) =>
  ['x-idempotency-key', 'x-fapi-auth-date', 'x-fapi-interaction-id'].every((name) => headers[name]);

const oneKey: Fault[] = (['accepted', 'withdrawn'] as const).map((first) => ({
  id: `update-application.one-key-two-effects.${first}`,
  breaks: 'APP-37',
  caughtBy: `update-application.one-key.${first}`,
  how: `The key under which an offer was ${first} brings about the other answer as well.`,
  layers: [
    amend(endpoint, (request, context) => {
      const application = named(request, context);
      const isOther = queryOf(request).get('status') === String(first === 'withdrawn');
      if (application?.loanStatus !== first.toUpperCase() || !isOther) {
        return undefined;
      }
      if (!keyWasUsed(request, context)) {
        return undefined;
      }
      put(context, application.id, 'OFFER_SENT');
      const key = `${request.headers['x-idempotency-key']}-again`;
      return withHeader(request, 'x-idempotency-key', key);
    }),
  ],
}));

/** Refuses well and changes the application all the same: by any answer, or by one way of it. */
const effectOf =
  (status: number, isMeant: (answer: string | null) => boolean = () => true): Layer =>
  async (request, next, context) => {
    const response = await next(request);
    const application = context.endpoint === endpoint ? named(request, context) : undefined;
    const answer = queryOf(request).get('status');
    if (application?.loanStatus === 'OFFER_SENT' && response.status === status && isMeant(answer)) {
      put(context, application.id, answer === 'true' ? 'ACCEPTED' : 'WITHDRAWN');
    }
    return response;
  };

/** Answers an acceptance as it should, and leaves the offer open. */
const keepsOpen =
  (isMeant: (request: PlainRequest, context: LayerContext) => boolean): Layer =>
  async (request, next, context) => {
    const response = await next(request);
    const id = context.endpoint === endpoint ? named(request, context)?.id : undefined;
    if (id && response.status === 200 && isMeant(request, context)) {
      context.dependencies.store.loanApplications.move(id, 'ACCEPTED', 'OFFER_SENT');
    }
    return response;
  };

const refusedSlot = (request: PlainRequest, context: LayerContext) =>
  `refused ${named(request, context)?.id}`;

/** Remembers whose answer was refused before. */
const notesRefusals: Layer = async (request, next, context) => {
  const response = await next(request);
  if (context.endpoint === endpoint && response.status === 400) {
    context.memory.set(refusedSlot(request, context), true);
  }
  return response;
};

const refusalsWithEffect: Fault[] = [
  {
    id: 'update-application.faulty-call-has-effect',
    breaks: 'APP-22',
    caughtBy: 'update-application.refusal-changes-nothing.call',
    how: 'A faulty call is refused and answers the offer all the same.',
    layers: [effectOf(400)],
  },
  {
    id: 'update-application.faulty-acceptance-has-effect',
    breaks: 'APP-22',
    caughtBy: 'update-application.refusal-changes-nothing.call',
    how: 'A call with status=true is refused for its headers and accepts the offer all the same.',
    layers: [effectOf(400, (answer) => answer === 'true')],
  },
  {
    id: 'update-application.accepted-after-a-refusal-not-kept',
    breaks: 'APP-19',
    caughtBy: 'update-application.refusal-changes-nothing.call',
    how: 'An offer that is accepted after a refused answer is answered as accepted, and stays open.',
    layers: [
      notesRefusals,
      keepsOpen((request, context) => context.memory.has(refusedSlot(request, context))),
    ],
  },
  {
    id: 'update-application.foreign-call-has-effect',
    breaks: 'APP-22',
    caughtBy: 'update-application.refusal-changes-nothing.owner',
    how: 'The call of another user is refused and answers the offer all the same.',
    layers: [effectOf(403)],
    alsoCaughtBy: [
      {
        checks: ['update-application.refusal-changes-nothing.call'],
        because: "another customer tries the customer's offer too",
      },
    ],
  },
];

/** In one of the headers nobody looks at what was answered before. */
const withdrawnWithBearer: Fault = {
  id: 'update-application.withdrawn-with-bearer-after-acceptance',
  breaks: 'APP-19',
  caughtBy: 'update-application.refuses.accepted-then-false',
  how: 'With Bearer, an application that was accepted can be withdrawn from.',
  layers: [
    amend(endpoint, (request, context) => {
      const application = named(request, context);
      const isMeant =
        application?.loanStatus === 'ACCEPTED' &&
        sendsBearer(request) &&
        queryOf(request).get('status') === 'false' &&
        callerOf(request, context)?.id === application.userId;
      if (isMeant) {
        context.dependencies.store.loanApplications.move(application.id, 'ACCEPTED', 'OFFER_SENT');
      }
      return undefined;
    }),
  ],
  alsoCaughtBy: [{ checks: ['sequences.offers'], because: 'it answers with Bearer, too' }],
};

/** What somebody else was refused is remembered, and done to the offer when its owner answers. */
const acceptedAfterRefusal: Fault = {
  id: 'update-application.accepted-after-another-was-refused',
  breaks: 'APP-16',
  caughtBy: 'update-application.withdrawn',
  how: 'Where another customer was refused to accept an offer, its owner who withdraws accepts it.',
  layers: [
    amend(endpoint, (request, context) => {
      const application = named(request, context);
      const caller = callerOf(request, context);
      const slot = `accepted in vain ${application?.id}`;
      if (caller && application && caller.id !== application.userId) {
        context.memory.set(slot, queryOf(request).get('status') === 'true');
        return undefined;
      }
      return context.memory.get(slot) === true && queryOf(request).get('status') === 'false'
        ? withQuery(request, { status: 'true' })
        : undefined;
    }),
  ],
};

/** What an API token accepts is answered and not kept. */
const acceptedInWordsOnly: Fault = {
  id: 'update-application.acceptance-by-api-token-not-kept',
  breaks: 'APP-19',
  caughtBy: 'sequences.offers',
  how: 'An acceptance with an API token is answered with ACCEPTED, and the offer stays open.',
  layers: [keepsOpen(sendsApiToken)],
};

/** Section 3.1: from which state, and how often, an offer can be answered. */
export const updateApplicationStateFaults: Fault[] = [
  ...wrongStates,
  race,
  ...oneKey,
  ...refusalsWithEffect,
  acceptedAfterRefusal,
  acceptedInWordsOnly,
  withdrawnWithBearer,
];
