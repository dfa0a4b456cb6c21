import { randomBytes } from 'node:crypto';
import { once as event } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { awaitingPayments } from './endpoints/awaiting-payments.ts';
import { login, logout, refresh } from './endpoints/login.ts';
import { organisationPreference } from './endpoints/organisation-preference.ts';
import { portfolios } from './endpoints/portfolios.ts';
import { repayLoan } from './endpoints/repay-loan.ts';
import { requestLoan } from './endpoints/request-loan.ts';
import type { World } from './endpoints/session.ts';
import { updateApplication } from './endpoints/update-application.ts';
import { type Answer, type Ask, failed, type Host, Refusal } from './exchange.ts';
import { provideState } from './records/states.ts';
import { type Cast, openStore } from './records/store.ts';
import { ownRules, type Rules } from './rules.ts';

const SERVICES = '/api/v6/services';
const SECURITY = `${SERVICES}/securitymanagement`;
const BASE: Host[] = ['base', 'other-tenant'];

interface Route {
  hosts: Host[];
  method: string;
  path: RegExp;
  handle: (ask: Ask, world: World, id: string) => Answer;
}

function route(hosts: Host[], method: string, path: string, handle: Route['handle']): Route {
  return { hosts, method, path: new RegExp(`^${path.replace('{id}', '([^/]+)')}$`), handle };
}

const PREFERENCE = `${SERVICES}/admin/organisation-preference-management/fetch-organisaction-preference`;

const ROUTES = [
  route(BASE, 'PUT', `${SECURITY}/login`, login),
  route(BASE, 'POST', `${SECURITY}/refresh`, refresh),
  route(BASE, 'POST', `${SECURITY}/logout`, logout),
  route(BASE, 'GET', PREFERENCE, organisationPreference),
  route(BASE, 'GET', `${SERVICES}/paymentmanagement/awaiting-payments`, awaitingPayments),
  route([...BASE, 'lending'], 'POST', `${SERVICES}/user/request-loan`, requestLoan),
  route(['lending'], 'POST', '/api/v1/services/user/repay-loan/{id}', repayLoan),
  route(['lending'], 'PUT', '/api/v1/services/user/update-application/{id}', updateApplication),
  route(['investment'], 'GET', '/api/v1/user/portfolios/{id}', portfolios),
];

/** The answer of the platform itself, before a profile changes its form. */
function platform(ask: Ask, world: World): Answer {
  for (const { hosts, method, path, handle } of ROUTES) {
    const found = method === ask.method ? path.exec(ask.path) : null;
    const served =
      ask.host !== 'lending' || handle !== requestLoan || world.rules.loansOnLendingHost;
    if (found && served && hosts.includes(ask.host)) {
      return handle(ask, world, decodeURIComponent(found[1] ?? ''));
    }
  }
  throw failed(404, 'there is nothing here');
}

function decide(ask: Ask, world: World): Answer {
  for (const gate of world.rules.gate) {
    const answer = gate(ask, world.now());
    if (answer) {
      return answer;
    }
  }
  try {
    return platform(ask, world);
  } catch (problem) {
    if (problem instanceof Refusal) {
      return problem.answer;
    }
    throw problem;
  }
}

async function readAsk(request: IncomingMessage, host: Host): Promise<Ask> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
  }
  const { method = 'GET', headers } = request;
  return { host, method, path: url.pathname, query: url.searchParams, headers, text };
}

function send(response: ServerResponse, answer: Answer): void {
  const json = answer.body === undefined ? undefined : JSON.stringify(answer.body);
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  response.writeHead(answer.status, { ...type, ...answer.headers });
  response.end(answer.text ?? json);
}

function platformServer(host: Host, world: World, problems: string[]): Server {
  const { finish, delay } = world.rules;
  return createServer(async (request, response) => {
    try {
      const ask = await readAsk(request, host);
      const answer = finish.reduce((sent, change) => change(sent, ask), decide(ask, world));
      const milliseconds = delay();
      if (milliseconds > 0) {
        await wait(milliseconds);
      }
      send(response, answer);
    } catch (error) {
      problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
      response.writeHead(500).end();
    }
  });
}

function hookServer(world: World, cast: Cast): Server {
  return createServer(async (request, response) => {
    const ask = await readAsk(request, 'base');
    const values = provideState(JSON.parse(ask.text).state, { world, cast });
    send(response, values ? { status: 200, body: values } : { status: 404 });
  });
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await event(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export interface BusinessServer {
  /** origins of the hosts, and of the hook */
  urls: Record<Host | 'states', string>;
  world: World;
  cast: Cast;
  /** mistakes of the server itself, such as an exception */
  problems: string[];
  stop: () => Promise<void>;
}

/**
 * Starts a conforming platform with the rules given, on free loopback ports: its three hosts, the
 * base host of a second tenant, and the states hook. `now` in milliseconds since 1970.
 */
export async function startBusinessServer(
  rules: Rules = ownRules(),
  now: () => number = Date.now,
): Promise<BusinessServer> {
  const { store, cast } = openStore(now());
  const world: World = { store, rules, key: randomBytes(32), now, keys: new Map() };
  const problems: string[] = [];
  const servers = {
    base: platformServer('base', world, problems),
    lending: platformServer('lending', world, problems),
    investment: platformServer('investment', world, problems),
    'other-tenant': platformServer('other-tenant', world, problems),
    states: hookServer(world, cast),
  };
  const opened = await Promise.all(
    Object.entries(servers).map(async ([name, server]) => [name, await listen(server)]),
  );
  return {
    urls: Object.fromEntries(opened),
    world,
    cast,
    problems,
    stop: async () => {
      for (const server of Object.values(servers)) {
        const closed = event(server, 'close');
        server.close();
        server.closeAllConnections();
        await closed;
      }
    },
  };
}
