import { CAPABILITIES } from '../../contract/capabilities.ts';
import schema from '../target.schema.json' with { type: 'json' };
import { USER_NAMES } from '../target.ts';
import { STATE_NAMES } from '../target-rules.ts';

/** The variables that `sampleTargetFile` takes. */
export const SAMPLE_ENV = {
  ASSAY_PASSWORD: 'pw-of-everybody-1',
  ASSAY_NO_LOAN_PASSWORD: 'pw-of-no-loan-2',
  ASSAY_EXPIRED_TOKEN: 'expired-token-3',
  ASSAY_API_TOKEN: 'api-token-6',
  ASSAY_EXPIRED_API_TOKEN: 'expired-api-token-7',
  ASSAY_REVOKED_API_TOKEN: 'revoked-api-token-8',
  ASSAY_STATES_SECRET: 'hook-secret-4',
  ASSAY_GATEWAY_KEY: 'gateway-key-5',
};

/** A target file that uses everything there is, with the examples of the schema as its pools. */
export function sampleTargetFile() {
  const users = USER_NAMES.map((name) => [
    name,
    { email: `${name}@tenant.example`, password: `\${ASSAY_PASSWORD}-${name}` },
  ]);
  const pools = STATE_NAMES.map((name) => [
    name,
    structuredClone(schema.$defs.states[name].examples),
  ]);
  return {
    name: 'Sample',
    baseUrl: 'https://base.example/tenant/',
    lendingUrl: 'https://lending.example',
    investmentUrl: 'https://invest.example',
    headers: { 'x-gateway-key': `\${ASSAY_GATEWAY_KEY}`, 'x-region': 'eu-1' },
    timeoutMs: 5000,
    concurrency: 4,
    users: Object.fromEntries(users) as Record<string, { email: string; password: string }>,
    capabilities: Object.keys(CAPABILITIES),
    states: {
      url: 'http://127.0.0.1:4100/states',
      headers: { authorization: `Bearer \${ASSAY_STATES_SECRET}` },
      ...(Object.fromEntries(pools) as Record<string, Record<string, unknown>[]>),
    } as Record<string, unknown>,
    load: {
      thresholds: {
        '*': { p50: 100, p95: 300, p99: 900.5, errorRate: 0.001 },
        'awaiting-payments': { minCount: 1000, wrongAnswers: 0 },
      },
      customers: [{ email: 'hot@tenant.example', password: `\${ASSAY_PASSWORD}-hot` }],
      currencies: ['NGN', 'GBP'],
      virtualUsers: { preAllocated: 200, max: 1000 },
      ledgerUrl: 'https://ledger.example/booked',
    },
  };
}
