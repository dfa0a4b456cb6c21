import { describe, expect, it } from 'vitest';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { LivingTokens } from './living-tokens.ts';

interface Sent {
  token?: string;
  bearer?: string;
  body?: object;
  uuid?: string;
  status?: number;
  gives?: object;
  path?: string;
}

/** Requests of a run, of which some are under way beside each other. */
function run() {
  const living = new LivingTokens();
  const renews = (token: string, refreshToken: string) =>
    living.sends('refresh', { body: { refresh_token: refreshToken } }, { 'x-auth-token': token })
      .renews;
  const begin = (endpoint: EndpointName, sent: Sent) => {
    const { token, bearer, body, uuid = 'device', status = 200, gives = {}, path = '/list' } = sent;
    const headers = {
      uuid,
      ...(token !== undefined && { 'x-auth-token': token }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    };
    const exchange = exchangeStub(status, gives, {
      request: { url: `http://target.invalid${path}`, headers },
      startedAt: new Date().toISOString(),
    });
    const mark = living.sends(endpoint, { body }, headers);
    return () => ({ exchange, lives: living.answered(endpoint, mark, exchange, status === 200) });
  };
  const send = (endpoint: EndpointName, sent: Sent) => begin(endpoint, sent)().lives;
  const login = (user: string, token: string, uuid = 'device') =>
    send('login', {
      body: { email: `${user}@example.test` },
      uuid,
      gives: { access_token: token, refresh_token: `refresh ${token}` },
    });
  const list = (token: string, more: Sent = {}) => send('awaiting-payments', { token, ...more });
  return { begin, send, login, list, renews };
}

describe('a token that is logged out', () => {
  const out = (token: string, status?: number): Sent => ({
    ...{ token, body: {}, path: '/logout' },
    ...(status !== undefined && { status }),
  });

  it('has to be taken, as it was given by a login before', () => {
    const { login, send } = run();
    login('ada', 'A');
    send('logout', out('A'));
    login('ada', 'B');
    expect(send('logout', out('B'))).toBe(true);
    login('ada', 'C');
    expect(send('logout', out('C', 401))).toBe(true);
    expect(send('logout', out('C', 401))).toBeUndefined();
  });

  it('may be dead where its user does something meanwhile', () => {
    const { login, send, begin } = run();
    login('ada', 'A');
    send('logout', out('A'));
    login('ada', 'B');
    const refused = begin('logout', out('B', 401));
    login('ada', 'C');
    expect(refused().lives).toBeUndefined();
  });

  it('was refused wrongly where another of its user is taken', () => {
    const { login, send } = run();
    login('ada', 'A');
    expect(send('logout', out('A', 401))).toBeUndefined();
    login('ada', 'B');
    expect(send('logout', out('B'))).toMatchObject({ response: { status: 401 } });
  });
});

describe('a token that was served', () => {
  it('has to work for the same request again', () => {
    const { login, list } = run();
    login('ada', 'A');
    expect(list('A')).toBeUndefined();
    expect(list('A')).toBe(true);
    expect(list('A', { status: 401 })).toBe(true);
    expect(list('A', { status: 401 })).toBeUndefined();
  });

  it('has to work from another device where its user was served there, unless somebody logged in on it', () => {
    const { login, list } = run();
    login('ada', 'A');
    list('A', { uuid: 'other' });
    login('ada', 'B');
    list('B');
    expect(list('B', { uuid: 'third', status: 401 })).toBeUndefined();
    expect(list('B', { uuid: 'other', status: 401 })).toBe(true);
    login('ben', 'C', 'other');
    expect(list('B', { uuid: 'other', status: 401 })).toBeUndefined();
  });

  it('has to work after what another user did', () => {
    const { login, list, send } = run();
    login('ada', 'A', 'one');
    login('ben', 'B', 'two');
    list('A', { uuid: 'one' });
    send('refresh', { token: 'B', body: { refresh_token: 'refresh B' }, uuid: 'two' });
    send('logout', { token: 'B', body: {}, uuid: 'two' });
    expect(list('A', { status: 401, uuid: 'one' })).toBe(true);
  });

  it.each<[string, (part: ReturnType<typeof run>) => unknown]>([
    ['a login of its user', ({ login }) => login('ADA', 'other', 'elsewhere')],
    ['a login on its device', ({ login }) => login('ben', 'B')],
    ['a logout of its user', ({ send }) => send('logout', { token: 'A', body: {} })],
    [
      'a refresh with a refresh token of its user',
      ({ send }) => send('refresh', { token: 'B', body: { refresh_token: 'refresh A' } }),
    ],
    ['a logout by nobody knows whom', ({ send }) => send('logout', { token: '?', body: {} })],
    ['a request from another device', ({ list }) => list('A', { uuid: 'other', status: 403 })],
  ])('may be dead after %s', (_, happens) => {
    const one = run();
    one.login('ben', 'B', 'two');
    one.login('ada', 'A');
    one.list('A');
    happens(one);
    expect(one.list('A', { status: 401 })).toBeUndefined();
  });

  it('need not work on a device that it was not served on, nor beside another', () => {
    const { login, list, send } = run();
    login('ada', 'A');
    list('A');
    expect(list('A', { uuid: 'other', status: 401 })).toBeUndefined();
    list('A');
    login('ben', 'B', 'two');
    expect(send('awaiting-payments', { token: 'A', bearer: 'B', status: 401 })).toBeUndefined();
  });

  it('may be dead while its user logs in', () => {
    const { begin, login, list } = run();
    login('ada', 'A');
    list('A');
    const end = begin('login', { body: { email: 'ada@example.test' }, uuid: 'other' });
    expect(list('A', { status: 401 })).toBeUndefined();
    end();
  });

  it('may be dead where its user logged out while it was given', () => {
    const { begin, login, list, renews } = run();
    login('ada', 'A');
    list('A');
    const refreshed = begin('refresh', {
      token: 'A',
      body: { refresh_token: 'refresh A' },
      gives: { access_token: 'B', refresh_token: 'refresh B' },
    });
    const loggedOut = begin('logout', { token: 'A', body: {} });
    loggedOut();
    refreshed();
    expect(list('B', { status: 401 })).toBeUndefined();
    expect(renews('B', 'refresh B')).toBe(false);
  });

  it('is not known to have lived where it was asked before its user logged in', () => {
    const { begin, login, list } = run();
    login('ada', 'A');
    list('A');
    const asked = begin('awaiting-payments', { token: 'A' });
    login('ada', 'other', 'elsewhere');
    asked();
    expect(list('A', { status: 401 })).toBeUndefined();
  });

  it('may be refused what its user was never served', () => {
    const { login, list } = run();
    login('ada', 'A');
    list('A');
    expect(list('A', { path: '/another', status: 401 })).toBeUndefined();
  });
});

it('tells of a token that was refused at once what its user is served with the next', () => {
  const { begin, login, list } = run();
  login('ada', 'A');
  const { exchange } = begin('awaiting-payments', { token: 'A', status: 401 })();
  login('ada', 'B');
  expect(list('B')).toBe(exchange);
});

describe('a refresh token', () => {
  it('has to work once, right after it was given', () => {
    const { login, renews } = run();
    login('ada', 'A');
    expect(renews('A', 'refresh A')).toBe(true);
    expect(renews('A', 'refresh A')).toBe(false);
  });

  it('need not work for another, nor after its user logged in once more, nor made up', () => {
    const { login, renews } = run();
    login('ada', 'A');
    login('ben', 'B');
    expect(renews('A', 'refresh B')).toBe(false);
    expect(renews('A', 'made up')).toBe(false);
    login('ben', 'C');
    login('ben', 'D');
    expect(renews('C', 'refresh C')).toBe(false);
  });
});
