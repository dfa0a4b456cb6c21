import { randomUUID } from 'node:crypto';
import { STANDARD_LOGINS } from '../../fixtures/standard-users.ts';
import { list, paymentsOf, refreshed } from '../strangers/proofs/calls.ts';
import type { Answer, Call, Client, LoggedIn } from '../strangers/proofs/client.ts';
import { type Plan, plainPlan } from './plan.ts';

/** A client in the middle of his plan. */
export interface Visit {
  client: Client;
  plan: Plan;
  session: LoggedIn;
  /** what the planned call has as its body; empty where it has none */
  body: Record<string, unknown>;
  /** the planned call, with what the states gave for it */
  call: Call;
  /** makes the planned call; the same loan or offer each time, another key unless one is given */
  send(change?: Call): Promise<Answer>;
}

type Underway = Pick<Visit, 'client' | 'plan' | 'session'>;

type Values = Readonly<Record<string, string | number>>;

/** Body and path of a call that succeeds. */
function validCall(visit: Underway): Call {
  const { client, plan, session } = visit;
  const owner = plan.owner ?? plan.caller;
  const state = (name: string): Values => client.state(plan.state ?? name);
  switch (plan.endpoint) {
    case 'login': {
      const { email, password: currentPassword } = STANDARD_LOGINS[plan.caller];
      return { body: { email, currentPassword } };
    }
    case 'refresh':
      return { body: { refresh_token: session.refreshToken } };
    case 'logout':
      return { body: {} };
    case 'fetch-organisation-preference':
      return {};
    case 'awaiting-payments': {
      const { currency, fromDate, toDate } = state('awaiting-payments');
      return { body: { selectedCurrency: currency, fromDate, toDate } };
    }
    case 'request-loan': {
      const { email: _, password: __, ...values } = state('loan-product');
      return { body: { ...values, loanApplicationStatusEnum: 'REQUESTED' } };
    }
    case 'repay-loan': {
      const { customerId, accountId, bankAccountId, repaymentReference, totalPayable } =
        state('active-loan');
      const repaymentAmount = plan.totalAsAmount ? totalPayable : 10;
      return {
        path: String(customerId),
        body: { repaymentAmount, customerId, accountId, bankAccountId, repaymentReference },
      };
    }
    case 'update-application': {
      const offer = state(owner === 'otherCustomer' ? 'offer-sent-other' : 'offer-sent');
      return { path: String(offer.applicationId) };
    }
    case 'portfolios':
      return { path: session.id };
  }
}

/** The page that is meant by `last`: what a client finds by turning pages. */
async function lastPage({ client, plan, session }: Underway): Promise<string> {
  const size = Number(plan.query.size ?? (plan.endpoint === 'portfolios' ? 10 : 20));
  if (plan.endpoint === 'portfolios') {
    return String(Math.ceil(Number(client.state('portfolios').count) / size));
  }
  const call = { token: session.token, query: 'size=500' };
  const all = paymentsOf(await list(client, call, plan.fields)).length;
  return String(Math.max(1, Math.ceil(all / size)));
}

const headersOf = ({ headers }: Plan): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'function' ? value() : value,
    ]),
  );

async function visitOf(client: Client, plan: Plan, session: LoggedIn): Promise<Visit> {
  const visit = { client, plan, session };
  const valid = validCall(visit);
  const body = { ...(valid.body as object | undefined), ...plan.fields };
  if (plan.query.page === 'last') {
    plan.query.page = await lastPage(visit);
  }
  if (plan.owner !== undefined && plan.endpoint === 'portfolios') {
    valid.path = (await client.login(plan.owner)).id;
  }
  const token = plan.token === undefined ? session.token : await plan.token(client, session);
  const query = new URLSearchParams(plan.query).toString();
  const call: Call = {
    ...valid,
    ...(plan.path !== undefined && { path: plan.path }),
    ...(token !== null && plan.endpoint !== 'login' && { token }),
    bearer: plan.bearer,
    ...(plan.host && { host: plan.host }),
    ...(query !== '' && { query }),
    ...(valid.body !== undefined && { body }),
  };
  return {
    ...visit,
    body,
    call,
    send: (change = {}) =>
      client.call(plan.endpoint, {
        ...call,
        ...change,
        headers: { ...headersOf(plan), ...change.headers },
      }),
  };
}

/** Does what comes before the call, and gets ready for it. */
export async function begin(client: Client, plan: Plan): Promise<Visit> {
  const { endpoint, caller } = plan;
  const other = plan.before === 'other session logged out' ? await client.login(caller) : undefined;
  const first =
    endpoint === 'login' && other === undefined
      ? { token: '', refreshToken: '', id: '' }
      : await client.login(caller);
  const session = plan.refreshed ? await refreshed(client, first) : first;
  for (let time = 0; time < plan.warmUp; time++) {
    const plain = { ...plainPlan(endpoint), caller };
    // A refresh uses up its refresh token, a logout its session.
    const spent = endpoint === 'refresh' || endpoint === 'logout';
    const fresh = spent ? await client.login(caller) : session;
    const used = endpoint === 'refresh' ? { ...fresh, token: session.token } : fresh;
    await (await visitOf(client, plain, used)).send();
  }
  if (other !== undefined) {
    await client.call('logout', { token: other.token, body: {} });
  }
  if (plan.before === 'refused' && endpoint === 'login') {
    const body = { email: STANDARD_LOGINS[caller].email, currentPassword: `no ${randomUUID()}` };
    await client.call('login', { body });
  } else if (plan.before === 'refused') {
    await client.call('awaiting-payments', { token: session.token, body: {} });
  }
  return visitOf(client, plan, session);
}

/** Another call to the same endpoint that is on the way when the one that counts is made. */
export async function companion(client: Client, { endpoint, caller, ...plan }: Plan, by: Visit) {
  const other = caller === 'otherCustomer' ? 'customer' : 'otherCustomer';
  const who = plan.meanwhile === 'same-user' ? caller : other;
  const session = plan.meanwhile === 'same-user' ? by.session : await client.login(who);
  const beside = { ...plainPlan(endpoint), caller: who };
  if (endpoint === 'refresh' || endpoint === 'logout') {
    // It must not use up what the other call needs.
    return visitOf(client, beside, await client.login(who));
  }
  return visitOf(client, beside, session);
}
