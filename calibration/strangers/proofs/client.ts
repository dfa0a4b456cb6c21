import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { endpoint, type HostName, pathOf } from '../../../contract/endpoints.ts';
import { STANDARD_LOGINS, type StandardUserName } from '../../../fixtures/standard-users.ts';
import { createApp } from '../../../server/app.ts';
import { openDatabase } from '../../../server/database/open.ts';
import { standardSnapshot } from '../../../server/database/snapshot.ts';
import { rememberingPasswords } from '../../../server/passwords.ts';
import { dependenciesOf } from '../../../server/serve.ts';
import { statesOf } from '../../../server/states.ts';
import {
  type LayerContext,
  type PlainRequest,
  type PlainResponse,
  stacked,
} from '../../servers/exchange-layer.ts';
import type { Wrapping } from '../../servers/wrapped-server.ts';

/** One request; what is left out is as the endpoint table says. */
export interface Call {
  token?: string;
  /** sends the token as `Authorization: Bearer` */
  bearer?: boolean;
  host?: HostName;
  path?: string;
  query?: string;
  /** added to the endpoint's headers; null leaves one out */
  headers?: Record<string, string | null>;
  body?: unknown;
  /** a body that is no JSON, in the place of `body` */
  text?: string;
}

/** What came back. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** JSON as it was read, anything else as text */
  // biome-ignore lint/suspicious/noExplicitAny: proofs read fields of JSON and fail where one is missing
  body: any;
}

/** What a login gave. */
export interface LoggedIn {
  token: string;
  refreshToken: string;
  id: string;
}

/** An ordinary client of a server behind layers, without a socket, with a database of its own. */
export interface Client {
  call(name: EndpointName, call?: Call): Promise<Answer>;
  login(name: StandardUserName, headers?: Record<string, string>): Promise<LoggedIn>;
  /** values of a state, such as `active-loan` */
  state(name: string): Readonly<Record<string, string | number>>;
}

const passwords = rememberingPasswords();
const logger = pino({ level: 'silent' });

/** Starts the reference server behind the layers of a fault; `close` forgets its database. */
export function clientOf(wrapping: Wrapping): Client & { close(): void } {
  const db = openDatabase(standardSnapshot());
  const right = dependenciesOf(db, { logger, passwords });
  const app = createApp(wrapping.dependencies?.(right) ?? right);
  const context: LayerContext = { dependencies: right, db, memory: new Map() };
  const layer = stacked(wrapping.layers ?? []);

  const reference = async ({ method, path, headers, body }: PlainRequest) => {
    const request = new Request(`http://reference.invalid${path}`, { method, headers });
    const response = await app.fetch(request, { body });
    const answered = Object.fromEntries(response.headers);
    return { status: response.status, headers: answered, body: await response.text() };
  };
  const send: Sender = (request, route) => layer(request, reference, { ...context, ...route });

  return {
    ...clientThrough(send, statesOf(right)),
    close: () => {
      db.close();
    },
  };
}

/** Brings a request to a server, and its answer back. */
export type Sender = (
  request: PlainRequest,
  route: { endpoint: EndpointName; host: HostName },
) => Promise<PlainResponse>;

/** A client that sends in some way, and gets the values of states from what provides them. */
export function clientThrough(send: Sender, states: ReturnType<typeof statesOf>): Client {
  const call: Client['call'] = async (name, { token, bearer, host, path, query, ...rest } = {}) => {
    const rules = endpoint(name);
    const headers = new Headers(rules.headers.map((rule) => [rule.name, rule.example]));
    headers.delete('X-Auth-Token');
    if (token !== undefined && bearer) {
      headers.set('Authorization', `Bearer ${token}`);
    } else if (token !== undefined) {
      headers.set('X-Auth-Token', token);
    }
    if (headers.has('x-idempotency-key')) {
      headers.set('x-idempotency-key', randomUUID());
    }
    for (const [header, value] of Object.entries(rest.headers ?? {})) {
      if (value === null) {
        headers.delete(header);
      } else {
        headers.set(header, value);
      }
    }
    const [parameter] = rules.pathParameters;
    const filled = pathOf(name, parameter && path ? { [parameter.name]: path } : {});
    const response = await send(
      {
        method: rules.method,
        path: query === undefined ? filled : `${filled}?${query}`,
        headers: Object.fromEntries(headers),
        body: rest.text ?? (rest.body === undefined ? '' : JSON.stringify(rest.body)),
      },
      { endpoint: name, host: host ?? rules.host },
    );
    const { status, headers: answered } = response;
    return { status, headers: answered, body: readBody(response.body) };
  };

  return {
    call,
    async login(name, headers = {}) {
      const { email, password: currentPassword } = STANDARD_LOGINS[name];
      const { body } = await call('login', { headers, body: { email, currentPassword } });
      return { token: body.access_token, refreshToken: body.refresh_token, id: body.user.id };
    },
    state(name) {
      const provide = states.get(name);
      if (provide === undefined) {
        throw new Error(`there is no state ${name}`);
      }
      // The plain values only: what is nested is for the suite's own requests.
      return Object.fromEntries(
        Object.entries(provide()).filter(
          (entry): entry is [string, string | number] => typeof entry[1] !== 'object',
        ),
      );
    },
  };
}

/** What a client makes of a server that is made for it and of its faults. */
export async function seen<T>(
  wrapping: Wrapping,
  look: (client: Client) => Promise<T>,
): Promise<T> {
  const client = clientOf(wrapping);
  try {
    return await look(client);
  } finally {
    client.close();
  }
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
