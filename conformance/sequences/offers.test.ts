import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SEED } from '../../contract/register/version.ts';
import { NotSupplied } from '../../target/states/not-supplied.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import type { Exchange } from '../http/exchange.ts';
import { exchangeStub } from '../testing/exchange-stub.ts';
import { offerWishes } from './offer-wishes.ts';
import { offerSequenceChecks } from './offers.ts';

interface Asked {
  id: string;
  by: string;
  key: string;
  status: string;
}

/** The answered offers, and the first answer under each key of each user. */
interface Desk {
  statuses: Map<string, string>;
  answers: Map<string, { asked: Asked; status: number; body: unknown }>;
}

type Answer = [number, unknown];
type Quirk = (asked: Asked, desk: Desk, plain: () => Answer) => Answer;

const application = (id: string, loanStatus: string): Answer => [
  200,
  { status: 'SUCCESS', data: { applicationId: id, loanStatus } },
];
const refused = (status: number): Answer => [status, { status: 'FAILED', message: 'no' }];

/** Answers an offer as section 4.8 says, whatever the key. */
function plainly({ id, by, status }: Asked, { statuses }: Desk): Answer {
  if (by !== 'customer') {
    return refused(403);
  }
  if (statuses.has(id)) {
    return refused(409);
  }
  const next = status === 'true' ? 'ACCEPTED' : 'WITHDRAWN';
  statuses.set(id, next);
  return application(id, next);
}

function contextOf(quirk: Quirk, offers = 4) {
  const desk: Desk = { statuses: new Map(), answers: new Map() };
  const shown: (readonly Exchange[])[] = [];
  let taken = 0;
  let sent = 0;
  const context: CheckContext = {
    seed: DEFAULT_SEED,
    target: { users: { customer: {}, otherCustomer: {} }, capabilities: [] },
    session: async (user: string) => ({ accessToken: user }),
    passed: async () => true,
    shared: async (_key: string, make: (own: CheckContext) => Promise<unknown>) => make(context),
    newKey: () => randomUUID(),
    async take(name: string) {
      taken += 1;
      if (taken > offers) {
        throw new NotSupplied(`state ${name}`, 'is used up');
      }
      return { applicationId: `offer-${taken}` };
    },
    async call(_: string, { as, path, query, headers }: CallOptions) {
      sent += 1;
      const asked = {
        id: path?.['loan-application-id'] ?? '',
        by: as?.accessToken ?? '',
        key: headers?.['x-idempotency-key'] ?? '',
        status: String(query?.status),
      };
      const [status, body] = quirk(asked, desk, () => plainly(asked, desk));
      const first = desk.answers.get(asked.key);
      if (!first) {
        desk.answers.set(asked.key, { asked, status, body });
      }
      return exchangeStub(status, body);
    },
    showOnly: (exchanges: readonly Exchange[]) => shown.push(exchanges),
  } as unknown as CheckContext;
  return { context, shown, sent: () => sent, taken: () => taken };
}

const run = (context: CheckContext) => offerSequenceChecks[0]?.run(context);
const errorOf = async (quirk: Quirk, offers = 4) => {
  const { context } = contextOf(quirk, offers);
  return String(await run(context)?.catch((error: unknown) => error));
};

const right: Quirk = (_, __, plain) => plain();
const replays: Quirk = ({ key, by }, { answers }, plain) => {
  const first = answers.get(key);
  return first && first.asked.by === by ? [first.status, first.body] : plain();
};

