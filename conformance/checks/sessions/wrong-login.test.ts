import { describe, expect, it } from 'vitest';
import { NotSupplied } from '../../../target/states/not-supplied.ts';
import type { UserName } from '../../../target/target.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { wrongLogin } from './wrong-login.ts';

const USERS = {
  customer: { email: 'customer@b.example', password: 'right' },
  manager: { email: 'manager@b.example', password: 'right' },
};

/** A context of a target that answers logins by their body; tells what was sent, and how many at most at once. */
function contextOf(answer: (isRight: boolean, sent: number) => number) {
  const kept = new Map<string, Promise<unknown>>();
  const sent: { email: string; isRight: boolean }[] = [];
  const underWay = new Map<string, number>();
  let most = 0;
  let left = 0;
  const context = {
    target: { users: USERS },
    shared(key: string, make: () => Promise<unknown>) {
      const value = kept.get(key) ?? make();
      kept.set(key, value);
      return value;
    },
    evidence() {},
    leaveSessions() {
      left = sent.length;
    },
    async call(_: string, { body }: CallOptions) {
      const { email, currentPassword } = body as { email: string; currentPassword?: string };
      const isRight = currentPassword === 'right' && email.endsWith('@b.example');
      sent.push({ email, isRight });
      underWay.set(email, (underWay.get(email) ?? 0) + 1);
      most = Math.max(most, underWay.get(email) ?? 0);
      await Promise.resolve();
      underWay.set(email, (underWay.get(email) ?? 0) - 1);
      const status = answer(isRight, sent.length);
      return exchangeStub(status, isRight ? { access_token: 't' } : {});
    },
  } as unknown as CheckContext;
  return { context, sent, most: () => most, left: () => left };
}

const wrong = (user: UserName, currentPassword: string) => ({ user, change: { currentPassword } });

describe('wrong logins', () => {
  it('have a good login of their user before each, one by one, while others log in', async () => {
    const { context, sent, most } = contextOf((isRight) => (isRight ? 200 : 401));
    const all = (['customer', 'manager'] as const).flatMap((user) =>
      ['a', 'b', 'c'].map((password) => wrongLogin(context, wrong(user, password))),
    );
    await Promise.all(all);
    for (const { email } of Object.values(USERS)) {
      const own = sent.filter((each) => each.email === email).map(({ isRight }) => isRight);
      expect(own).toEqual([true, false, true, false, true, false]);
    }
    expect(most()).toBe(1);
    expect(sent.slice(0, 2).map(({ email }) => email)).toHaveLength(2);
  });

  it('are sent once, but where they are wanted anew', async () => {
    const { context, sent, left } = contextOf((isRight) => (isRight ? 200 : 401));
    await wrongLogin(context, wrong('customer', 'a'));
    await wrongLogin(context, wrong('customer', 'a'));
    expect(sent).toHaveLength(2);
    expect(left()).toBe(2);
    await wrongLogin(context, { ...wrong('customer', 'a'), anew: true });
    expect(sent).toHaveLength(4);
  });

  it('by another address, or none, need no good login', async () => {
    const { context, sent } = contextOf(() => 401);
    await wrongLogin(context, { user: 'customer', change: { email: 'nobody@assay.invalid' } });
    expect(sent.map(({ email }) => email)).toEqual(['nobody@assay.invalid']);
  });

  it('are none any more once a good one is refused or one is slowed down', async () => {
    for (const answer of [
      (isRight: boolean, count: number) => (isRight && count < 3 ? 200 : 401),
      (isRight: boolean, count: number) => (count > 1 ? 429 : isRight ? 200 : 401),
    ]) {
      const { context, sent } = contextOf(answer);
      const settled = await Promise.allSettled(
        ['a', 'b', 'c'].map((password) => wrongLogin(context, wrong('customer', password))),
      );
      const last = settled.at(-1);
      expect(last?.status === 'rejected' && last.reason).toBeInstanceOf(NotSupplied);
      expect(sent.length).toBeLessThan(4);
    }
  });
});
