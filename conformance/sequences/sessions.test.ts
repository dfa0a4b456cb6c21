import { describe, expect, it } from 'vitest';
import { DEFAULT_SEED } from '../../contract/register/version.ts';
import { NotSupplied } from '../../target/states/not-supplied.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import type { Exchange } from '../http/exchange.ts';
import { Deviation, Inconclusive } from '../outcome.ts';
import { exchangeStub } from '../testing/exchange-stub.ts';
import { sessionModel } from './session-model.ts';
import { sessionSequenceChecks } from './sessions.ts';

/** Tokens of a target in memory, and what a case makes of each request. */
interface World {
  /** whose token it is, as long as it is alive */
  alive: Map<string, string>;
  /** whose refresh token it is */
  renewing: Map<string, string>;
  given: string[];
}

type Quirk = (world: World, endpoint: string, user: string, token: string) => void;

const USERS = ['customer', 'otherCustomer', 'manager'];

/** A context whose target keeps sessions rightly, but for what `quirk` does after each success. */
function contextOf(quirk: Quirk = () => {}, isBeside = false) {
  const world: World = { alive: new Map(), renewing: new Map(), given: [] };
  const shown: (readonly Exchange[])[] = [];
  let requests = 0;
  const give = (user: string) => {
    const token = `access-${world.given.length}`;
    world.given.push(token);
    world.alive.set(token, user);
    world.renewing.set(`refresh-${token}`, user);
    return { access_token: token, expires_in: 3600, refresh_token: `refresh-${token}` };
  };
  const answer = (endpoint: string, { as, body }: CallOptions): [number, unknown] => {
    if (endpoint === 'login') {
      const user = String((body as { email: string }).email).split('@')[0] ?? '';
      const given = give(user);
      quirk(world, endpoint, user, given.access_token);
      return [200, given];
    }
    const token = as?.accessToken ?? '';
    const user = world.alive.get(token);
    if (user === undefined) {
      return [401, { message: 'unknown token' }];
    }
    if (endpoint === 'refresh') {
      const sent = String((body as { refresh_token: unknown }).refresh_token);
      if (world.renewing.get(sent) !== user) {
        return [401, { message: 'spent' }];
      }
      world.renewing.delete(sent);
      const given = give(user);
      quirk(world, endpoint, user, given.access_token);
      return [200, given];
    }
    if (endpoint === 'logout') {
      world.alive.delete(token);
    }
    quirk(world, endpoint, user, token);
    return [200, {}];
  };
  const call = async (endpoint: string, options: CallOptions) => {
    requests += 1;
    const [status, body] = answer(endpoint, options);
    return exchangeStub(status, body, {
      request: { url: `http://target.invalid/${endpoint}` },
    });
  };
  const emailOf = (user: string) => `${user}@b.example`;
  const context = {
    seed: DEFAULT_SEED,
    isBeside,
    target: {
      users: Object.fromEntries(
        USERS.map((user) => [user, { email: emailOf(user), password: 'pw' }]),
      ),
    },
    state: async () => ({ currency: 'NGN', fromDate: '01/01/2026', toDate: '02/01/2026' }),
    // Sessions of the run are others than those that are played with.
    session: async (user: string) => {
      world.alive.set(`session of ${user}`, user);
      return { user, accessToken: `session of ${user}`, userId: user };
    },
    passed: async () => false,
    leaveSessions: () => {},
    shared: (_key: string, make: (own: CheckContext) => unknown) => make(context),
    call,
    showOnly: (exchanges: readonly Exchange[]) => shown.push(exchanges),
  } as unknown as CheckContext;
  return { context, shown, requests: () => requests };
}

async function broken(quirk: Quirk, isBeside = false) {
  const { context, shown } = contextOf(quirk, isBeside);
  const error: unknown = await sessionSequenceChecks[0]?.run(context).catch((e: unknown) => e);
  return { error, shown };
}

const othersOf = ({ alive }: World, user: string) =>
  [...alive].filter(([, holder]) => holder !== user).map(([token]) => token);

const ownOf = ({ alive }: World, user: string, but: string) =>
  [...alive].filter(([token, holder]) => holder === user && token !== but).map(([token]) => token);

