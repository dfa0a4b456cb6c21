import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ROLES } from '../../contract/roles.ts';
import type { StandardUserName } from '../../fixtures/standard-users.ts';
import { type TestServer, testServer } from '../test-client.ts';
import { tokenHash } from '../tokens.ts';
import { extensionsOf } from './testing/call-extension.ts';

const DAY = 24 * 3600_000;

let server: TestServer;
beforeEach(() => {
  server = testServer();
});
const call = extensionsOf(() => server);

/** Whether a token is taken, by the status of an endpoint that all roles may call. */
const works = (token: string) =>
  server.call('fetch-organisation-preference', { token }).then(({ status }) => status);

const make = async (as: StandardUserName = 'manager', expiry = '1_MONTH') =>
  (await call('create-api-token', as, { body: { name: 'ci', expiry } })).body.data;

const list = async (as: StandardUserName = 'manager') =>
  (await call('list-api-tokens', as)).body.data.apiTokens;

describe('an API token', () => {
  it.each([
    ['24_HOURS', 1],
    ['1_MONTH', 30],
    ['3_MONTHS', 90],
    ['6_MONTHS', 180],
    ['1_YEAR', 365],
  ])('of %s works for %s days', async (expiry, days) => {
    const { token } = await make('manager', expiry);
    server.clock.advance(days * DAY - 1);
    expect(await works(token)).toBe(200);
    server.clock.advance(1);
    expect(await works(token)).toBe(401);
  });

  it.each(ROLES.map((role) => role.toLowerCase() as StandardUserName))(
    'is one of several that a %s has',
    async (user) => {
      const made = [await make(user), await make(user), await make(user)];
      expect(await list(user)).toHaveLength(3);
      for (const { token } of made) {
        expect(await works(token)).toBe(200);
      }
    },
  );

  it('is shown once, and stored as a hash alone', async () => {
    const { token, ...shown } = await make();
    expect(await list()).toEqual([shown]);
    const stored = server.db.prepare('SELECT * FROM api_tokens').all();
    expect(stored).toMatchObject([{ hash: tokenHash(token) }]);
    expect(server.db.serialize().includes(token)).toBe(false);
  });

  it.each([
    { name: '', expiry: '1_YEAR' },
    { name: 'ci', expiry: '2_YEARS' },
    { name: 'ci' },
    { expiry: '1_YEAR' },
  ])('is refused for %j', async (body) => {
    expect((await call('create-api-token', 'manager', { body })).status).toBe(400);
  });
});

describe('the last use of an API token', () => {
  it('is shown to the minute', async () => {
    const { token, lastUsedDate } = await make();
    expect(lastUsedDate).toBeNull();
    const shown = async () => (await list())[0].lastUsedDate;
    await works(token);
    expect(await shown()).toBe('2026-07-01T12:00:00.000Z');
    server.clock.advance(59_999);
    await works(token);
    expect(await shown()).toBe('2026-07-01T12:00:00.000Z');
    server.clock.advance(1);
    await works(token);
    expect(await shown()).toBe('2026-07-01T12:01:00.000Z');
  });

  it('is not told of a refused one, and refuses nobody when it cannot be written', async () => {
    const { token, id } = await make();
    server.dependencies.store.apiTokens.noteUse = () => {
      throw new Error('database is locked');
    };
    expect(await works(token)).toBe(200);
    await call('invalidate-api-token', 'manager', { id });
    expect(await works(token)).toBe(401);
    expect((await list())[0].lastUsedDate).toBeNull();
  });
});

