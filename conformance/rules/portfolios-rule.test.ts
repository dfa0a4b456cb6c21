import { describe, expect, it } from 'vitest';
import { exchangeStub } from '../testing/exchange-stub.ts';
import { Judgements } from './judgements.ts';
import { portfoliosRules } from './portfolios-rule.ts';

const ADA = '8f0c7a52-53c1-4f0e-a8bb-0a4a1d7c2b11';
const OBI = '3d9cd318-b812-4775-90e8-cc5dc4a686c4';
const USERS = {
  customer: { email: 'ada@example.test', password: 'secret' },
  otherCustomer: { email: 'obi@example.test', password: 'secret' },
};

/** Judgements of a run in which both customers have logged in and Ada was listed the own portfolio. */
function judging() {
  const judgements = new Judgements(portfoliosRules, { users: USERS });
  for (const [user, { email }] of Object.entries(USERS)) {
    judgements.judge('login', { body: { email } }, exchangeStub(200, { access_token: user }));
  }
  const lists = (
    user: keyof typeof USERS,
    id: string,
    body: unknown,
    query: Record<string, number> = { size: 10 },
  ) =>
    judgements.judge(
      'portfolios',
      { as: { accessToken: user }, path: { 'customer-id': id }, query },
      exchangeStub(200, body),
    );
  lists('customer', ADA, { data: [{ id: 'p-1', customerId: ADA }] });
  return {
    lists,
    tally: (id = 'portfolios.entries-of-nobody-else') => judgements.of(id),
  };
}

describe('the portfolios of a customer', () => {
  it('name no other customer, whatever the field is called and however the id is written', () => {
    const { lists, tally } = judging();
    lists('otherCustomer', OBI, {
      page: { list: [{ id: 'p-1', owner: { ref: ADA.toUpperCase() } }] },
    });
    expect(tally()).toMatchObject({ judged: 1, broken: 1 });
  });

  it('may be held with another, name the own customer or nobody', () => {
    const { lists, tally } = judging();
    lists('otherCustomer', OBI, [
      { id: 'p-2', holders: [OBI, ADA] },
      { id: 'p-3', customerId: OBI },
    ]);
    lists('otherCustomer', OBI, [{ id: 'p-4' }]);
    expect(tally()).toMatchObject({ judged: 2, broken: 0 });
  });

  it('may have an identifier that is the one of another customer, too', () => {
    const { lists, tally } = judging();
    lists('otherCustomer', OBI, [{ id: ADA, customerId: null }, { productId: ADA.toUpperCase() }]);
    expect(tally()).toMatchObject({ judged: 1, broken: 0 });
  });

  it('may hold a number that is the id of another customer, too', () => {
    const { lists, tally } = judging();
    lists('otherCustomer', '6', [{ id: 'p-2', customerId: '6' }]);
    lists('customer', ADA, [{ id: 'p-1', customerId: ADA, months: '6' }]);
    lists('customer', ADA, [{ id: 'p-1', customerId: null, months: '6' }]);
    expect(tally()).toMatchObject({ broken: 0 });
  });

  it('say nothing while only one customer was listed any', () => {
    expect(judging().tally()).toMatchObject({ judged: 0, broken: 0 });
  });
});

describe('a page of portfolios', () => {
  const [one, other, third] = [1, 2, 3].map((amountInvested) => ({ amountInvested }));

  it('holds none twice that the whole list holds once', () => {
    const { lists, tally } = judging();
    lists('otherCustomer', OBI, [one, other, third]);
    lists('otherCustomer', OBI, [one, one], { size: 2 });
    expect(tally('portfolios.page.once')).toMatchObject({ judged: 2, broken: 1 });
  });

  it('holds two that are told alike as often as the whole list does', () => {
    const { lists, tally } = judging();
    lists('otherCustomer', OBI, [one, one, other]);
    lists('otherCustomer', OBI, [one, one], { size: 2 });
    expect(tally('portfolios.page.once')).toMatchObject({ judged: 2, broken: 0 });
  });

  it('says nothing before the whole list was told', () => {
    const { lists, tally } = judging();
    lists('otherCustomer', OBI, [one, one], { size: 2 });
    expect(tally('portfolios.page.once')).toMatchObject({ judged: 0, broken: 0 });
  });
});

describe('a page of portfolios without a size', () => {
  const ID = 'portfolios.size.default-each-time';
  // Of which nothing was told before.
  const LONG = 'c-long';
  const all = Array.from({ length: 12 }, (_, amountInvested) => ({ amountInvested }));

  it('holds ten of more, and no other number', () => {
    const { lists, tally } = judging();
    lists('customer', LONG, all, { size: 50 });
    lists('customer', LONG, all.slice(0, 10), {});
    expect(tally(ID)).toMatchObject({ judged: 1, broken: 0 });
    lists('customer', LONG, all, {});
    lists('customer', LONG, all.slice(0, 5), { page: 1 });
    expect(tally(ID)).toMatchObject({ judged: 3, broken: 2 });
  });

  it('may hold fewer where it is a later one', () => {
    const { lists, tally } = judging();
    lists('customer', LONG, all, { size: 50 });
    lists('customer', LONG, all.slice(0, 10), { page: 1 });
    lists('customer', LONG, all.slice(10), { page: 2 });
    expect(tally(ID)).toMatchObject({ judged: 2, broken: 0 });
  });

  it('may hold something beside the portfolios each time', () => {
    const { lists, tally } = judging();
    const heads = ['invested', 'payable'];
    lists('customer', LONG, [heads, ...all], { size: 50 });
    lists('customer', LONG, [heads, ...all.slice(0, 10)], { page: 1 });
    expect(tally(ID)).toMatchObject({ judged: 0, broken: 0 });
  });

  it('says nothing where no more than ten are known, or a size was named', () => {
    const { lists, tally } = judging();
    lists('otherCustomer', OBI, all.slice(0, 3), {});
    lists('customer', LONG, all, { size: 50 });
    lists('customer', LONG, all.slice(0, 3), { size: 3 });
    expect(tally(ID)).toMatchObject({ judged: 0, broken: 0 });
  });
});

describe('what a portfolio is told of', () => {
  const ID = 'portfolios.entry-details-each-time';
  const PLACES = { data: [{ id: 'p-1', fund: 'Bonds' }] };

  it('is more than an id where it was before, and may be another number of fields', () => {
    const { lists, tally } = judging();
    lists('otherCustomer', OBI, PLACES);
    lists('otherCustomer', OBI, { data: [{ id: 'p-1', fund: 'Bonds', amount: 3 }] });
    expect(tally(ID)).toMatchObject({ judged: 1, broken: 0 });
    lists('otherCustomer', OBI, { data: [...PLACES.data, { id: 'p-2' }] });
    expect(tally(ID)).toMatchObject({ judged: 2, broken: 1 });
  });

  it('may be an id alone where nobody was told more', () => {
    const { lists, tally } = judging();
    lists('otherCustomer', OBI, { data: [{ id: 'p-1' }] });
    lists('otherCustomer', OBI, { data: [{ id: 'p-2' }] });
    expect(tally(ID)).toMatchObject({ judged: 1, broken: 0 });
  });
});
