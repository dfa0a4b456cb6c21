import { describe, expect, it } from 'vitest';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { FORMS } from './other-forms.ts';
import { TakenForms } from './taken-forms.ts';

const nothing = new Set<string>();

/** Forms, of which these endpoints have taken all that nobody may refuse. */
function formsBeside(...endpoints: EndpointName[]): TakenForms {
  const forms = new TakenForms();
  for (const endpoint of endpoints) {
    for (const form of FORMS.filter((each) => each.saysNoMore && each.fits(endpoint))) {
      forms.tried(endpoint, 'customer', [form], true);
    }
  }
  return forms;
}

describe('the forms of headers that a target has taken', () => {
  it('are tried together first, one of each part, and each by itself once that was refused', () => {
    const forms = formsBeside('repay-loan');
    const together = forms.untried('repay-loan', 'customer', nothing);
    expect(together.map(({ part }) => part)).toEqual([
      'x-fapi-auth-date',
      'x-fapi-customer-ip-address',
      'x-idempotency-key',
      'token',
    ]);
    forms.tried('repay-loan', 'customer', together, false);
    const alone = [];
    for (let tried = forms.untried('repay-loan', 'customer', nothing); tried.length > 0; ) {
      alone.push(tried.length);
      forms.tried('repay-loan', 'customer', tried, tried[0]?.part !== 'x-idempotency-key');
      tried = forms.untried('repay-loan', 'customer', nothing);
    }
    expect(alone).toEqual([1, 1, 1, 1, 1]);
    expect([...forms.taken('repay-loan', 'customer').keys()]).toEqual([
      'x-fapi-auth-date',
      'x-fapi-customer-ip-address',
      'token',
      'content-type',
      'names',
      'indented',
    ]);
  });

  it('come apart from those that nobody may refuse once all were refused together', () => {
    const forms = new TakenForms();
    const owed = ['authorization', 'content-type', 'names', 'indented', 'escaped', 'exponents'];
    const all = forms.untried('repay-loan', 'customer', nothing);
    expect(all.map(({ part }) => part)).toEqual(expect.arrayContaining(owed));
    // What is shown of the names of headers is shown of that of the token.
    expect(all.map(({ part }) => part)).not.toContain('token');
    forms.tried('repay-loan', 'customer', all, false);
    const first = forms.untried('repay-loan', 'customer', nothing);
    expect(first.map(({ part }) => part)).toEqual(owed);
    forms.tried('repay-loan', 'customer', first, false);
    expect(forms.untried('repay-loan', 'customer', nothing)).toHaveLength(1);
    for (const form of FORMS.filter(({ saysNoMore }) => saysNoMore)) {
      forms.tried('repay-loan', 'customer', [form], true);
    }
    expect(forms.untried('repay-loan', 'customer', nothing)).toHaveLength(4);
  });

  it('are refused only once they were often, where they say no more than the usual one', () => {
    const forms = new TakenForms();
    const [form] = FORMS.filter(({ saysNoMore, part }) => saysNoMore && part !== 'authorization');
    for (const times of [1, 2, 3, 4]) {
      expect(forms.hasNotShown('refresh'), `${times}`).toBe(true);
      expect(forms.untried('refresh', 'customer', nothing)).toContain(form);
      forms.tried('refresh', 'customer', form ? [form] : [], false);
    }
    expect(forms.untried('refresh', 'customer', nothing)).not.toContain(form);
    for (const other of FORMS.filter(({ saysNoMore }) => saysNoMore)) {
      forms.tried('refresh', 'customer', [other], true);
    }
    expect(forms.hasNotShown('refresh')).toBe(false);
  });

  it('are of a platform, a device or a header of the token only for users who were served so', () => {
    const forms = formsBeside('logout');
    const ofManager = forms.untried('logout', 'manager', nothing);
    forms.tried('logout', 'manager', ofManager, true);
    const ofAnybody = ['content-type', 'names', 'indented'];
    const all = ['uuid', 'platform', 'token', ...ofAnybody];
    expect([...forms.taken('logout', 'manager').keys()]).toEqual(all);
    // Who reads JSON is the endpoint, whoever sends it.
    expect([...forms.taken('logout', 'cashier').keys()]).toEqual(ofAnybody);
    forms.tried('logout', 'cashier', forms.untried('logout', 'cashier', nothing), false);
    forms.tried('logout', 'cashier', forms.untried('logout', 'cashier', nothing), true);
    forms.tried('logout', 'cashier', forms.untried('logout', 'cashier', nothing), false);
    expect([...forms.taken('logout', 'cashier').keys()]).toEqual(['uuid', ...ofAnybody]);
    expect([...forms.taken('logout', 'manager').keys()]).toEqual(all);
  });

  it('are first those that nobody has sent an endpoint', () => {
    const forms = formsBeside('logout');
    const platforms = (['customer', 'manager', 'agent'] as const).map((user) => {
      const tried = forms.untried('logout', user, nothing);
      forms.tried('logout', user, tried, true);
      return tried.find(({ part }) => part === 'platform')?.name;
    });
    expect(platforms).toEqual(['platform: ANDROID', 'platform: IOS', 'platform: ANDROID']);
  });

  it('are of a login the platforms on which its user was served elsewhere, and each by itself', () => {
    const forms = formsBeside('portfolios', 'login');
    expect(forms.untried('login', 'customer', nothing)).toEqual([]);
    for (const user of ['customer', 'cashier']) {
      forms.tried('portfolios', user, forms.untried('portfolios', user, nothing), true);
    }
    const onlyPlatform = (user: string) =>
      forms.untried('login', user, nothing).filter(({ part }) => part === 'platform');
    const [tried] = onlyPlatform('customer');
    expect(tried?.name).toBe('platform: ANDROID');
    forms.tried('login', 'customer', tried ? [tried] : [], true);
    forms.tried('login', 'cashier', onlyPlatform('cashier'), false);
    expect(forms.taken('login', 'customer').get('platform')).toEqual([tried]);
    expect(forms.taken('login', 'cashier').size).toBe(0);
    expect(onlyPlatform('cashier')).toEqual([]);
  });

  it('leave alone what a request has of its own', () => {
    const given = new Set(['x-idempotency-key', 'x-fapi-auth-date', 'uuid']);
    const tried = formsBeside('request-loan').untried('request-loan', 'customer', given);
    expect(tried.map(({ part }) => part)).toEqual(['x-fapi-customer-ip-address', 'token']);
    const others = new TakenForms().untried('request-loan', 'customer', new Set(['names']));
    expect(others.map(({ part }) => part)).not.toContain('names');
  });

  it('leave the x-fapi headers out only where they are listed and not demanded', () => {
    const without = FORMS.filter(({ part }) => part === 'x-fapi');
    expect(without.map((form) => form.fits('portfolios'))).toEqual([true]);
    expect(without.map((form) => form.fits('update-application'))).toEqual([false]);
  });

  it('are known to another run that is told of them, and asked for no more', () => {
    const forms = new TakenForms();
    const [first, second] = forms.untried('repay-loan', 'customer', nothing);
    forms.tried(
      'repay-loan',
      'customer',
      [first].flatMap((form) => form ?? []),
      true,
    );
    const told = JSON.parse(JSON.stringify(forms.shown()));
    const next = new TakenForms(told);
    expect([...next.taken('repay-loan', 'customer').values()].flat()).toEqual([first]);
    const untried = next.untried('repay-loan', 'customer', nothing);
    expect(untried).not.toContain(first);
    // What was under way when it was told is tried anew.
    expect(untried).toContain(second);
  });
});
