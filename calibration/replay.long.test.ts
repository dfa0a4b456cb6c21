import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { CHECKS } from '../conformance/checks/index.ts';
import { createRunner, type Runner } from '../conformance/engine/thread/runner.ts';
import type { Exchange } from '../conformance/http/exchange.ts';
import { createRedactor } from '../conformance/redaction/redact.ts';
import { replayOf } from '../conformance/report/replay/replay.ts';
import { runSuite } from '../conformance/run-suite.ts';
import { createStates } from '../target/states/states.ts';
import { statesHook } from '../target/states/states-hook.ts';
import type { Target } from '../target/target.ts';
import { FAULTS } from './faults/index.ts';
import { startWrapped } from './servers/wrapped-server.ts';

const OFFER = ['LOAN_APPLICATION_ID'];

/** Faults whose failures are sent again in different ways, and what the lines ask for. */
const KINDS: [kind: string, fault: string, asks?: string[]][] = [
  ['no token header', 'authentication.missing-accepted.portfolios'],
  ['an empty token', 'authentication.empty-accepted.awaiting-payments'],
  ['a made-up token', 'authentication.garbage-accepted.portfolios'],
  ['a token of two parts', 'authentication.two-segments-accepted.awaiting-payments'],
  ['a changed payload', 'authentication.tampered-payload-accepted.portfolios'],
  ['a changed signature', 'authentication.tampered-signature-accepted.repay-loan'],
  ['an unsigned token', 'authentication.alg-none-accepted.portfolios'],
  ['a forged token at refresh', 'authentication.two-segments-accepted.refresh'],
  ['a forged token at logout', 'authentication.tampered-signature-accepted.logout'],
  ['a changed Bearer token', 'authentication.bearer-tampered-accepted.awaiting-payments'],
  ['an expired token', 'authentication.expired-accepted.portfolios', ['TOKEN']],
  ['a logged-out token', 'authentication.logged-out-accepted.portfolios'],
  ['a revoked API token', 'api-tokens.revoked-accepted.portfolios', ['TOKEN']],
  ['a refused login', 'login.any-password'],
  ['a login without email', 'login.email-missing-accepted'],
  ['a refresh', 'refresh.refuses-good-token'],
  ['a made-up refresh token', 'refresh.any-refresh-token-accepted'],
  ['a spent refresh token', 'refresh.rotation.spent-token-works'],
  ['a dead refreshed token', 'refresh.access_token.dead'],
  ['a refused logout', 'logout.refuses-empty-object'],
  ['a GET with a body', 'awaiting-payments.header.uuid-not-required'],
  ['a body that is not JSON', 'awaiting-payments.any-text-accepted'],
  ['a role', 'awaiting-payments.cashier-allowed'],
  ['a missing header', 'request-loan.header.x-idempotency-key-not-required'],
  ['a repeated key', 'idempotency.key-ignored.request-loan'],
  ['two keys', 'idempotency.known-by-body.repay-loan'],
  ['a scenario', 'repay-loan.closed-loan.refused-with-500'],
  ['a missing query', 'update-application.query.status-not-required', OFFER],
  ['an answered offer', 'update-application.header.x-fapi-auth-date-not-required', OFFER],
  ["another user's data", 'portfolios.shown-to.otherCustomer'],
];

/** One of so many: in CI every third, since each takes a server and a shell. */
const EACH = inject('form') === 'long' ? 1 : 3;

let runner: Runner;
beforeAll(async () => {
  await promisify(execFile)('curl', ['--version']).catch(() => {
    throw new Error('these tests need curl: apt-get install curl');
  });
  runner = await createRunner();
});
afterAll(() => runner.close());

