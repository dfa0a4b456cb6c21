import { REGISTER, type Requirement } from '../../contract/register/index.ts';
import type { Target } from '../../target/target.ts';
import type { Check } from '../check.ts';
import type { Exchange } from '../http/exchange.ts';
import { buildReport, type ReportInput } from '../report/build-report.ts';
import type { Report } from '../report/report.ts';
import type { CheckResult, Result } from '../result.ts';

/** A made-up target, register, checks and results, for tests and for looking at a report. */
export const SAMPLE_TARGET: Target = {
  name: 'Sandbox of Example Transfers',
  baseUrl: 'https://api.sandbox.example',
  lendingUrl: 'https://lending.sandbox.example',
  investmentUrl: 'https://investment.sandbox.example',
  headers: {},
  timeoutMs: 10_000,
  concurrency: 8,
  users: {},
  capabilities: [],
  states: { pools: {} },
  secrets: [],
};

type Row = Partial<Requirement> & Pick<Requirement, 'id' | 'text'>;

/** A requirement, a checked must of section 4.5 unless told otherwise. */
function sampleRequirement(row: Row): Requirement {
  return {
    section: '4.5',
    item: 'request',
    level: 'must',
    endpoints: ['awaiting-payments'],
    checked: 'black-box',
    ...row,
  };
}

export const SAMPLE_REGISTER: Requirement[] = [
  sampleRequirement({ id: 'LOGIN-1', section: '4.1', text: 'The right password gives a session.' }),
  sampleRequirement({
    id: 'PAY-1',
    text: 'The answer lists payments in the currency asked for.',
    sentence: 'Returns the awaiting payments within the date range and currency.',
  }),
  sampleRequirement({ id: 'PAY-2', text: 'A request without uuid is refused.' }),
  sampleRequirement({
    id: 'PAY-3',
    text: 'A cashier is refused with 403, error, message, role.',
    sentence: 'Role lacks access: HTTP 403.',
    sentenceSection: '7',
  }),
  sampleRequirement({ id: 'PAY-4', level: 'should', text: 'transactionDate has no zone.' }),
  sampleRequirement({ id: 'PAY-5', level: 'open', text: 'The status of a wrong date is open.' }),
  sampleRequirement({ id: 'PAY-6', text: 'See PAY-2.', sameAs: 'PAY-2' }),
  sampleRequirement({
    id: 'REP-1',
    section: '4.7',
    text: 'Money is settled by the bank.',
    checked: 'none',
    reason: 'nothing outside the bank can see it',
  }),
  sampleRequirement({ id: 'TOK-1', section: '5.7', text: 'API tokens.', capability: 'apiTokens' }),
  sampleRequirement({ id: 'REP-2', section: '4.7', text: 'One key has one effect.' }),
];

type Draft = Partial<Check> & Pick<Check, 'id' | 'requirements'>;

/** A check that the sample never runs: only its data is looked at. */
function sampleCheck(draft: Draft): Check {
  return {
    title: 'does what is stated',
    level: 'must',
    endpoint: 'awaiting-payments',
    run: async () => {},
    ...draft,
  };
}

export const SAMPLE_CHECKS: Check[] = [
  sampleCheck({ id: 'login.manager', requirements: ['LOGIN-1'], endpoint: 'login' }),
  sampleCheck({ id: 'awaiting-payments.list', requirements: ['PAY-1'] }),
  sampleCheck({
    id: 'awaiting-payments.header.uuid-missing',
    title: 'refuses a request without uuid',
    requirements: ['PAY-2'],
    cause: 'header uuid not required',
  }),
  sampleCheck({
    id: 'portfolios.header.uuid-missing',
    title: 'refuses a request without uuid',
    requirements: ['PAY-2'],
    endpoint: 'portfolios',
    cause: 'header uuid not required',
  }),
  sampleCheck({ id: 'awaiting-payments.role.cashier', requirements: ['PAY-3'] }),
  sampleCheck({ id: 'awaiting-payments.date', requirements: ['PAY-4'], level: 'should' }),
  sampleCheck({ id: 'awaiting-payments.wrong-date', requirements: ['PAY-5'], level: 'open' }),
  sampleCheck({ id: 'api-token.lists', requirements: ['TOK-1'], capability: 'apiTokens' }),
  sampleCheck({ id: 'repay-loan.key-twice', requirements: ['REP-2'], endpoint: 'repay-loan' }),
];

/** An exchange that got an answer, of a payments request unless told otherwise. */
export function sampleExchange(change: Partial<Exchange> = {}): Exchange {
  return {
    request: {
      method: 'GET',
      url: 'https://api.sandbox.example/api/v6/services/paymentmanagement/awaiting-payments?page=1',
      headers: { 'X-Auth-Token': 'token', platform: 'WEB', 'Content-Type': 'application/json' },
      body: '{"currency":"GBP","fromDate":"01/01/2026","toDate":"31/01/2026"}',
    },
    response: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"status":"SUCCESS","data":[]}',
    },
    startedAt: '2026-11-21T09:00:01.000Z',
    durationMs: 12.4,
    retries: [],
    ...change,
  };
}

/** An exchange that got none. */
export function sampleFailedExchange(kind: NonNullable<Exchange['error']>['kind']): Exchange {
  const { response: _, ...exchange } = sampleExchange();
  return { ...exchange, error: { kind, message: `connect failed: ${kind}` } };
}

/** The result of a check. */
function sampleResult(
  check: Check,
  result: Result = 'pass',
  change: Partial<CheckResult> = {},
): CheckResult {
  const { id, title, requirements, level, endpoint, cause } = check;
  return {
    id,
    title,
    requirements,
    level,
    ...(endpoint && { endpoint }),
    ...(cause && { cause }),
    result,
    message: result === 'pass' ? title : `Expected what is stated, got ${result}.`,
    observations: [],
    exchanges: [],
    durationMs: 10,
    ...change,
  };
}

/** Results of all sample checks: everything passes but what the changes name, by id. */
export function sampleResults(
  changes: Record<string, [Result, Partial<CheckResult>?]> = {},
): CheckResult[] {
  return SAMPLE_CHECKS.map((check) => {
    const usual: Result = check.capability
      ? 'not applicable'
      : check.level === 'open'
        ? 'observed'
        : 'pass';
    const [result, change] = changes[check.id] ?? [usual];
    return sampleResult(check, result, change);
  });
}

/** A report of the sample, conformant unless the results say otherwise. */
export function sampleReport(change: Partial<ReportInput> = {}): Report {
  return buildReport({
    target: SAMPLE_TARGET,
    checks: SAMPLE_CHECKS,
    results: sampleResults(),
    register: SAMPLE_REGISTER,
    startedAt: new Date('2026-11-21T09:00:00Z'),
    finishedAt: new Date('2026-11-21T09:00:04.2Z'),
    ...change,
  });
}

/** A conformant report over the real register, with one made-up check for each requirement. */
export function sampleConformantReport(change: Partial<ReportInput> = {}): Report {
  const checks = REGISTER.filter((row) => row.checked === 'black-box' && !row.sameAs).map((row) =>
    sampleCheck({
      id: `sample.${row.id}`,
      requirements: [row.id],
      level: row.level,
      ...(row.capability && { capability: row.capability }),
    }),
  );
  const results = checks.map((check) =>
    sampleResult(check, check.capability ? 'not applicable' : 'pass'),
  );
  return sampleReport({ checks, results, register: REGISTER, ...change });
}
