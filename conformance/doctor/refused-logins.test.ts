import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { UsageError } from '../../contract/errors.ts';
import type { Target } from '../../target/target.ts';
import { SAMPLE_TARGET } from '../testing/sample-report.ts';
import { expectLogin } from './refused-logins.ts';

type Answer = { status: number; body: unknown; location?: string };

describe('trying whether anybody may log in', () => {
  let stop: (() => void) | undefined;
  afterEach(() => stop?.());

  /** A target with three users, whose logins are answered by e-mail address. */
  async function targetAnswering(answers: (email: string) => Answer) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        const { email } = body as { email: string };
        asked.push(email);
        const answer = answers(email);
        const { location } = answer;
        response.writeHead(answer.status, {
          'content-type': 'application/json',
          ...(location !== undefined && { location }),
        });
        response.end(JSON.stringify(answer.body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stop = () => {
      server.closeAllConnections();
      server.close();
    };
    const user = (name: string) => ({ email: `${name}@a.example`, password: 'Long-enough-12' });
    const target: Target = {
      ...SAMPLE_TARGET,
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      users: { manager: user('manager'), agent: user('agent'), customer: user('customer') },
    };
    return { target, asked };
  }

  const { signal } = new AbortController();
  const good: Answer = { status: 200, body: { access_token: 'a.b.c' } };

  it('ends as wrong usage where a login is sent to another address', async () => {
    const { target, asked } = await targetAnswering(() => ({
      status: 308,
      body: {},
      location: '/edge/api/v6/services/securitymanagement/login?key=s3cret',
    }));
    const error = await expectLogin(target, signal).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as Error).message).toBe(
      `${target.baseUrl} answers the login of users.customer with a redirect (308), and redirects are ` +
        'not followed; write the address that it leads to into baseUrl',
    );
    expect(asked).toHaveLength(1);
  });

  it.each<[string, Answer]>([
    ['401', { status: 401, body: {} }],
    ['400', { status: 400, body: { message: 'no' } }],
    ['200 and FAILED', { status: 200, body: { status: 'FAILED', message: 'Wrong password.' } }],
  ])('ends as wrong usage where every login is answered %s', async (_what, refusal) => {
    const { target, asked } = await targetAnswering(() => refusal);
    const error = await expectLogin(target, signal).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    const { status } = refusal;
    expect((error as Error).message).toBe(
      `${target.baseUrl} refuses the login of customer@a.example, users.customer (${status}), and ` +
        `those of users.manager (${status}), users.agent (${status}); ` +
        'look at its password in the target file',
    );
    expect(asked).toHaveLength(3);
  });

  it('begins with the customer, asks no more once one may log in, and gives that session', async () => {
    const refused = { status: 401, body: {} };
    const { target, asked } = await targetAnswering((email) =>
      email.startsWith('agent') ? good : refused,
    );
    expect(await expectLogin(target, signal)).toEqual([
      {
        email: 'agent@a.example',
        session: {
          as: { accessToken: 'a.b.c' },
          headers: { uuid: expect.any(String), platform: 'WEB' },
        },
      },
    ]);
    expect(asked).toEqual(['customer@a.example', 'manager@a.example', 'agent@a.example']);
  });

  it.each<[string, Answer]>([
    ['is at a wrong path', { status: 404, body: {} }],
    ['fails', { status: 500, body: { status: 'FAILED' } }],
    ['gives no token', { status: 200, body: {} }],
  ])('leaves a login that %s to the run', async (_what, answer) => {
    const { target } = await targetAnswering(() => answer);
    await expect(expectLogin(target, signal)).resolves.toEqual([]);
  });

  it('leaves a target that is down to the run', async () => {
    const { target } = await targetAnswering(() => good);
    stop?.();
    await expect(expectLogin(target, signal)).resolves.toEqual([]);
  });
});
