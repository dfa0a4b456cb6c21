import { describe, expect, it } from 'vitest';
import type { Check } from '../check.ts';
import { deviate } from '../outcome.ts';
import { evaluate } from '../testing/evaluate-checks.ts';

it('asks early for what a rule would judge, once what it builds on is known, and tells nothing', async () => {
  const asked: string[] = [];
  const { evaluation, reported } = evaluate([
    { id: 'a' },
    { id: 'early', phase: 'rules', after: ['a'], run: async () => void asked.push('early') },
    {
      id: 'refused',
      phase: 'rules',
      run: async () => {
        asked.push('refused');
        deviate('this', 'that');
      },
    },
  ]);
  await evaluation.prepare('early');
  await evaluation.evaluate('a');
  await evaluation.prepare('early');
  await evaluation.prepare('refused');
  expect(asked).toEqual(['early', 'refused']);
  expect(reported.map(({ id }) => id)).toEqual(['a']);
});

it('asks for no refresh early, which begins with a login', async () => {
  const asked: string[] = [];
  const run = async () => void asked.push('refresh');
  const { evaluation } = evaluate([{ id: 'late', phase: 'rules', endpoint: 'refresh', run }]);
  await evaluation.prepare('late');
  expect(asked).toEqual([]);
});

describe('a rule that was broken', () => {
  const RULE = 'awaiting-payments.size.at-most';
  const lost = async () => {
    throw new Error('no answer');
  };

  /** An evaluation whose target has listed two payments where one was asked for. */
  async function broken(rule: Partial<Check>, stop = new AbortController()) {
    const { evaluation, breaches } = evaluate(
      [
        {
          id: 'asks',
          run: async (context) =>
            void (await context.call('awaiting-payments', { query: { size: 1 } })),
        },
        { id: 'lost', run: lost },
        { id: 'failed', run: async () => deviate('this', 'that') },
        { id: RULE, phase: 'rules', ...rule },
      ],
      {
        stop,
        answer: {
          response: {
            status: 200,
            headers: {},
            body: JSON.stringify({ data: { awaitingPayments: [{ id: 'a' }, { id: 'b' }] } }),
          },
        },
      },
    );
    await evaluation.evaluate('asks');
    return Object.assign(evaluation, { breaches });
  }

  it('is told as soon as it is, with its first exchange, and once', async () => {
    const { breaches } = await broken({ run: lost });
    expect(breaches).toMatchObject([
      { id: RULE, result: 'fail', exchanges: [{ response: { status: 200 } }] },
    ]);
  });

  it('is not told where the target declares nothing of what it speaks', async () => {
    const { breaches } = await broken({ capability: 'apiTokens' });
    expect(breaches).toEqual([]);
  });

  it('fails, whatever becomes of what else it asks for', async () => {
    const evaluation = await broken({ run: lost });
    expect(await evaluation.evaluate(RULE)).toMatchObject({
      result: 'fail',
      judged: { exchanges: 1, broken: 1 },
    });
  });

  it('fails where nobody knows of what it builds on', async () => {
    const evaluation = await broken({ after: ['lost'] });
    expect(await evaluation.evaluate(RULE)).toMatchObject({ result: 'fail' });
  });

  it('fails after the run was stopped', async () => {
    const stop = new AbortController();
    const evaluation = await broken({}, stop);
    stop.abort('Ctrl-C');
    expect(await evaluation.evaluate(RULE)).toMatchObject({ result: 'fail' });
  });

  it('is left to the cause where what it builds on failed', async () => {
    const evaluation = await broken({ after: ['failed'] });
    expect(await evaluation.evaluate(RULE)).toMatchObject({
      result: 'blocked',
      blockedBy: 'failed',
    });
  });
});