describe('the printed replay, run by a shell against the same server, shows the same answer to', () => {
  it.each(KINDS.filter((_, place) => place % EACH === 0))(
    '%s (%s)',
    async (_kind, id, asks = []) => {
      const { exchanges, target, secrets, close } = await failureOf(id);
      try {
        const redactor = createRedactor([...target.secrets, ...secrets]);
        const { lines, asked } = replayOf(exchanges, redactor.text);

        expect(lines.join('\n')).toBe(redactor.text(lines.join('\n')));
        const variables = asked.map(({ variable }) => variable.replace(/_\d$/, ''));
        expect([...new Set(variables)].filter((name) => name !== 'CURRENT_PASSWORD')).toEqual(asks);
        const environment = Object.fromEntries(
          asked.map(({ variable, value }) => [variable, value]),
        );
        if (asks.includes('LOAN_APPLICATION_ID')) {
          environment.LOAN_APPLICATION_ID = await newOffer(target);
        }
        expect(await answerOf(lines, environment)).toEqual(withoutChanging(exchanges.at(-1)));
      } finally {
        await close();
      }
    },
  );
});

/** How many equal requests the check of keys sends at once. */
const AT_ONCE = 3;

describe('the printed replay of what was sent at once', () => {
  it('sends it at once, so that a key that is known too late has several effects again', async () => {
    const { exchanges, target, secrets, close } = await failureOf(
      'idempotency.key-known-too-late.request-loan',
    );
    try {
      const redactor = createRedactor([...target.secrets, ...secrets]);
      const { lines, asked } = replayOf(exchanges, redactor.text);
      expect(lines.filter((line) => line.endsWith(' &'))).toHaveLength(AT_ONCE);
      const environment = Object.fromEntries(asked.map(({ variable, value }) => [variable, value]));
      const output = await run(lines.join('\n'), environment);
      const effects = (text: string) =>
        new Set([...text.matchAll(/"applicationId" *: *"([^"]+)"/g)].map(([, id]) => id)).size;
      expect(effects(exchanges.map(({ response }) => response?.body).join('\n'))).toBeGreaterThan(
        1,
      );
      expect(output.match(/HTTP\/1\.1 200/g)?.length).toBeGreaterThanOrEqual(AT_ONCE);
      expect(effects(output)).toBeGreaterThan(1);
    } finally {
      await close();
    }
  });
});

/** What the check named for a fault shows of a server that has it. */
async function failureOf(id: string) {
  const fault = FAULTS.find((each) => each.id === id);
  if (!fault) {
    throw new RangeError(`there is no fault ${id}`);
  }
  const { target, close } = await startWrapped(fault);
  try {
    const selected = CHECKS.filter((check) => check.id === fault.caughtBy);
    const { results, secrets } = await runSuite({ target, selected, runner });
    const failed = results.find((result) => result.id === fault.caughtBy);
    expect(failed?.result).toMatch(/^(fail|warn)$/);
    return { exchanges: failed?.exchanges ?? [], target, secrets, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function newOffer(target: Target): Promise<string> {
  const states = createStates(target, statesHook(target));
  await states.shared('offer-sent');
  return (await states.take('offer-sent')).applicationId;
}

const AT_LAST = '<<< the last line >>>';

/** What a script prints, run by the plain shell. */
async function run(script: string, environment: Record<string, string>): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', script], {
    env: { PATH: process.env.PATH, ...environment },
    timeout: 30_000,
  });
  expect(stderr).toBe('');
  return stdout;
}

/** What the last line prints, with nothing but the lines and what they ask for. */
async function answerOf(lines: readonly string[], environment: Record<string, string>) {
  const script = [...lines.slice(0, -1), `echo '${AT_LAST}'`, ...lines.slice(-1)].join('\n');
  const stdout = await run(script, environment);
  const [head = '', ...body] = stdout.slice(stdout.lastIndexOf(AT_LAST)).split('\r\n\r\n');
  const status = Number(/HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  return { status, body: normal(body.join('\r\n\r\n')) };
}

function withoutChanging(exchange: Exchange | undefined) {
  const { status, body = '' } = exchange?.response ?? {};
  return { status, body: normal(body) };
}

/** Without what differs from answer to answer: tokens, identifiers, times. */
function normal(body: string): string {
  return body
    .replaceAll(/[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/g, '<jwt>')
    .replaceAll(/("refresh_token":")[^"]+/g, '$1<token>')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '<time>');
}
