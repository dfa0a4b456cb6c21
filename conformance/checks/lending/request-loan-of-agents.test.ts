import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../check-context.ts';
import type { Exchange } from '../../http/exchange.ts';
import { Deviation } from '../../outcome.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import type { Sent } from '../own-entry.ts';
import { expectAgentsLetIn } from './request-loan-of-agents.ts';

const answered = (status: number, message: string) => exchangeStub(status, { message });

const OF_AGENTS = 'agents may not';
const FORBIDDEN = answered(403, OF_AGENTS);

/** Whether it deviates, where an agent's request was answered so, and without values the agent's and the customer's. */
async function deviates(first: Exchange, empty: Exchange, ofCustomer: Exchange): Promise<boolean> {
  const agent = { accessToken: 'of the agent' };
  const context: Partial<CheckContext> = {
    shared: (async () => ({ options: { body: { bvn: '1' } } })) as CheckContext['shared'],
    call: async (_, { as, body } = {}) => {
      expect(body).toEqual({});
      return as === agent ? empty : ofCustomer;
    },
  };
  const sent = { options: { as: agent, body: { bvn: '2' } }, exchange: first } as unknown as Sent;
  return expectAgentsLetIn(context as CheckContext, sent).then(
    () => false,
    (error) => error instanceof Deviation,
  );
}

describe('an agent whose request for a loan is forbidden', () => {
  it('is kept out where that does not depend on what it holds', async () => {
    expect(await deviates(FORBIDDEN, FORBIDDEN, answered(400, 'bvn is missing'))).toBe(true);
  });

  it('may be refused for values that were looked at', async () => {
    const invalid = answered(400, 'bvn is missing');
    expect(await deviates(FORBIDDEN, invalid, invalid)).toBe(false);
    expect(await deviates(answered(403, 'no customer of yours'), FORBIDDEN, invalid)).toBe(false);
    expect(await deviates(invalid, FORBIDDEN, invalid)).toBe(false);
  });

  it('is not kept out where everybody is forbidden to send nothing', async () => {
    expect(await deviates(FORBIDDEN, FORBIDDEN, FORBIDDEN)).toBe(false);
  });
});