describe('rotating', () => {
  it('gives another value and a lifetime anew; the old value is dead', async () => {
    const { token, ...made } = await make('manager', '24_HOURS');
    server.clock.advance(3600_000);
    const { token: second, ...rotated } = (
      await call('rotate-api-token', 'manager', { id: made.id })
    ).body.data;
    expect(rotated).toEqual({
      ...made,
      rotatedDate: '2026-07-01T13:00:00.000Z',
      expiryDate: '2026-07-02T13:00:00.000Z',
    });
    expect([await works(token), await works(second)]).toEqual([401, 200]);
    server.clock.advance(DAY - 1);
    expect(await works(second)).toBe(200);
    server.clock.advance(1);
    expect(await works(second)).toBe(401);
  });

  it('keeps the length of the lifetime over several rotations, or takes another', async () => {
    const { id } = await make('manager', '24_HOURS');
    server.clock.advance(3600_000);
    await call('rotate-api-token', 'manager', { id });
    server.clock.advance(3600_000);
    const again = await call('rotate-api-token', 'manager', { id });
    expect(again.body.data.expiryDate).toBe('2026-07-02T14:00:00.000Z');
    const other = await call('rotate-api-token', 'manager', { id, body: { expiry: '1_YEAR' } });
    expect(other.body.data.expiryDate).toBe('2027-07-01T14:00:00.000Z');
  });

  it.each([
    ['expired', 'EXPIRED'],
    ['invalidated', 'INVALIDATED'],
  ])('an %s one is refused with 409, and gives no token', async (how, status) => {
    const { id, token } = await make('manager', '24_HOURS');
    if (how === 'expired') {
      server.clock.advance(DAY);
    } else {
      await call('invalidate-api-token', 'manager', { id });
    }
    for (const body of [undefined, { overlapSeconds: 60 }]) {
      const refused = await call('rotate-api-token', 'manager', { id, body });
      expect(refused).toMatchObject({ status: 409, body: { status: 'FAILED' } });
      expect(JSON.stringify(refused.body)).not.toContain('assay_');
    }
    expect(await list()).toMatchObject([{ id, tokenStatus: status, rotatedDate: null }]);
    expect(await works(token)).toBe(401);
  });

  it('under load fails no request, where the old value overlaps the new one', async () => {
    const { id, token } = await make();
    let value = token;
    const statuses = new Set<number>();
    // Clients that still have the old value, and those that have the new one.
    const clients = async () => {
      const sent = [value, token].map((each) => works(each));
      (await Promise.all(sent)).forEach((status) => {
        statuses.add(status);
      });
    };
    for (let rotation = 0; rotation < 3; rotation++) {
      const [rotated] = await Promise.all([
        call('rotate-api-token', 'manager', { id, body: { overlapSeconds: 60 } }),
        ...Array.from({ length: 20 }, clients),
      ]);
      value = rotated.body.data.token;
      await clients();
    }
    expect([...statuses]).toEqual([200]);
    server.clock.advance(60_000);
    expect([await works(token), await works(value)]).toEqual([401, 200]);
  });

  it('without an overlap ends all values before at once', async () => {
    const { id, token } = await make();
    const body = { overlapSeconds: 3600 };
    const second = (await call('rotate-api-token', 'manager', { id, body })).body.data.token;
    expect(await works(token)).toBe(200);
    await call('rotate-api-token', 'manager', { id });
    expect([await works(token), await works(second)]).toEqual([401, 401]);
  });

  it('lets no old value outlive its own lifetime', async () => {
    const { id, token } = await make('manager', '24_HOURS');
    server.clock.advance(DAY - 1000);
    const body = { overlapSeconds: 3600 };
    await call('rotate-api-token', 'manager', { id, body });
    expect(await works(token)).toBe(200);
    server.clock.advance(1000);
    expect(await works(token)).toBe(401);
  });
});

describe('invalidating and deleting', () => {
  it('end all values; the invalidated one stays in the list, the deleted one does not', async () => {
    for (const name of ['invalidate-api-token', 'delete-api-token'] as const) {
      const { id, token } = await make();
      const body = { overlapSeconds: 3600 };
      const second = (await call('rotate-api-token', 'manager', { id, body })).body.data.token;
      expect((await call(name, 'manager', { id })).status).toBe(200);
      expect([await works(token), await works(second)]).toEqual([401, 401]);
    }
    expect(await list()).toMatchObject([{ tokenStatus: 'INVALIDATED' }]);
  });

  it('happen once: 409 to the invalidated, 404 to the deleted and the unknown', async () => {
    const { id } = await make();
    await call('invalidate-api-token', 'manager', { id });
    expect((await call('invalidate-api-token', 'manager', { id })).status).toBe(409);
    expect((await call('delete-api-token', 'manager', { id })).status).toBe(200);
    for (const name of ['rotate-api-token', 'invalidate-api-token', 'delete-api-token'] as const) {
      expect((await call(name, 'manager', { id })).status).toBe(404);
      expect((await call(name, 'manager', { id: randomUUID() })).status).toBe(404);
    }
  });

  it('leave the other tokens of the user as they are', async () => {
    const [one, two] = [await make(), await make()];
    await call('delete-api-token', 'manager', { id: one.id });
    expect(await works(two.token)).toBe(200);
  });
});
