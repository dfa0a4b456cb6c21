import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWK } from 'jose';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { endpoint, pathOf } from '../../../contract/endpoints.ts';
import { type Call, type TestServer, testServer } from '../../test-client.ts';

/** How the keys for answers are agreed on (RFC 7518, section 4.6). */
export const ALG = 'ECDH-ES+A256KW';

/** A pair of keys for answers, and its public one as it is sent. */
export interface AnswerKeys {
  pair: GenerateKeyPairResult;
  jwk: JWK;
}

/** Keys that no other test has. */
export async function answerKeys(): Promise<AnswerKeys> {
  const pair = await generateKeyPair(ALG, { crv: 'P-256', extractable: true });
  return { pair, jwk: { ...(await exportJWK(pair.publicKey)), kid: 'of a test' } };
}

/** A server, and who asks it for encrypted answers. */
export interface SealedClient {
  server: TestServer;
  /** Sends a request as it is in the endpoint table, and gives what came as it came. */
  ask(
    name: EndpointName,
    call?: Call & { key?: unknown },
  ): Promise<{ status: number; type: string | null; headers: Headers; text: string }>;
}

/** A server of its own, with a customer who asks unless another token is given. */
export async function sealedClient(): Promise<SealedClient> {
  const server = testServer();
  const customer = await server.tokenOf('customer');
  async function ask(name: EndpointName, call: Call & { key?: unknown } = {}) {
    const { method, headers: rules } = endpoint(name);
    const { token = customer, path, query, headers = {}, body, key } = call;
    const sent = new Headers(rules.map((rule) => [rule.name, rule.example]));
    sent.delete('X-Auth-Token');
    for (const [header, value] of Object.entries({
      ...(token !== null && { 'X-Auth-Token': token }),
      ...(key !== undefined && { 'x-answer-key': inHeader(key) }),
      'x-idempotency-key': crypto.randomUUID(),
      ...headers,
    })) {
      sent.set(header, String(value));
    }
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
    const url = `http://server.test${pathOf(name, path)}${query ? `?${query}` : ''}`;
    const response = await server.fetch(new Request(url, { method, headers: sent }), text);
    return {
      status: response.status,
      type: response.headers.get('Content-Type'),
      headers: response.headers,
      text: await response.text(),
    };
  }
  return { server, ask };
}

/** A key as the header that asks for an encrypted answer holds it. */
export const inHeader = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
