import { describe, expect, it } from 'vitest';
import { NotSupplied } from '../../../target/states/not-supplied.ts';
import type { CallOptions } from '../../check-context.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { LeftSessions } from './left-sessions.ts';

const BODY = { email: 'a@assay.invalid', currentPassword: 'right' };

/** A target that lets a user have so many sessions, and what was logged out of it. */
function target(most: number, refusal = 409, isBeside = true) {
  const open: string[] = [];
  const ended: unknown[] = [];
  let logins = 0;
  const sessions = new LeftSessions({
    shared: { forgetUnread: (keys) => [...keys] },
    async without(_, act) {
      open.splice(open.indexOf('shared'), open.includes('shared') ? 1 : 0);
      await act();
      open.push('shared');
    },
    isRight: (body) => JSON.stringify(body) === JSON.stringify(BODY),
    async logout({ as }: CallOptions) {
      ended.push(as?.accessToken);
      const index = open.indexOf(String(as?.accessToken));
      open.splice(index, index === -1 ? 0 : 1);
    },
  });
  const login = (
    owner: string,
    body: object = BODY,
    check = owner,
    more: CallOptions = { meantToSucceed: true },
  ) =>
    sessions.follow(
      'login',
      { body, ...more },
      {
        check: { id: check, phase: 'sessions' },
        drawnBy: owner,
        isBeside,
        async send() {
          logins += 1;
          const isFull = open.length >= most || body !== BODY;
          if (!isFull) {
            open.push(`token ${logins}`);
          }
          return isFull
            ? exchangeStub(refusal)
            : exchangeStub(200, { access_token: `token ${logins}` });
        },
      },
    );
  return { sessions, login, open, ended, logins: () => logins };
}

describe('sessions that checks have left', () => {
  it.each([409, 200])('are logged out where another login is refused, by %i', async (refusal) => {
    const { sessions, login, ended } = target(2, refusal);
    await login('one');
    await login('other');
    sessions.ended('one');
    expect((await login('third')).response?.body).toContain('token 4');
    expect(ended).toEqual(['token 1']);
  });

  it('make room for all who are refused while they are logged out', async () => {
    const { sessions, login, ended } = target(2);
    await login('one');
    await login('one');
    sessions.ended('one');
    const both = await Promise.all([login('other'), login('third')]);
    expect(both.map(({ response }) => response?.status)).toEqual([200, 200]);
    expect(ended).toEqual(['token 1', 'token 2']);
  });

  it('are let alone while their check goes on, and where they are shared', async () => {
    const { login, ended } = target(2);
    await login('one');
    await login('what is shared');
    expect((await login('third')).response?.status).toBe(409);
    expect(ended).toEqual([]);
  });

  it('are let alone where a wrong password is refused', async () => {
    const { sessions, login, ended, logins } = target(2);
    await login('one');
    sessions.ended('one');
    await login('other', { ...BODY, currentPassword: 'wrong' });
    expect([ended, logins()]).toEqual([[], 2]);
  });

  it('are let alone where a login is refused that lacks a header', async () => {
    const { sessions, login, ended, logins } = target(1);
    await login('one');
    sessions.ended('one');
    await login('other', BODY, 'other', { headers: { uuid: null } });
    expect(ended).toEqual([]);
    expect(logins()).toBe(2);
  });

  it('make room by what is shared, too, where those that are left had ended before', async () => {
    const { sessions, login, open } = target(1, 409, false);
    await login('one');
    sessions.ended('one');
    open.splice(0);
    await login('what is shared', BODY, 'a reader');
    expect((await login('third')).response?.status).toBe(200);
  });

  it('are missing where a login is refused for the one that all share', async () => {
    const { login, open } = target(1, 409, false);
    open.push('shared');
    await expect(login('one')).rejects.toThrow(NotSupplied);
    await expect(login('another')).rejects.toThrow(NotSupplied);
    expect(open).toEqual(['shared']);
  });

  it('are not what a login lacks that is refused without any', async () => {
    const { login, open } = target(0, 409, false);
    open.push('shared');
    expect((await login('one')).response?.status).toBe(409);
    expect(open).toEqual(['shared']);
  });

  it('are one from before the checks, too', async () => {
    const { sessions, login, open, ended } = target(1);
    open.push('first');
    sessions.leave(BODY.email, { as: { accessToken: 'first' } });
    expect((await login('one')).response?.body).toContain('token 2');
    expect(ended).toEqual(['first']);
  });

  it('are all logged out in the end where a user may have so many', async () => {
    const { sessions, login, open } = target(2);
    await login('one');
    await login('other');
    sessions.ended('one');
    await login('third');
    await sessions.endAll();
    expect(open).toEqual([]);
  });

  it('are left alone in the end where nobody has met a limit', async () => {
    const { sessions, login, ended } = target(2);
    await login('one');
    await sessions.endAll();
    expect(ended).toEqual([]);
  });
});
