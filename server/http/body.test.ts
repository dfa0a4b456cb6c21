import { beforeEach, describe, expect, it } from 'vitest';
import type { StateValues } from '../states.ts';
import { loanRequest, repaymentBody, type TestServer, testServer } from '../test-client.ts';
import { DEEPEST } from './body.ts';

let server: TestServer;
let token: string;
let loan: StateValues;
let product: StateValues;

beforeEach(async () => {
  server = testServer();
  token = await server.tokenOf('customer');
  loan = server.state('active-loan');
  product = server.state('loan-product');
});

/** A list in a list, as JSON: `levels` deep. */
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
/** A body with one field more, which is given as JSON. */
const withField = (body: object, field: string, json: string) =>
  `${JSON.stringify(body).slice(0, -1)},${JSON.stringify(field)}:${json}}`;

const request = (body: string) => server.call('request-loan', { token, body });
const repay = (body: string) =>
  server.call('repay-loan', { token, path: { 'user-id': String(loan.customerId) }, body });

describe('a body that is nested too deep', () => {
  const refused = { status: 400, body: { status: 'FAILED', errors: [{ path: 'body' }] } };

  it('is refused with 400 where what is nested would be stored', async () => {
    const answers = `[{"questionId":"1","answer":"yes","more":${nested(996)}}]`;
    const body = withField(loanRequest(product), 'eligibilityAnswers', answers);
    expect(await request(body)).toMatchObject(refused);
  });

  it.each([999, 4_400, 100_000])(
    'is refused with 400 in a field that nobody knows: %d',
    async (levels) => {
      expect(await request(withField(loanRequest(product), 'more', nested(levels)))).toMatchObject(
        refused,
      );
      expect(await repay(withField(repaymentBody(loan), 'more', nested(levels)))).toMatchObject(
        refused,
      );
      expect(await server.call('logout', { token, body: nested(levels) })).toMatchObject(refused);
    },
  );

  it('is accepted up to the limit, and brackets in a text do not count', async () => {
    const more = nested(DEEPEST - 1);
    expect((await repay(withField(repaymentBody(loan), 'more', more))).status).toBe(200);
    const deeper = nested(DEEPEST);
    expect((await repay(withField(repaymentBody(loan), 'more', deeper))).status).toBe(400);
    const text = JSON.stringify(`${'['.repeat(5000)}\\"${'{'.repeat(5000)}`);
    expect((await repay(withField(repaymentBody(loan), 'more', text))).status).toBe(200);
  });

  it('is looked for in one go, in a text that never ends, too', async () => {
    const answer = await server.call('login', { body: `"${'\\"'.repeat(100_000)}` });
    expect(answer.status).toBe(400);
  });
});
