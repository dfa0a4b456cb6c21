import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { audit } from '../audit/audit.ts';
import type { RepaymentEvent } from '../scripts/record/events.ts';
import { startStubTarget } from '../self-check/stub-target.ts';
import { RUN } from './sample-repayment.ts';

/** Audits keys against a target that answers the login and then every repayment so. */
export async function auditReplying(
  repayments: RepaymentEvent[],
  reply: (sent: {
    accountId: string;
    repaymentReference: string;
  }) => [status: number, body: object],
  login: [status: number, body: object] = [200, { access_token: 'a.b.c' }],
  changes: Partial<Parameters<typeof audit>[0]> = {},
) {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) {
      text += chunk;
    }
    const [status, body] = request.url?.endsWith('/login') ? login : reply(JSON.parse(text));
    response.writeHead(status).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stub = await startStubTarget();
  const target = { ...stub.target, baseUrl: url, lendingUrl: url };
  try {
    return await audit({ target, runIds: [RUN], repayments, loanRequests: [], ...changes });
  } finally {
    server.closeAllConnections();
    await stub.close();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** One check of an audit, by its id. */
export const checkOf = (report: Awaited<ReturnType<typeof audit>>, id: string) =>
  report.checks.find((check) => check.id === id);

/** The result of each check of an audit. */
export const resultsOf = (report: Awaited<ReturnType<typeof audit>>) =>
  Object.fromEntries(report.checks.map(({ id, result }) => [id, result]));
