import { beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../test-client.ts';

let server: TestServer;
let token: string;

beforeEach(async () => {
  server = testServer();
  token = await server.tokenOf('customer');
});

const respond = (applicationId: unknown, query: string, as = token) =>
  server.call('update-application', {
    token: as,
    path: { 'loan-application-id': String(applicationId) },
    query,
  });
const statusOf = (applicationId: unknown) =>
  server.dependencies.store.loanApplications.byId(String(applicationId))?.loanStatus;

describe('update-application', () => {
  it.each([
    ['true', 'ACCEPTED'],
    ['false', 'WITHDRAWN'],
  ])('answers status=%s with all fields and %s', async (answer, loanStatus) => {
    const { applicationId } = server.state('offer-sent');
    const { status, body } = await respond(applicationId, `status=${answer}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'SUCCESS',
      data: {
        applicationId,
        loanProductId: expect.any(String),
        userName: expect.any(String),
        productName: expect.any(String),
        currencyCode: expect.stringMatching(/^[A-Z]{3}$/),
        employmentStatus: 'EMPLOYED',
        loanApplicationcreatedDate: '2026-07-01T12:00:00',
        userId: expect.any(String),
        durationCounterUnitEnum: expect.any(String),
        requestedLoanAmount: expect.any(Number),
        loanStatus,
        monthlyIncome: expect.any(Number),
        dateOfBirth: expect.any(String),
        loanDuration: expect.any(Number),
      },
    });
    expect(statusOf(applicationId)).toBe(loanStatus);
  });

  it('refuses a second answer with 409 and changes nothing', async () => {
    for (const first of ['true', 'false']) {
      const { applicationId } = server.state('offer-sent');
      const { body } = await respond(applicationId, `status=${first}`);
      for (const second of ['true', 'false']) {
        const refused = await respond(applicationId, `status=${second}`);
        expect(refused).toMatchObject({ status: 409, body: { status: 'FAILED' } });
      }
      expect(statusOf(applicationId)).toBe(body.data.loanStatus);
    }
  });

  it('refuses an application that is still REQUESTED', async () => {
    const { applicationId } = server.state('loan-requested');
    expect((await respond(applicationId, 'status=true')).status).toBe(409);
    expect(statusOf(applicationId)).toBe('REQUESTED');
  });

  it('refuses another user’s offer with 403, also for staff', async () => {
    const { applicationId } = server.state('offer-sent-other');
    for (const user of ['customer', 'manager', 'agent'] as const) {
      const refused = await respond(applicationId, 'status=true', await server.tokenOf(user));
      expect(refused).toMatchObject({
        status: 403,
        body: { status: 'FAILED', error: 'forbidden', role: user.toUpperCase() },
      });
    }
    expect(statusOf(applicationId)).toBe('OFFER_SENT');
  });

  it.each(['', 'status=', 'status=yes', 'status=TRUE', 'status=1'])(
    'refuses the query "%s" with 400',
    async (query) => {
      const { applicationId } = server.state('offer-sent');
      expect((await respond(applicationId, query)).status).toBe(400);
      expect(statusOf(applicationId)).toBe('OFFER_SENT');
    },
  );

  it('answers an unknown application with 404', async () => {
    const unknown = '11111111-2222-4333-8444-555555555555';
    expect((await respond(unknown, 'status=true')).status).toBe(404);
  });
});
