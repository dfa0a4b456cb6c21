import { describe, expect, test } from 'vitest';
import { MadeUpRefused, NotSupplied } from '../../target/states/not-supplied.ts';
import schema from '../../target/target.schema.json' with { type: 'json' };
import type { StateName, StateValues } from '../../target/target.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import { Deviation } from '../outcome.ts';
import { exchangeStub } from '../testing/exchange-stub.ts';
import { takenFields } from './lending/optional-fields.ts';
import {
  expectAccepted,
  expectAcceptedAlone,
  expectFirstAccepted,
  ownCall,
  ownWholeLoan,
  sendCall,
  sendOwn,
} from './own-entry.ts';

const PRODUCT = { loanProductId: 'p', currencyCode: 'NGN' };
const [COMPLETE = PRODUCT] = schema.$defs.states['loan-product'].examples;
const [LOAN] = schema.$defs.states['active-loan'].examples as StateValues['active-loan'][];
const own = (email: string) => ({ ...COMPLETE, email, password: 'pw' });

type Answer = (options: CallOptions) => { status: number; body?: string };
const refuses: Answer = () => ({ status: 422 });

/** A context whose states come from lists, and whose target answers as told. */
function contextOf(pools: { [N in StateName]?: StateValues[N][] }, answer: Answer = refuses) {
  const kept = new Map<string, Promise<unknown>>();
  const sent: CallOptions[] = [];
  const logins: string[] = [];
  const once = <T>(key: string, make: () => Promise<T>) => {
    if (!kept.has(key)) {
      kept.set(key, make());
    }
    return kept.get(key) as Promise<T>;
  };
  const next = async (name: StateName) => {
    const entry = pools[name]?.shift();
    if (!entry) {
      throw new NotSupplied(`state ${name}`, 'is used up');
    }
    return entry;
  };
  const context = {
    target: { users: { customer: { email: 'customer@b.example', password: 'pw' } } },
    session: async (user: string) => ({ accessToken: user }),
    freshSession: async ({ email }: { email: string }) => {
      logins.push(email);
      return { accessToken: email };
    },
    state: (name: StateName) => once(`state ${name}`, () => next(name)),
    take: next,
    shared: (key: string, make: (context: unknown) => Promise<unknown>) =>
      once(key, () => make(context)),
    async call(_: string, options: CallOptions) {
      sent.push(options);
      const { status, body = '' } = answer(options);
      return exchangeStub(status, body);
    },
  } as unknown as CheckContext;
  return { context, sent, logins };
}

const errorOf = (action: () => unknown): Promise<unknown> =>
  Promise.resolve()
    .then(action)
    .then(
      () => undefined,
      (error: unknown) => error,
    );

describe('an entry of its own', () => {
  test('is never the shared one while others are left, then it is that one again', async () => {
    const entries = ['shared', 'own'].map((loanProductId) => ({ ...PRODUCT, loanProductId }));
    const { context } = contextOf({ 'loan-product': entries });
    const [first, second] = [
      await ownCall(context, 'request-loan'),
      await ownCall(context, 'request-loan'),
    ];
    expect([first.values.loanProductId, first.isFresh]).toEqual(['own', true]);
    expect([second.values.loanProductId, second.isFresh]).toEqual(['shared', false]);
  });

  test("leaves a loan to be repaid as a whole, and that one is nobody else's", async () => {
    const loans = ['shared', 'whole'].map((accountId) => ({ ...LOAN, accountId }) as typeof LOAN);
    const { context } = contextOf({ 'active-loan': loans as StateValues['active-loan'][] });
    expect((await ownCall(context, 'repay-loan')).values.accountId).toBe('shared');
    expect((await ownWholeLoan(context)).values.accountId).toBe('whole');
  });

  test('is requested by the customer that it brings, who is logged in once', async () => {
    const entries = [PRODUCT, own('x@b.example'), own('X@b.example'), own('customer@b.example')];
    const { context, sent, logins } = contextOf({ 'loan-product': entries });
    const calls = [1, 2, 3].map(() => sendOwn(context, 'request-loan'));
    const own1 = (await Promise.all(calls)).map(({ hasOwnCustomer }) => hasOwnCustomer);
    expect(sent.map(({ as }) => as?.accessToken).toSorted()).toEqual([
      'customer',
      'x@b.example',
      'x@b.example',
    ]);
    expect(logins).toEqual(['x@b.example']);
    expect(own1.filter(Boolean)).toHaveLength(2);
  });
});

