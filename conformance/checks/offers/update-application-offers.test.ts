import { expect, test, vi } from 'vitest';
import type { CheckContext } from '../../check-context.ts';
import { Deviation, Inconclusive } from '../../outcome.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { expectOfferAnswered } from './update-application-offers.ts';

vi.mock('node:timers/promises', () => ({ setTimeout: () => Promise.resolve() }));

const ANSWERED = exchangeStub(200, { status: 'SUCCESS', data: { status: 'ACCEPTED' } });
const REFUSED = exchangeStub(412, { status: 'FAILED', message: 'lapsed' });

/** Judges the refusal of an offer held for so long, where another that nobody answered is answered so. */
async function judged(heldMs: number, untouched: typeof ANSWERED): Promise<unknown> {
  const context = {
    target: { users: {} },
    shared: async () => ({ email: 'somebody.else@example.org', exchange: ANSWERED }),
    session: async () => ({ accessToken: 'of the customer' }),
    take: async () => ({ applicationId: 'untouched' }),
    call: async () => untouched,
    inconclusive(reason: string): never {
      throw new Inconclusive(reason);
    },
  } as unknown as CheckContext;
  const offer = { applicationId: 'held' };
  const answering = { offer, accept: true, what: 'accepting', since: performance.now() - heldMs };
  return expectOfferAnswered(context, REFUSED, answering).catch((error: unknown) => error);
}

test('an offer that is refused while another stands for as long breaks the rule', async () => {
  expect(await judged(2_000, ANSWERED)).toBeInstanceOf(Deviation);
});

test('an offer that is refused when another is over as well says nothing', async () => {
  expect(await judged(2_000, REFUSED)).toBeInstanceOf(Inconclusive);
});

test('an offer that was held for longer than another is waited for may have lapsed', async () => {
  const said = await judged(45_000, ANSWERED);
  expect(said).toBeInstanceOf(Inconclusive);
  expect(String(said)).toContain('held for 45 s');
});
