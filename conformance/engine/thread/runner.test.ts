import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Target } from '../../../target/target.ts';
import { CHECKS } from '../../checks/index.ts';
import { createRunner, type Runner, type RunnerOptions } from './runner.ts';

const TARGET: Target = {
  name: 'a target',
  baseUrl: 'http://127.0.0.1:9',
  lendingUrl: 'http://127.0.0.1:9',
  investmentUrl: 'http://127.0.0.1:9',
  headers: {},
  timeoutMs: 2_000,
  concurrency: 2,
  users: { customer: { email: 'c@target.invalid', password: 'customer-password' } },
  capabilities: [],
  states: { pools: {} },
  secrets: ['customer-password'],
};

/** The beginning of a worker that tells one result and then does something of its own. */
const ONE_RESULT = `
  import { parentPort } from 'node:worker_threads';
  const exchange = { request: { method: 'GET', url: 'http://target.invalid/', headers: {} } };
  const tell = (exchanges) => {
    parentPort.postMessage([{ type: 'secret', value: 'the-token' }]);
    parentPort.postMessage([{ type: 'exchange', number: 1, exchange: { ...exchange, retries: [] } }]);
    for (const id of ['a', 'b'])
      parentPort.postMessage([{ type: 'result', result: { id }, exchanges: [1] }]);
  };`;

const runners: Runner[] = [];
afterEach(async () => {
  for (const runner of runners.splice(0)) {
    await runner.close();
  }
});

function runnerOf(source?: string, options: RunnerOptions = {}): Runner {
  const entry = source && new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  const runner = createRunner({ ...options, ...(entry && { entry }) });
  runners.push(runner);
  return runner;
}

const plan = { target: TARGET, select: ['login.customer'], seed: 1 };

/** A worker that does as told in its first plan and ends the next ones in good order. */
const onFirstPlan = (act: string) => `${ONE_RESULT}
  parentPort.once('message', () => { ${act} });`;

describe('a runner', () => {
  it('runs the checks in its worker, several times, and tells secrets and exchanges', async () => {
    const server = createServer((_, response) =>
      response.end(JSON.stringify({ access_token: 'token-of-the-target' })),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const runner = runnerOf();
      const right = { ...plan, target: { ...TARGET, baseUrl } };
      const [first, second] = [await runner.run(right), await runner.run(plan)];
      expect(first.problems).toEqual([]);
      expect(first.results.map(({ id, result }) => [id, result])).toEqual([
        ['login.customer', 'pass'],
      ]);
      expect(first.secrets).toEqual(['customer-password', 'token-of-the-target']);
      expect(second.results.map(({ id, result }) => [id, result])).toEqual([
        ['login.customer', 'error'],
      ]);
      expect(second.results[0]?.exchanges[0]?.error?.kind).toBe('refused');
      expect(second.secrets).toEqual(['customer-password']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('tells of all checks what is said of them, without what they do', async () => {
    const checks = await runnerOf().checks();
    const said = CHECKS.map(({ refusal: _, inOtherForms: _forms, ...data }) => data);
    expect(checks).toEqual(JSON.parse(JSON.stringify(said)));
    expect(checks.some((check) => 'run' in check || 'again' in check)).toBe(false);
  });

  it('says of its checks that they cannot be loaded where the worker ends first', async () => {
    await expect(runnerOf('process.exit(0);').checks()).rejects.toThrow('before it had loaded');
  });

  it('gives the exchange that results share as one object', async () => {
    const runner = runnerOf(
      onFirstPlan(`tell(); parentPort.postMessage([{ type: 'done', requests: 2 }]);`),
    );
    const { results } = await runner.run(plan);
    expect(results.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(results[0]?.exchanges).toHaveLength(1);
    expect(results[0]?.exchanges[0]).toBe(results[1]?.exchanges[0]);
  });

  it('keeps what was told when the worker runs out of memory, and goes on with a fresh one', async () => {
    const hoard = 'tell(); const all = []; for (;;) all.push(new Array(3_000_000).fill(0.5));';
    const runner = runnerOf(onFirstPlan(hoard));
    const outcome = await runner.run(plan);
    expect(outcome.results.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(outcome.secrets).toContain('the-token');
    expect(outcome.problems).toEqual(['the target’s answers took more memory than a run may have']);
    expect((await runner.run(plan)).results).toHaveLength(2);
  });

  it('keeps a rule that was broken when the worker ends before it is concluded', async () => {
    const breach = (id: string) =>
      `parentPort.postMessage([{ type: 'breach', result: { id, result: 'fail' }, exchanges: [1] }]);`.replace(
        'id,',
        `id: '${id}',`,
      );
    const runner = runnerOf(
      onFirstPlan(
        `tell(); ${breach('b')} ${breach('c')} ${breach('not-selected')} process.exit(0);`,
      ),
    );
    const told: string[] = [];
    const select = ['a', 'b', 'c'];
    const { results } = await runner.run(
      { ...plan, select },
      { onResult: ({ id }) => told.push(id) },
    );
    expect(told).toEqual(['a', 'b', 'c']);
    expect(results.map(({ id, result }) => [id, result])).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['c', 'fail'],
    ]);
    expect(results[2]?.exchanges).toHaveLength(1);
  });

  it('says so when the worker ends by itself', async () => {
    const runner = runnerOf(onFirstPlan('tell(); process.exit(0);'));
    const { results, problems } = await runner.run(plan);
    expect(results).toHaveLength(2);
    expect(problems).toEqual(['the worker ended too early']);
  });

  it('ends a worker that does not stop when told to, and keeps what it told', async () => {
    const stop = new AbortController();
    const runner = runnerOf(onFirstPlan('tell(); for (;;);'), { graceMs: 20 });
    const { results } = await runner.run(plan, {
      signal: stop.signal,
      onResult: () => stop.abort('Ctrl-C'),
    });
    expect(results.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('tells the check that was under way why the run was stopped', async () => {
    const runner = runnerOf(undefined, { graceMs: 60_000 });
    const { results } = await runner.run(plan, { signal: AbortSignal.abort('Ctrl-C') });
    expect(results.map(({ result, message }) => [result, message])).toEqual([
      ['not tested', 'Not finished: Ctrl-C.'],
    ]);
  });

  it('refuses a second run at the same time', async () => {
    const runner = runnerOf();
    const first = runner.run(plan);
    await expect(runner.run(plan)).rejects.toThrow('one after the other');
    await first;
  });
});