describe('fields that are not required', () => {
  const loans = () => Array.from({ length: 9 }, () => LOAN) as StateValues['active-loan'][];
  const fieldsOf = ({ body }: CallOptions) =>
    Object.keys(body as object).filter((field) => field.startsWith('payment'));

  async function withTaken(answer: Answer) {
    const given = contextOf({ 'active-loan': loans() }, answer);
    const taken = await takenFields(given.context, 'repay-loan');
    taken.set('paymentDate', () => '2026-07-01');
    taken.set('paymentNarration', () => 'Repayment');
    return given;
  }

  test('are in further requests, in all combinations, once the target has taken them', async () => {
    const { context, sent } = await withTaken(() => ({ status: 200 }));
    for (let time = 0; time < 4; time += 1) {
      await sendOwn(context, 'repay-loan');
    }
    expect(
      sent
        .map(fieldsOf)
        .map((fields) => fields.toSorted().join())
        .toSorted(),
    ).toEqual(['', 'paymentDate', 'paymentDate,paymentNarration', 'paymentNarration']);
    expect(fieldsOf((await ownWholeLoan(context)).options)).toHaveLength(2);
  });

  test('are sent in each order on one loan, with what nobody has to send before all else once', async () => {
    const { context, sent } = await withTaken(() => ({ status: 200 }));
    const loan = await ownWholeLoan(context);
    for (let time = 0; time < 3; time += 1) {
      await sendCall(context, loan);
    }
    const [shown, backwards, lastFirst] = sent.map(({ body }) => Object.keys(body as object));
    expect(backwards).toEqual(shown?.toReversed());
    expect(lastFirst).toEqual([shown?.at(-1), ...(shown ?? []).slice(0, -1)]);
  });

  test("are in no agent's request, which may not say what a customer's may", async () => {
    const { context } = contextOf({ 'loan-product': Array.from({ length: 4 }, () => PRODUCT) });
    (await takenFields(context, 'request-loan')).set('eligibilityAnswers', () => []);
    for (const by of ['agent', 'customer'] as const) {
      const { options, drawn, madeUp } = await ownCall(context, 'request-loan', by);
      const isDrawn = by === 'customer';
      expect([by, Object.hasOwn(options.body as object, 'eligibilityAnswers')]).toEqual([
        by,
        isDrawn,
      ]);
      expect(drawn.concat(madeUp).includes('eligibilityAnswers')).toBe(isDrawn);
    }
  });

  test('are in none any more where a request succeeds without them alone', async () => {
    const { context, sent } = await withTaken((options) => ({
      status: fieldsOf(options).length > 0 ? 422 : 200,
    }));
    const { exchange, options } = await sendOwn(context, 'repay-loan');
    expect([exchange.response?.status, fieldsOf(options)]).toEqual([200, []]);
    expect(sent.map(fieldsOf)).toEqual([['paymentDate'], []]);
    for (let time = 0; time < 4; time += 1) {
      await sendOwn(context, 'repay-loan');
    }
    expect(sent.filter((request) => fieldsOf(request).length > 0)).toHaveLength(2);
    expect((await takenFields(context, 'repay-loan')).size).toBe(0);
  });

  test('are named beside what was made up where a request is refused', async () => {
    const { context } = await withTaken(refuses);
    const sent = await sendOwn(context, 'repay-loan');
    expect(sent.madeUp).toEqual(['repaymentAmount', 'paymentDate']);
  });
});

describe('the first request of a caller', () => {
  test("that is refused fails where every value was the target's own", async () => {
    const { context } = contextOf({ 'loan-product': [COMPLETE, COMPLETE] });
    const sent = await sendOwn(context, 'request-loan');
    expect(await errorOf(() => expectFirstAccepted(sent, 'it'))).toBeInstanceOf(Deviation);
  });

  test('that is refused is not tested where a value was made up, and names it', async () => {
    const { bvn: _, ...entry } = COMPLETE as StateValues['loan-product'];
    const { context } = contextOf({ 'loan-product': [entry, entry] });
    const sent = await sendOwn(context, 'request-loan');
    const error = await errorOf(() => expectFirstAccepted(sent, 'it'));
    expect(error).toBeInstanceOf(MadeUpRefused);
    expect(error).toMatchObject({ missing: 'values for loan-product: bvn' });
    expect(String(error)).toContain('(HTTP 422, no body); supply values for loan-product: bvn.');
  });

  test('that gets a 5xx fails whatever was made up', async () => {
    const { context } = contextOf({ 'loan-product': [PRODUCT] }, () => ({ status: 500 }));
    const sent = await sendOwn(context, 'request-loan');
    expect(await errorOf(() => expectFirstAccepted(sent, 'it'))).toBeInstanceOf(Deviation);
  });
});

describe('a later request that is refused', () => {
  const lending = { host: 'lending' as const };

  test('fails where it succeeds without what it is about, whatever was made up', async () => {
    const answer: Answer = ({ host }) => ({ status: host === 'lending' ? 404 : 200 });
    const { context } = contextOf({ 'loan-product': [PRODUCT, PRODUCT] }, answer);
    const sent = await sendOwn(context, 'request-loan', lending);
    expect(await errorOf(() => expectAccepted(context, sent, 'it'))).toBeInstanceOf(Deviation);
  });

  test('is not tested where it is refused without that too and the customer is shared', async () => {
    const { context } = contextOf({ 'loan-product': [COMPLETE, COMPLETE] });
    const sent = await sendOwn(context, 'request-loan', lending);
    expect(await errorOf(() => expectAccepted(context, sent, 'it'))).toMatchObject({
      missing: 'values for loan-product: email, password',
    });
  });

  test("fails where everything was the target's own and met for the first time", async () => {
    const { context } = contextOf({ 'loan-product': [PRODUCT, own('x@b.example')] });
    const sent = await sendOwn(context, 'request-loan', lending);
    expect(await errorOf(() => expectAccepted(context, sent, 'it'))).toBeInstanceOf(Deviation);
    expect(await errorOf(() => expectAcceptedAlone(sent, 'it'))).toBeInstanceOf(Deviation);
  });

  test('fails with a 5xx, and nothing more is sent', async () => {
    const { context, sent: requests } = contextOf({ 'loan-product': [PRODUCT] }, () => ({
      status: 503,
    }));
    const sent = await sendOwn(context, 'request-loan', lending);
    expect(await errorOf(() => expectAccepted(context, sent, 'it'))).toBeInstanceOf(Deviation);
    expect(requests).toHaveLength(1);
  });

  test('of a repayment names the amount where that was made up', async () => {
    const loan = { ...LOAN, email: 'x@b.example', password: 'pw' } as StateValues['active-loan'];
    const { context } = contextOf({ 'active-loan': [loan, loan, loan] });
    const sent = await sendOwn(context, 'repay-loan');
    expect(await errorOf(() => expectAccepted(context, sent, 'it'))).toMatchObject({
      missing: 'values for active-loan: repaymentAmount',
    });
  });
});
