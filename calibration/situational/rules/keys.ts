import { randomUUID } from 'node:crypto';
import type { Layer, PlainRequest, PlainResponse } from '../../servers/exchange-layer.ts';
import { pathId } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Answer } from '../../strangers/proofs/client.ts';
import { remembered } from '../../strangers/situation.ts';
import type { Plan } from '../plan.ts';
import { type Rule, refused } from '../rule.ts';
import type { Visit } from '../visit.ts';
import { reopen } from './offers.ts';

const withKey = (request: PlainRequest, key: string): PlainRequest => ({
  ...request,
  headers: { ...request.headers, 'x-idempotency-key': key },
});

/** Processes a request under another key where its own was used before. */
const again =
  (atOnceOnly: boolean, changes: boolean): Layer =>
  async (request, next, context) => {
    const caller = callerOf(request, context);
    const key = `${context.endpoint} ${caller?.id} ${request.headers['x-idempotency-key']}`;
    const used = remembered<'under way' | 'done'>(context, 'keys used');
    const before = used.get(key);
    const repeated = atOnceOnly ? before === 'under way' : before !== undefined;
    used.set(key, 'under way');
    // Two that are sent at once meet here, whichever is read first.
    if (atOnceOnly) {
      await new Promise((resolve) => setTimeout(resolve, 12));
    }
    if (repeated && changes) {
      reopen(pathId(request), ['ACCEPTED', 'WITHDRAWN'], context);
    }
    const response = await next(repeated ? withKey(request, randomUUID()) : request);
    used.set(key, 'done');
    return response;
  };

const idIn = ({ body }: Answer): string =>
  String(body?.data?.repaymentRecordId ?? body?.data?.applicationId);

/** Sends the same under one key twice, and answers with how many were made of it. */
const twice = (atOnce: boolean) => async (visit: Visit) => {
  const headers = { 'x-idempotency-key': keyOf(visit.plan) };
  const first = visit.send({ headers });
  if (!atOnce) {
    await first;
  }
  const both = await Promise.all([first, visit.send({ headers })]);
  const made = new Set(both.filter((each) => !refused(each)).map(idIn)).size;
  return { status: 200, headers: {}, body: { made } };
};

function keyOf({ headers }: Plan): string {
  const given = headers['x-idempotency-key'];
  return typeof given === 'function' ? given() : randomUUID();
}

const keys = (
  [
    ['request-loan', 'LOAN-34', 'LOAN-34'],
    ['repay-loan', 'REP-42', 'REP-43'],
  ] as const
).flatMap(([endpoint, inARow, atOnce]): Rule[] =>
  [false, true].map((together) => ({
    id: `${endpoint}.key-repeated${together ? '-at-once' : ''}.processed-again`,
    way: `key-repeated${together ? '-at-once' : ''}`,
    endpoint,
    breaks: [together ? atOnce : inARow],
    how: `what is sent again under the same key${together ? ' at the same moment' : ''} is done again`,
    layer: again(together, false),
    exchange: twice(together),
    kept: ({ body }) => body.made === 1,
    without: ['often', 'at-once', 'amount', 'order=after-refusal'],
  })),
);

const contrary: Rule = {
  id: 'update-application.key-repeated.contrary-answer',
  way: 'key-repeated',
  endpoint: 'update-application',
  breaks: ['APP-37', 'APP-19', 'APP-20'],
  how: 'the contrary answer under the same key is taken too',
  layer: again(false, true),
  async exchange(visit) {
    const headers = { 'x-idempotency-key': keyOf(visit.plan) };
    await visit.send({ headers, query: 'status=true' });
    return visit.send({ headers, query: 'status=false' });
  },
  kept: ({ body }) => body?.data?.loanStatus !== 'WITHDRAWN',
  without: ['often', 'at-once', 'answer', 'order=after-refusal'],
};

/** The id of the application that an answer is about. */
const applicationIn = ({ body }: PlainResponse): string =>
  String((JSON.parse(body) as { data: { applicationId: string } }).data.applicationId);

const swallowed: Rule = {
  id: 'request-loan.another-key.swallowed',
  way: 'another-key-swallowed',
  endpoint: 'request-loan',
  breaks: ['LOAN-35'],
  how: 'a request makes no application and is answered with the first one of the caller, whatever its key',
  layer: async (request, next, context) => {
    const caller = callerOf(request, context)?.id ?? '';
    const last = remembered<PlainResponse>(context, 'last application');
    const response = await next(request);
    const first = last.get(caller);
    if (response.status !== 200 || first === undefined) {
      if (response.status === 200) {
        last.set(caller, response);
      }
      return response;
    }
    // Only what is right in itself is swallowed, so it is made first; a repeated key made nothing.
    const [id, kept] = [applicationIn(response), applicationIn(first)];
    if (id !== kept) {
      context.db.prepare('DELETE FROM loan_applications WHERE id = ?').run(id);
    }
    return first;
  },
  async exchange({ send }) {
    const both = [await send(), await send()];
    return { status: 200, headers: {}, body: { made: new Set(both.map(idIn)).size } };
  },
  kept: ({ body }) => body.made === 2,
  without: ['often', 'at-once', 'order=after-refusal'],
};

/** Idempotency keys that are not looked at, or too much (sections 4.6 to 4.8). */
export const KEY_RULES: readonly Rule[] = [...keys, contrary, swallowed];
