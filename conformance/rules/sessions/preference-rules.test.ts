import { describe, expect, it } from 'vitest';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { Judgements } from '../judgements.ts';
import { preferenceRules } from './preference-rules.ts';

const USERS = {
  customer: { email: 'ada@example.test', password: 'secret' },
  manager: { email: 'ngozi@example.test', password: 'secret' },
  otherManager: { email: 'kofi@example.test', password: 'secret' },
};

/** Judgements of a run in which everybody has logged in; the token is the user's name. */
function judging(id: string) {
  const judgements = new Judgements(
    preferenceRules.filter((rule) => rule.id === `fetch-organisation-preference.${id}`),
    { users: USERS },
  );
  for (const [user, { email }] of Object.entries(USERS)) {
    judgements.judge('login', { body: { email } }, exchangeStub(200, { access_token: user }));
  }
  return {
    told: (user: string, body: unknown, status = 200) =>
      judgements.judge(
        'fetch-organisation-preference',
        { as: { accessToken: user } },
        exchangeStub(status, body),
      ),
    tally: () => judgements.of(`fetch-organisation-preference.${id}`),
  };
}

describe('the preferences of users of two tenants', () => {
  it('are never those of each other, once they were different', () => {
    const { told, tally } = judging('own.everywhere');
    told('manager', { data: { organisationId: 'o-1', platform: 'p' } });
    told('customer', { data: { organisationId: 'o-1' } });
    told('otherManager', { data: { organisationId: 'o-2' } });
    expect(tally()).toMatchObject({ judged: 3, broken: 0 });
    told('otherManager', { data: { organisationId: 'o-1' } });
    expect(tally()).toMatchObject({ judged: 4, broken: 1 });
  });

  it('may have one number where each tenant counts its own, until a user is told both', () => {
    const { told, tally } = judging('own.everywhere');
    told('manager', { data: { organisationId: 1 } });
    told('customer', { data: { organisationId: 2 } });
    told('otherManager', { data: { organisationId: 1 } });
    expect(tally()).toMatchObject({ judged: 3, broken: 0 });
    told('otherManager', { data: { organisationId: 2 } });
    told('customer', { data: { organisationId: 2 } });
    expect(tally()).toMatchObject({ judged: 5, broken: 1 });
  });

  it('may name one platform for all, and may name nothing', () => {
    const { told, tally } = judging('own.everywhere');
    for (const user of ['manager', 'otherManager', 'manager']) {
      told(user, { tenant: { id: 'all' }, currency: 'NGN' });
      told(user, { theme: 'dark' });
    }
    expect(tally()).toMatchObject({ judged: 3, broken: 0 });
  });

  it('are of the same organisation each time, whatever else they tell', () => {
    const { told, tally } = judging('same-everywhere');
    told('manager', { organisation: 'o-1', at: 1 });
    told('manager', { organisation: 'o-1', at: 2 });
    told('otherManager', { organisation: 'o-2' });
    expect(tally()).toMatchObject({ judged: 1, broken: 0 });
    told('manager', { organisation: 'o-3' });
    expect(tally()).toMatchObject({ judged: 2, broken: 1 });
  });
});

describe('a refusal of the preference', () => {
  it('holds none of it, and may say whom it refuses', () => {
    const { told, tally } = judging('refusal-holds-nothing');
    const data = { tenantId: 't-1', currency: 'NGN', theme: 'dark' };
    told('manager', { status: 'SUCCESS', data });
    told('manager', { status: 'FAILED', message: 'no', data: { tenantId: 't-1' } }, 401);
    expect(tally()).toMatchObject({ judged: 1, broken: 0 });
    told('manager', { status: 'FAILED', data }, 401);
    expect(tally()).toMatchObject({ judged: 2, broken: 1 });
  });

  it('may have what all answers of a vendor have', () => {
    const { told, tally } = judging('refusal-holds-nothing');
    const common = { _links: { self: '/' }, build: '6.14', length: 0, region: 'west' };
    told('manager', { ...common, tenantId: 't-1' });
    told('manager', { ...common, message: 'no' }, 401);
    expect(tally()).toMatchObject({ judged: 1, broken: 0 });
    told('manager', { ...common, tenantId: 't-1' }, 401);
    expect(tally()).toMatchObject({ judged: 2, broken: 1 });
  });
});
