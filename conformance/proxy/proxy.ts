import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { LoanValues, StateName, Target } from '../../target/target.ts';
import type { CallOptions } from '../check-context.ts';
import { jsonOf, valueAt } from '../http/exchange.ts';
import { isPutOff } from '../http/retry.ts';
import { tokenOf } from '../http/token-of.ts';
import { Judgements } from '../rules/judgements.ts';
import { type Asked, askedEndpoint, originsOf } from './asked-endpoint.ts';
import { ClientJudgements } from './client/client-judgements.ts';
import { CLIENT_RULES } from './client/client-rules.ts';
import { type Relay, type Relayed, startRelay } from './relay.ts';
import { relayedExchange, type SeenExchange } from './relayed-exchange.ts';
import { SERVER_RULES } from './server-rules.ts';
import { wayTo } from './way-to.ts';

/** How a proxy is started. */
export interface ProxyOptions {
  target: Target;
  /** address to listen on */
  host: string;
  /** for the target's origins in their order; what is not given takes a free one */
  ports?: readonly number[];
  /** hears of every exchange that was judged, with the number so far */
  onExchange?(exchanges: number): void;
}

/** What passed by, counted. */
export interface Traffic {
  exchanges: number;
  unjudged: number;
  unanswered: Map<string, number>;
  /** status codes by endpoint; 0 for requests that got no answer */
  endpoints: Map<EndpointName, Map<number, number>>;
  /** `GET /path` of what the specification does not have */
  elsewhere: Map<string, number>;
}

/** A running proxy. */
export interface RunningProxy {
  /** where each origin of the target is to be asked instead */
  addresses: readonly { origin: string; url: string }[];
  traffic: Traffic;
  server: Judgements;
  client: ClientJudgements;
  /** values seen that no artefact may show, the target's own included */
  secrets: Set<string>;
  startedAt: Date;
  /** why exchanges could not be judged: defects of the proxy, each once */
  problems: Set<string>;
  /** closes the addresses and whatever is under way */
  close(): Promise<void>;
}

/** How many other paths are told apart; one more counts what is beyond. */
const MOST_ELSEWHERE = 100;

/**
 * Stands between clients and a target: hands everything on unchanged and judges each exchange by the
 * rules of certify and by what the specification says of requests.
 *
 * @throws UsageError when a port is taken
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { target, host, ports = [], onExchange } = options;
  const server = new Judgements(SERVER_RULES, target);
  const client = new ClientJudgements(CLIENT_RULES);
  const traffic: Traffic = {
    ...{ exchanges: 0, unjudged: 0 },
    ...{ unanswered: new Map(), endpoints: new Map(), elsewhere: new Map() },
  };
  const secrets = new Set(target.secrets);
  const problems = new Set<string>();
  for (const [name, pool] of Object.entries(target.states.pools)) {
    for (const values of pool as LoanValues[]) {
      server.supplied(name as StateName, values);
    }
  }

  function take(origin: string, relayed: Relayed): void {
    const seen = relayedExchange(origin, relayed);
    const asked = askedEndpoint(target, origin, relayed.method, relayed.path);
    for (const secret of secretsOf(seen)) {
      secrets.add(secret);
    }
    count(traffic, seen, asked, relayed);
    if (asked && seen.whole && seen.exchange.response && !isPutOff(seen.exchange)) {
      server.judge(asked.endpoint, callOf(asked, seen), seen.exchange);
    }
    if (asked && relayed.requestBody !== undefined) {
      client.judge(asked, seen);
    }
    onExchange?.(traffic.exchanges);
  }

  const relays: { origin: string; relay: Relay }[] = [];
  const close = async () => {
    await Promise.all(relays.map(({ relay }) => relay.close()));
  };
  try {
    for (const [index, origin] of originsOf(target).entries()) {
      // What cannot be judged was handed on all the same, and must not end the proxy.
      const onRelayed = (relayed: Relayed) => {
        try {
          take(origin, relayed);
        } catch (error) {
          problems.add(error instanceof Error ? error.message : String(error));
        }
      };
      const relay = await startRelay({
        ...{ origin, host, port: ports[index] ?? 0, onRelayed },
        ...wayTo(origin, target),
      });
      relays.push({ origin, relay });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    addresses: relays.map(({ origin, relay }) => ({ origin, url: relay.url })),
    ...{ traffic, server, client, secrets, problems, close },
    startedAt: new Date(),
  };
}

/** The request as a check would have made it, which is what rules ask about. */
function callOf(asked: Asked, { exchange, requestJson: body }: SeenExchange): CallOptions {
  const { path, query, host } = asked;
  const token = tokenOf(exchange.request.headers);
  return {
    as: token === undefined ? null : { accessToken: token },
    ...{ path, query },
    ...(host && { host }),
    ...(body !== undefined && { body }),
  };
}

function count(
  traffic: Traffic,
  { exchange, whole }: SeenExchange,
  asked: Asked | undefined,
  { method, path }: Relayed,
): void {
  const { unanswered, endpoints, elsewhere } = traffic;
  const { response, error } = exchange;
  traffic.exchanges += 1;
  traffic.unjudged += response && !whole ? 1 : 0;
  if (!response) {
    increase(unanswered, error?.message ?? 'no answer');
  }
  if (!asked) {
    const what = `${method} ${path.replace(/\?.*$/, '')}`;
    const isRoom = elsewhere.has(what) || elsewhere.size < MOST_ELSEWHERE;
    increase(elsewhere, isRoom ? what : `${method} …`);
    return;
  }
  const statuses = endpoints.get(asked.endpoint) ?? new Map<number, number>();
  endpoints.set(asked.endpoint, statuses);
  increase(statuses, response?.status ?? 0);
}

function increase<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Headers whose whole values are secrets. */
const SECRET_HEADERS = ['x-auth-token', 'proxy-authorization', 'cookie'];

/** What an exchange tells that nobody else may see: tokens, passwords, what headers of secrets hold. */
function secretsOf({ exchange, requestJson: sent }: SeenExchange): string[] {
  const { request, response } = exchange;
  const told = response ? jsonOf(exchange) : undefined;
  return [
    ...SECRET_HEADERS.map((name) => request.headers[name]),
    // the scheme alone tells nothing, and would be found in texts of our own
    /^\S+\s+(\S.*)$/.exec(request.headers.authorization ?? '')?.[1],
    response?.headers['set-cookie'],
    valueAt(sent, 'currentPassword'),
    valueAt(sent, 'refresh_token'),
    valueAt(told, 'access_token'),
    valueAt(told, 'refresh_token'),
  ].filter((value): value is string => typeof value === 'string' && value !== '');
}