describe('sequences of answers to offers', () => {
  it('take four offers and few requests', async () => {
    const { context, sent, taken, shown } = contextOf(right);
    await run(context);
    expect([taken(), shown.length]).toEqual([4, 0]);
    expect(sent()).toBeLessThanOrEqual(20);
  });

  it('make do with the offers that there are, and need one', async () => {
    await expect(run(contextOf(right, 1).context)).resolves.toBeUndefined();
    await expect(run(contextOf(right, 0).context)).rejects.toThrow(NotSupplied);
  });

  it('are the same for the same seed, and try the key of one offer on the next', () => {
    expect(offerWishes(7)).toEqual(offerWishes(7));
    expect(offerWishes(7)).not.toEqual(offerWishes(8));
    expect(offerWishes(1)).toContainEqual(expect.objectContaining({ key: 'other' }));
  });

  it.each<[string, Quirk]>([
    ['replays the first answer of a key of the same user, whatever is asked', replays],
    [
      'says of a key that was served no more than that it was',
      ({ key, by }, { answers }, plain) => {
        const first = answers.get(key);
        return first?.status === 200 && first.asked.by === by
          ? [200, { status: 'SUCCESS', data: { duplicate: true } }]
          : plain();
      },
    ],
    [
      'refuses every key that was used',
      ({ key }, { answers }, plain) => (answers.has(key) ? refused(422) : plain()),
    ],
    [
      'replays what is the same request, and refuses another under its key',
      (asked, { answers }, plain) => {
        const first = answers.get(asked.key);
        if (!first) {
          return plain();
        }
        return JSON.stringify(first.asked) === JSON.stringify(asked)
          ? [first.status, first.body]
          : refused(409);
      },
    ],
    [
      'refuses by a success without data',
      (asked, desk, plain) => {
        const [status, body] = plain();
        return status === 200
          ? [status, body]
          : [200, { status: 'SUCCESS', message: asked.id, ...(desk && {}) }];
      },
    ],
  ])('blame nobody who %s, which is open', async (_, quirk) => {
    const { context } = contextOf(quirk);
    await expect(run(context)).resolves.toBeUndefined();
  });

  it.each<[string, Quirk, RegExp]>([
    [
      'the other application under a key of its own',
      ({ id, by }, { answers }, plain) => {
        const first = [...answers.values()].find(
          ({ asked, status }) => asked.id !== id && status === 200,
        );
        return first && by === 'customer' ? [first.status, first.body] : plain();
      },
      /the application of offer \d of customer, got another application, by these steps: 1\. /,
    ],
    [
      'a stranger who is let in by the key',
      ({ id, key }, { answers }, plain) => {
        const first = answers.get(key);
        return first?.asked.id === id && first.status === 200 ? [200, first.body] : plain();
      },
      /no application for otherCustomer/,
    ],
    [
      'an open offer that cannot be answered',
      ({ id }, { statuses }, plain) =>
        statuses.size === 1 && !statuses.has(id) ? refused(409) : plain(),
      /to be answered, which is open/,
    ],
    [
      'two answers at once that both succeed',
      ({ id, status }, { statuses }, plain) =>
        statuses.get(id) === undefined || id !== 'offer-3'
          ? plain()
          : application(id, status === 'true' ? 'ACCEPTED' : 'WITHDRAWN'),
      /some order of the requests explains.*at once: customer accepts offer 3/,
    ],
  ])('see %s', async (_, quirk, message) => {
    expect(await errorOf(quirk)).toMatch(message);
  });

  /** Whether an offer that was not answered comes after one that was accepted. */
  const isAfterAccepted = ({ id }: Asked, { statuses }: Desk) =>
    !statuses.has(id) && [...statuses.values()].includes('ACCEPTED');

  it('ask for customers of their own where one acceptance ends the other offers', async () => {
    const quirk: Quirk = (asked, desk, plain) =>
      isAfterAccepted(asked, desk) && asked.id !== 'offer-5' ? refused(409) : plain();
    const error = await errorOf(quirk, 6);
    expect(error).toMatch(/^NotSupplied: .*offer-sent: email, password/);
  });

  it('see an open offer that cannot be answered after an acceptance, where others can', async () => {
    const early = ['offer-1', 'offer-2', 'offer-3', 'offer-4'];
    const quirk: Quirk = (asked, desk, plain) =>
      isAfterAccepted(asked, desk) && early.includes(asked.id) ? refused(409) : plain();
    expect(await errorOf(quirk, 6)).toMatch(
      /to be answered, which is open, got HTTP 409.*by these steps: 1/,
    );
  });
});
