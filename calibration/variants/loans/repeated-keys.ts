import type { Layer, PlainResponse } from '../../servers/exchange-layer.ts';
import { jsonAnswer } from '../../servers/exchange-layer.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import { succeeded } from '../succeeded.ts';
import type { Axis } from '../variant.ts';

/** Answers a key that was used, or is in use, by itself instead of replaying what was answered. */
function onRepeat(answer: (first: PlainResponse | undefined) => PlainResponse): Layer {
  const first = new Map<string, PlainResponse | undefined>();
  return async (request, next, context) => {
    const key = request.headers['x-idempotency-key'];
    const caller = callerOf(request, context);
    const lends = ['request-loan', 'repay-loan', 'update-application'].includes(
      String(context.endpoint),
    );
    if (!lends || !key || !caller) {
      return next(request);
    }
    const slot = `${caller.id} ${context.endpoint} ${key}`;
    if (first.has(slot)) {
      return answer(first.get(slot));
    }
    first.set(slot, undefined);
    const response = await next(request);
    if (succeeded(response, request, context)) {
      first.set(slot, response);
    } else {
      first.delete(slot); // what was refused may be mended and sent again
    }
    return response;
  };
}

const DONE_ALREADY = { message: 'done already', data: { duplicate: true } };

const CONFLICT = { status: 'FAILED', message: 'this key was used before' };

/** What a repeated key is answered is open, as long as there is one effect. */
export const repeatedKey: Axis = {
  id: 'repeated-key',
  open: ['LOAN-36', 'REP-44', 'APP-38'],
  choices: [
    {
      id: 'repeated-key.conflict',
      how: 'answers a repeated key with 409',
      wrapping: () => ({ layers: [onRepeat(() => jsonAnswer(409, CONFLICT))] }),
    },
    {
      id: 'repeated-key.conflict-first',
      how: 'has a gateway that answers a key that it has seen with 409, before anybody looks at the token',
      wrapping: () => {
        const seen = new Set<string>();
        return {
          layers: [
            async (request, next) => {
              const key = request.headers['x-idempotency-key'];
              if (key !== undefined && seen.has(key)) {
                return jsonAnswer(409, CONFLICT);
              }
              if (key !== undefined) {
                seen.add(key);
              }
              return next(request);
            },
          ],
        };
      },
    },
    {
      id: 'repeated-key.failed-envelope',
      how: 'answers a repeated key with HTTP 200 and status FAILED',
      wrapping: () => ({ layers: [onRepeat(() => jsonAnswer(200, CONFLICT))] }),
    },
    {
      id: 'repeated-key.answered-briefly',
      how: 'answers a repeated key with 200 and no more than that it was done already',
      wrapping: () => ({
        layers: [
          onRepeat((done) => (done ? jsonAnswer(200, DONE_ALREADY) : jsonAnswer(425, CONFLICT))),
        ],
      }),
    },
    {
      id: 'repeated-key.replay-marked',
      how: 'replays a repeated key with 200 and a mark, and 425 while the first is under way',
      wrapping: () => ({
        layers: [
          onRepeat((done) =>
            done
              ? {
                  ...done,
                  status: 200,
                  headers: { ...done.headers, 'idempotent-replayed': 'true' },
                }
              : jsonAnswer(425, CONFLICT),
          ),
        ],
      }),
    },
  ],
};

/** Refuses what a caller was granted before, under whichever other key: some banks take it for a slip. */
function onTheSameAgain(): Layer {
  const granted = new Map<string, string>();
  return async (request, next, context) => {
    const key = request.headers['x-idempotency-key'];
    const body = objectOf(request.body);
    const makesRecord = context.endpoint === 'request-loan' || context.endpoint === 'repay-loan';
    const caller = callerOf(request, context);
    if (!makesRecord || !key || !body || !caller) {
      return next(request);
    }
    const fields = Object.entries(body)
      .filter(([, value]) => typeof value !== 'object')
      .sort(([one], [other]) => (one < other ? -1 : 1));
    const slot = `${caller.id} ${context.endpoint} ${JSON.stringify(fields)}`;
    const before = granted.get(slot);
    if (before !== undefined && before !== key) {
      return jsonAnswer(409, { status: 'FAILED', message: 'the same was asked for just now' });
    }
    const response = await next(request);
    if (succeeded(response, request, context)) {
      granted.set(slot, key);
    }
    return response;
  };
}

/** A key is what tells requests apart; whether a bank takes the same twice under two is its affair. */
export const theSameAgain: Axis = {
  id: 'the-same-again',
  open: ['LOAN-44', 'REP-70'],
  choices: [
    {
      id: 'the-same-again.refused',
      how: 'refuses a request for a loan and a repayment that were granted before, under another key',
      wrapping: () => ({ layers: [onTheSameAgain()] }),
    },
  ],
};
