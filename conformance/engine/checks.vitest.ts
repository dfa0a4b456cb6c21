import { afterAll, describe, expect, inject, test } from 'vitest';
import { CHECKS } from '../checks/index.ts';
import { createClient } from '../http/client.ts';
import { createStates } from '../target/states.ts';
import { statesHook } from '../target/states-hook.ts';
import { CHANNEL_KEY, type FromWorker, type Plan, type ToWorker } from './channel.ts';
import { Evaluation } from './evaluation.ts';
import { Run } from './run.ts';

const channel = new BroadcastChannel(inject(CHANNEL_KEY));
const post = (message: FromWorker) => channel.postMessage(message);
const stop = new AbortController();

const plan = await new Promise<Plan>((resolve) => {
  channel.onmessage = (event) => {
    const message = (event as unknown as { data: ToWorker }).data;
    if (message.type === 'plan') resolve(message.plan);
    if (message.type === 'stop') stop.abort(message.reason);
  };
  post({ type: 'ready' });
});

const onSecret = (value: string) => post({ type: 'secret', value });
const { target } = plan;
const client = createClient({ ...target, signal: stop.signal });
const states = createStates(target, statesHook(target, stop.signal), onSecret);
const run = new Run({ target, client, states, signal: stop.signal, onSecret });
const evaluation = new Evaluation(CHECKS, run, (result) => post({ type: 'result', result }));

const selected = CHECKS.filter((check) => plan.select.includes(check.id));
const alone = selected.filter((check) => check.phase === 'sessions');
const together = selected.filter((check) => check.phase === undefined);
const rules = selected.filter((check) => check.phase === 'rules');

/** Evaluates the check and lets the runner see a failed must as a failed test. */
async function judge(id: string): Promise<void> {
  const result = await evaluation.evaluate(id);
  expect(result.result, result.message).not.toBe('fail');
}

describe('checks that may run at once', () => {
  for (const check of together) test.concurrent(check.id, () => judge(check.id));
});

describe('checks that log in or out by themselves', () => {
  for (const check of alone) test(check.id, () => judge(check.id));
});

describe('rules that every exchange was judged by', () => {
  for (const check of rules) test(check.id, () => judge(check.id));
});

afterAll(async () => {
  await client.close();
  post({ type: 'done' });
  channel.close();
});
