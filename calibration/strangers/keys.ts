import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { PlainRequest, PlainResponse } from '../servers/exchange-layer.ts';
import { callerOf, sentToken } from '../servers/tokens.ts';
import { at, only, remembered } from './situation.ts';
import type { SituationalFault } from './situational-fault.ts';

const SENTENCE = {
  sentence: 'x-idempotency-key (string, unique per request, prevents duplicate processing)',
  section: '4.6',
};

/** How long a request takes before its key is stored, in milliseconds. */
const BEFORE_STORING = 25;

/** How many characters of a key the column holds that somebody made too short. */
const COLUMN = 32;

const keyOf = ({ headers }: PlainRequest) => headers['x-idempotency-key'] ?? '';

const withKey = (request: PlainRequest, key: string): PlainRequest => ({
  ...request,
  headers: { ...request.headers, 'x-idempotency-key': key },
});

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

const lending = at('request-loan', 'repay-loan');

/** Keys that are held against the wrong thing, or too late (sections 4.6 to 4.8). */
export const KEY_FAULTS: readonly SituationalFault[] = [
  {
    id: 'keys.of-another-user.answered-with-his-application',
    how: "A key that another user has used is answered with that user's loan application.",
    sentence: "A user may not access another user's data",
    section: '5.10',
    situation: 'two users request a loan, each his own, under the same key',
    things: 3,
    layers: [
      only(at('request-loan'), async (request, next, context) => {
        const caller = callerOf(request, context);
        const answers = remembered<{ id: string; answer: PlainResponse }>(context, 'by key');
        const kept = answers.get(keyOf(request));
        const mayApply = caller?.role === 'CUSTOMER' || caller?.role === 'AGENT';
        if (kept !== undefined && mayApply && kept.id !== caller.id) {
          return kept.answer;
        }
        const response = await next(request);
        if (response.status === 200 && caller) {
          answers.set(keyOf(request), { id: caller.id, answer: response });
        }
        return response;
      }),
    ],
  },
  {
    id: 'keys.repeated-after-refresh.repaid-twice',
    how: 'A key is held against the access token, so a repeat with a fresh token repays again.',
    ...SENTENCE,
    situation: 'a repayment, then a refresh, then the same repayment under the same key',
    things: 3,
    layers: [
      only(at('repay-loan'), (request, next) => {
        const token = sentToken(request)?.token;
        const key = keyOf(request);
        return next(
          token === undefined || key === '' ? request : withKey(request, digest(`${token} ${key}`)),
        );
      }),
    ],
  },
  {
    id: 'keys.repeated-at-once.repaid-twice',
    how: 'A key is stored when the repayment is done, so a repeat that comes meanwhile repays again.',
    ...SENTENCE,
    situation: 'the same repayment twice, under the same key, at the same moment',
    things: 3,
    layers: [
      only(at('repay-loan'), async (request, next, context) => {
        const underWay = remembered<boolean>(context, 'under way');
        const slot = `${callerOf(request, context)?.id} ${keyOf(request)}`;
        if (keyOf(request) === '') {
          return next(request);
        }
        if (underWay.has(slot)) {
          return next(withKey(request, randomUUID()));
        }
        underWay.set(slot, true);
        try {
          await delay(BEFORE_STORING);
          return await next(request);
        } finally {
          underWay.delete(slot);
        }
      }),
    ],
  },
  {
    id: 'keys.repeated-after-another.processed-again',
    how: 'Of each user only the last key is kept, so one that comes again later is processed again.',
    ...SENTENCE,
    situation: 'a request, another under a key of its own, then the first again',
    things: 2,
    layers: [
      only(lending, (request, next, context) => {
        const key = keyOf(request);
        if (key === '') {
          return next(request);
        }
        const last = remembered<{ key: string; turn: number }>(context, 'last keys');
        const slot = `${context.endpoint} ${callerOf(request, context)?.id}`;
        const before = last.get(slot) ?? { key, turn: 0 };
        const turn = before.key === key ? before.turn : before.turn + 1;
        last.set(slot, { key, turn });
        return next(withKey(request, digest(`${turn} ${key}`)));
      }),
    ],
  },
  {
    id: 'keys.long-ones.cut',
    how: 'Of a key 32 characters are kept, so that of two that begin alike the second does nothing.',
    ...SENTENCE,
    situation: 'two requests whose keys are alike in their first 32 characters',
    things: 2,
    layers: [
      only(lending, (request, next) =>
        next(
          keyOf(request).length > COLUMN
            ? withKey(request, keyOf(request).slice(0, COLUMN))
            : request,
        ),
      ),
    ],
  },
  {
    id: 'keys.repeated-without-token.answered',
    how: 'A known key is answered before the token is looked at.',
    sentence: 'Invalid or expired access token, missing token header, malformed JWT',
    section: '7',
    situation: 'a repayment again under its key, with a missing or bad token',
    things: 3,
    layers: [
      only(at('repay-loan'), async (request, next, context) => {
        const answers = remembered<PlainResponse>(context, 'answers by key');
        const kept = answers.get(keyOf(request));
        if (kept !== undefined && callerOf(request, context) === undefined) {
          return kept;
        }
        const response = await next(request);
        if (response.status === 200) {
          answers.set(keyOf(request), response);
        }
        return response;
      }),
    ],
  },
];
