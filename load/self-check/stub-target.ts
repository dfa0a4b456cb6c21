import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pathOf } from '../../contract/endpoints.ts';
import type { ApplicationRow, LedgerRow } from '../audit/audit-ledger.ts';
import type { LoadTarget } from '../load-target.ts';
import type { Planted } from './planted.ts';
import {
  type Answer,
  listingOf,
  repaymentRecord,
  stateOf,
  updatedApplication,
} from './stub-answers.ts';
import { stubTargetAt } from './stub-target-at.ts';

export interface StubCounts {
  /** to endpoints of the journeys */
  requests: number;
  failed: number;
  refusedTokens: number;
  /** connections cut, listings with a stray payment, repeated keys answered with FAILED */
  cut: number;
  stray: number;
  failedRepeats: number;
  logins: number;
  refreshes: number;
  /** applications answered, each with the keys that answered it */
  answered: Map<string, Set<string>>;
  /** milliseconds from the request to its answer, by the stub's own clock */
  served: number[];
}

export interface StubTarget {
  target: LoadTarget;
  /** what it did, to be compared with what was measured */
  counts: StubCounts;
  close(): Promise<void>;
}

export type { Planted } from './planted.ts';

const LISTING = pathOf('awaiting-payments');
const LOGIN = pathOf('login');
const REFRESH = pathOf('refresh');
/** Where redirects lead. */
const SIGN_IN = '/sign-in';
const REQUEST_LOAN = pathOf('request-loan');
const UPDATE = pathOf('update-application', { 'loan-application-id': '' });
const REPAY = pathOf('repay-loan', { 'user-id': '' });

/**
 * A target made of node:http and nothing else that answers what the journeys ask, with planted
 * faults: what the kit reports about it can be compared with what was planted.
 */