describe('sequences of sessions', () => {
  it('are played through in few requests where every session is kept apart', async () => {
    const { context, shown, requests } = contextOf();
    await sessionSequenceChecks[0]?.run(context);
    expect(shown).toEqual([]);
    expect(requests()).toBeGreaterThan(60);
    expect(requests()).toBeLessThanOrEqual(240);
  });

  it('are played one by one where together they need more sessions than a user may have', async () => {
    let logins = 0;
    const full: Quirk = (_, endpoint) => {
      logins += endpoint === 'login' ? 1 : 0;
      if (endpoint === 'login' && logins === 6) {
        throw new NotSupplied('user who may have more sessions open', 'is not supplied');
      }
    };
    const logoutOfOthers: Quirk = (world, endpoint, user, token) => {
      full(world, endpoint, user, token);
      for (const other of endpoint === 'logout' ? othersOf(world, user) : []) {
        world.alive.delete(other);
      }
    };
    const { context } = contextOf(full, true);
    await sessionSequenceChecks[0]?.run(context);
    expect(logins).toBeGreaterThan(12);
    logins = 0;
    expect((await broken(logoutOfOthers, true)).error).toBeInstanceOf(Deviation);
  });

  it.each<[string, Quirk]>([
    [
      'a login ends the older sessions of its user',
      (world, endpoint, user, token) => {
        if (endpoint === 'login') {
          for (const other of ownOf(world, user, token)) {
            world.alive.delete(other);
          }
        }
      },
    ],
    [
      'a logout ends all sessions of its user',
      (world, endpoint, user, token) => {
        if (endpoint === 'logout') {
          for (const other of ownOf(world, user, token)) {
            world.alive.delete(other);
          }
        }
      },
    ],
    [
      'a refresh ends the tokens before it',
      (world, endpoint, user, token) => {
        if (endpoint === 'refresh') {
          for (const other of ownOf(world, user, token)) {
            world.alive.delete(other);
          }
        }
      },
    ],
    [
      'a login spends the older refresh tokens of its user',
      (world, endpoint, user, token) => {
        if (endpoint !== 'login') {
          return;
        }
        for (const [each, holder] of world.renewing) {
          if (holder === user && each !== `refresh-${token}`) {
            world.renewing.delete(each);
          }
        }
      },
    ],
  ])('blame nobody where %s, which is open', async (_, quirk) => {
    expect((await broken(quirk)).error).toBeUndefined();
  });

  it('show the shortest steps in which a logout of one user ends the session of another', async () => {
    const { error, shown } = await broken((world, endpoint, user) => {
      const [first] = endpoint === 'logout' ? othersOf(world, user).slice(-1) : [];
      if (first) {
        world.alive.delete(first);
      }
    });
    expect(error).toBeInstanceOf(Deviation);
    expect(String(error)).toMatch(
      /which nothing has ended, to succeed, got HTTP 401.*, by these steps: 1\. login (\w+) \(gives token 1\) 2\. login (\w+) \(gives token 2\) 3\. logout with token (?:1 of \1 4\. [\w-]+ with token 2 of \2|2 of \2 4\. [\w-]+ with token 1 of \1)\.$/,
    );
    expect(shown).toHaveLength(1);
    expect(shown[0]?.map(({ request }) => request.url.split('/').at(-1))).toEqual([
      ...['login', 'login', 'logout'],
      expect.stringMatching(/fetch-organisation-preference|awaiting-payments|portfolios/),
    ]);
  });

  it('see a logged-out token come back to life at the next login of its user', async () => {
    const ended: [string, string][] = [];
    const { error } = await broken((world, endpoint, user, token) => {
      if (endpoint === 'logout') {
        ended.push([token, user]);
      }
      if (endpoint !== 'login') {
        return;
      }
      for (const [each, holder] of ended) {
        if (holder === user) {
          world.alive.set(each, holder);
        }
      }
    });
    expect(String(error)).toMatch(/which was logged out, got HTTP 200/);
  });

  it('see a token of a refresh survive its logout', async () => {
    const refreshed = new Set<string>();
    const { error } = await broken((world, endpoint, user, token) => {
      if (endpoint === 'refresh') {
        refreshed.add(token);
      }
      if (endpoint === 'logout' && refreshed.has(token)) {
        world.alive.set(token, user);
      }
    });
    expect(String(error)).toMatch(
      /which was logged out, got HTTP 200.* refresh with token .* logout with token /,
    );
  });

  it('see a session that can be refreshed once only', async () => {
    const { error } = await broken((world, endpoint, _, token) => {
      if (endpoint === 'refresh') {
        world.renewing.delete(`refresh-${token}`);
      }
    });
    expect(String(error)).toMatch(
      /a token for a refresh with .* of a living session, got HTTP 401/,
    );
  });

  it('pass on what is no deviation, such as a target that gives no answer', async () => {
    const { context } = contextOf(() => {
      throw new RangeError('gone');
    });
    await expect(sessionSequenceChecks[0]?.run(context)).rejects.toThrow('gone');
  });
});

describe('the model of sessions', () => {
  const refused = exchangeStub(409, { message: 'log out first' });
  const login = {
    action: { kind: 'login', user: 'customer', gives: 9 },
    exchange: refused,
  } as const;
  const open = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, number) => [
        number,
        { user: 'customer', is: 'alive', renewable: true } as const,
      ]),
    );

  it('breaks where a login is refused, but tells nothing of a user who has many sessions', () => {
    expect(() => sessionModel.next(open(4), login)).toThrow(Deviation);
    expect(() => sessionModel.next(open(5), login)).toThrow(Inconclusive);
  });
});
