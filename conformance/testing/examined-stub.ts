import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import schema from '../../target/target.schema.json' with { type: 'json' };
import { ROLE_OF_USER, USER_NAMES, type UserName } from '../../target/target.ts';
import { parseTarget } from '../../target/target-file.ts';
import type { Diagnosis } from '../doctor/diagnosis.ts';
import { type DoctorReport, type ExamineOptions, examineTarget } from '../doctor/doctor.ts';

/** A target with its hook on one port, as far as the doctor looks at it. */
export interface Stub {
  /** status of an endpoint that is asked without a token */
  unauthenticated: number;
  /** answer to a login, by e-mail address */
  login(email: string): { status: number; body: unknown };
  /** answer of the hook, by the name of the state */
  state(name: string): { status: number; body: unknown };
}

/** What every token that the stub gives begins with. */
export const TOKEN = 'access-t0ken-c4n4ry';
/** Who has portfolios. */
export const customerId = schema.$defs.states.portfolios.examples[0]?.customerId;
/** The e-mail address of a user. */
export const emailOf = (name: string) => `${name}@t.example`;

/** What a sound target answers to a login. */
export function goodLogin(email: string) {
  const name = email.split('@')[0] as UserName;
  const isCustomer = name === 'customer';
  return {
    status: 200,
    body: {
      access_token: `${TOKEN}-${name}`,
      user: {
        id: isCustomer ? customerId : `id-of-${name}`,
        role: ROLE_OF_USER[name] ?? 'CUSTOMER',
        tenant_id: name === 'otherManager' ? 'tenant-2' : 'tenant-1',
      },
    },
  };
}

/** What a sound hook answers. */
export function goodState(name: string) {
  const values = schema.$defs.states[name as keyof typeof schema.$defs.states].examples[0];
  if (name !== 'no-active-loan') {
    return { status: 200, body: values };
  }
  return { status: 200, body: { ...values, email: emailOf('noLoan'), customerId: 'id-of-noLoan' } };
}

/** A sound target. */
export const GOOD: Stub = { unauthenticated: 401, login: goodLogin, state: goodState };

const servers: Server[] = [];

/** Closes all stubs that were examined. */
export function closeStubs(): void {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}

/** Stops all stubs, and waits until nobody answers any more. */
export async function stopStubs(): Promise<void> {
  for (const server of servers.splice(0)) {
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Starts a stub; gives its URL. */
export async function listen(stub: Stub): Promise<string> {
  const server = createServer((request, response) => void answer(stub, request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function answer(stub: Stub, request: IncomingMessage, response: ServerResponse) {
  const body = await text(request);
  const { pathname } = new URL(request.url ?? '', 'http://stub');
  const reply = { status: stub.unauthenticated, body: {} as unknown };
  if (pathname.endsWith('/securitymanagement/login')) {
    Object.assign(reply, stub.login(JSON.parse(body).email));
  }
  if (pathname === '/states') {
    Object.assign(reply, stub.state(JSON.parse(body).state));
  }
  response.writeHead(reply.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(reply.body));
}

/** What is examined, and how, beside what is usual. */
export interface Setting {
  stub?: Partial<Stub>;
  /** changes of the target file */
  file?: Record<string, unknown>;
  options?: Partial<ExamineOptions>;
}

/** A target file of a stub. */
export function fileAt(url: string) {
  const users = USER_NAMES.map((name) => [
    name,
    { email: emailOf(name), password: `pw-c4n4ry-${name}` },
  ]);
  return {
    name: 'Stub',
    baseUrl: url,
    users: Object.fromEntries(users),
    states: { url: `${url}/states`, headers: { 'x-secret': 'hook-c4n4ry' } },
  };
}

/** What such a file says, with changes. */
export function targetAt(url: string, file: Record<string, unknown> = {}) {
  return parseTarget({ ...fileAt(url), ...file }, {});
}

/** Examines a stub. */
export async function examine({ stub, file, options }: Setting = {}): Promise<DoctorReport> {
  const url = await listen({ ...GOOD, ...stub });
  return examineTarget(targetAt(url, file), {
    checksNeeding: (missing) => [`check of ${missing}`],
    ...options,
  });
}

/** What an examination says of a thing. */
export function find({ diagnoses }: DoctorReport, subject: string): Diagnosis | undefined {
  return diagnoses.find((diagnosis) => diagnosis.subject === subject);
}
