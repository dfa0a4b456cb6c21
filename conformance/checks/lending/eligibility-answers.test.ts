import { describe, expect, it } from 'vitest';
import schema from '../../../target/target.schema.json' with { type: 'json' };
import type { CheckContext } from '../../check-context.ts';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { eligibilityAnswerChecks } from './eligibility-answers.ts';

const [PRODUCT] = schema.$defs.states['loan-product'].examples;

/** Runs the check of an answer without its text against a product that asks no questions. */
async function run(isTaken: (answers: readonly unknown[]) => boolean): Promise<string> {
  const kept = new Map<string, Promise<unknown>>();
  const context = {
    target: { users: { customer: { email: 'customer@b.example', password: 'pw' } } },
    session: async (user: string) => ({ accessToken: user }),
    state: async () => ({ ...PRODUCT, eligibilityAnswers: [] }),
    take: async () => ({ ...PRODUCT, eligibilityAnswers: [] }),
    shared: (key: string, make: (context: unknown) => Promise<unknown>) => {
      const result = kept.get(key) ?? make(context);
      kept.set(key, result);
      return result;
    },
    inconclusive: (why: string) => {
      throw new Error(`inconclusive: ${why}`);
    },
    async call(_: string, { body }: { body: { eligibilityAnswers: unknown[] } }) {
      const taken = isTaken(body.eligibilityAnswers);
      return taken
        ? exchangeStub(200, { status: 'SUCCESS', message: 'seen' })
        : exchangeStub(400, { status: 'FAILED', message: 'seen' });
    },
  } as unknown as CheckContext;
  const check = eligibilityAnswerChecks.find(({ id }) => id.endsWith('-no-answer'));
  try {
    await check?.run(context);
    return 'passes';
  } catch (error) {
    return (error as Error).message;
  }
}

const isWhole = (answer: unknown) =>
  ['questionId', 'answer'].every((field) => Object.hasOwn(Object(answer), field));

describe('answers to a product that asks no questions', () => {
  it('are not judged where the target looks at none', async () => {
    expect(await run(() => true)).toMatch(/^inconclusive: .*no answer to any is looked at/);
  });

  it('are judged each where a text in the place of one is refused', async () => {
    expect(await run((answers) => answers.every(isWhole))).toBe('passes');
    expect(await run((answers) => answers.slice(0, 1).every(isWhole))).toMatch(
      /an eligibility answer without answer.*got HTTP 200/,
    );
  });
});