export async function startStubTarget(planted: Planted = {}): Promise<StubTarget> {
  const counts: StubCounts = {
    ...{ requests: 0, failed: 0, refusedTokens: 0, logins: 0, refreshes: 0 },
    ...{ cut: 0, stray: 0, failedRepeats: 0 },
    ...{ answered: new Map(), served: [] },
  };
  const tokenSeconds = planted.tokenSeconds ?? 3600;
  /** tokens with the time of their end in milliseconds since 1970 */
  const tokens = new Map<string, number>();
  const statesGiven = new Map<string, number>();
  const answersByKey = new Map<string, Answer>();
  const ledger: LedgerRow[] = [];
  const applications: ApplicationRow[] = [];
  /** by account */
  const repaid = new Map<string, number>();
  let repayments = 0;
  let firstRequestAt: number | undefined;

  const session = (): Answer => {
    // Formed like a JWT, as the specification demands; nobody verifies it here.
    const token = `stub.${randomUUID()}.stub`;
    tokens.set(token, Date.now() + tokenSeconds * 1000);
    const user = {
      id: 'c0ffee00-0000-4000-8000-000000000001',
      email: 'customer@stub.example',
      role: 'CUSTOMER',
      tenant_id: 'stub',
      permissions: ['transactions:read'],
    };
    const body = {
      access_token: token,
      expires_in: tokenSeconds,
      refresh_token: randomUUID(),
      user,
    };
    return { status: 200, body: JSON.stringify(body) };
  };

  /** Of a key that was answered before; undefined where it is new, or booked again. */
  const repeated = (key: string): Answer | undefined => {
    const known = planted.duplicateKeys ? undefined : answersByKey.get(key);
    if (known === undefined || !planted.failsRepeats) {
      return known;
    }
    counts.failedRepeats++;
    return { status: 200, body: '{"status":"FAILED","message":"sent before"}' };
  };

  const lend = (text: string, key: string): Answer => {
    const known = repeated(key);
    if (known) {
      return known;
    }
    const { lastName, loanAmount } = JSON.parse(text) as ApplicationRow;
    applications.push({ lastName, loanAmount });
    const answer = { status: 200, body: '{"status":"SUCCESS"}' };
    answersByKey.set(key, answer);
    return answer;
  };

  const echo = (request: IncomingMessage, text: string): string | null =>
    planted.echoes ? JSON.stringify({ message: 'planted', headers: request.headers, text }) : null;

  const repay = (text: string, key: string): Answer => {
    const known = repeated(key);
    if (known) {
      return known;
    }
    const request = JSON.parse(text) as RepayRequest;
    const paid = (repaid.get(request.accountId) ?? 0) + request.repaymentAmount;
    if (paid > (planted.loansOwe ?? Number.POSITIVE_INFINITY)) {
      return { status: 400, body: '{"status":"FAILED","message":"the loan owes less"}' };
    }
    repaid.set(request.accountId, paid);
    if (repayments++ < (planted.loseRepaymentsFrom ?? Number.POSITIVE_INFINITY)) {
      const { accountId, repaymentAmount: amount, paymentNarration = null } = request;
      ledger.push({ accountId, amount, paymentNarration });
    }
    const answer = repaymentRecord(request.repaymentAmount, request.repaymentReference);
    answersByKey.set(key, answer);
    return answer;
  };

  const state = (text: string): Answer => {
    const { state: name } = JSON.parse(text) as { state: string };
    const given = statesGiven.get(name) ?? 0;
    statesGiven.set(name, given + 1);
    const values =
      given < (planted.statesLeft ?? Number.POSITIVE_INFINITY)
        ? stateOf(name, planted.loansOwe)
        : null;
    if (values === null) {
      return { status: 404, body: '{}' };
    }
    return { status: 200, body: JSON.stringify(values) };
  };

  const answerOf = (url: URL, request: IncomingMessage, text: string): Answer => {
    const { pathname, searchParams } = url;
    const key = String(request.headers['x-idempotency-key']);
    if (planted.refusesEmptyJson && text === '' && request.headers['content-type']) {
      return { status: 400, body: '{"message":"Body cannot be empty"}' };
    }
    if (pathname === LISTING && planted.redirects) {
      return { status: 302, body: '' };
    }
    if (pathname === LISTING) {
      const { straying, emptyListing = false } = planted;
      const strays = straying !== undefined && straying.random() < straying.share;
      counts.stray += strays ? 1 : 0;
      return listingOf(searchParams, text, emptyListing, strays);
    }
    if (pathname === REQUEST_LOAN) {
      return lend(text, key);
    }
    if (pathname.startsWith(REPAY)) {
      return repay(text, key);
    }
    if (pathname.startsWith(UPDATE)) {
      const id = pathname.slice(UPDATE.length);
      counts.answered.set(id, (counts.answered.get(id) ?? new Set()).add(key));
      return updatedApplication(id, searchParams.get('status') === 'true');
    }
    return { status: 404, body: '{}' };
  };

  /** Planted delay, stall and failure, then the answer. */
  const journey = async (url: URL, request: IncomingMessage, text: string): Promise<Answer> => {
    const number = counts.requests++;
    firstRequestAt ??= Date.now();
    if (number === planted.tokensDieAt) {
      tokens.clear();
    }
    if (!((tokens.get(String(request.headers['x-auth-token'])) ?? 0) > Date.now())) {
      counts.refusedTokens++;
      return { status: 401, body: '{}' };
    }
    const { stall, latencyMs, failing, cutting } = planted;
    if (cutting !== undefined && cutting.random() < cutting.share) {
      counts.cut++;
      throw new Error('planted: no answer');
    }
    if (stall !== undefined) {
      const since = Date.now() - firstRequestAt;
      const left = stall.afterMs + stall.forMs - since;
      if (since >= stall.afterMs && left > 0) {
        await delay(left);
      }
    }
    const wait = latencyMs?.(number) ?? 0;
    if (wait > 0) {
      await delay(wait);
    }
    if (failing !== undefined && failing.random() < failing.share) {
      counts.failed++;
      return {
        status: 500,
        body: echo(request, text) ?? '{"status":"FAILED","message":"planted"}',
      };
    }
    return answerOf(url, request, text);
  };

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const begun = performance.now();
    const text = await bodyOf(request);
    const url = new URL(request.url ?? '/', 'http://stub');
    switch (url.pathname) {
      case '/states':
        return state(text);
      case '/ledger':
        return {
          status: 200,
          body: JSON.stringify({ repayments: ledger, loanApplications: applications }),
        };
      case LOGIN:
        counts.logins++;
        return session();
      case REFRESH:
        counts.refreshes++;
        return planted.refreshesNothing ? { status: 200, body: '{"status":"FAILED"}' } : session();
      case SIGN_IN:
        return { status: 200, body: '<title>Sign in</title>' };
      default: {
        const given = await journey(url, request, text);
        counts.served.push(performance.now() - begun);
        return given;
      }
    }
  };

  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, body }) => {
        response.writeHead(status, {
          ...(status === 302 && { Location: SIGN_IN }),
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        });
        response.end(body);
      },
      (error: Error) => response.destroy(error),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    target: stubTargetAt(url),
    counts,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface RepayRequest {
  repaymentAmount: number;
  accountId: string;
  repaymentReference: string;
  paymentNarration?: string;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
  }
  return text;
}
