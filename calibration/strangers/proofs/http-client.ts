import { request as open } from 'node:http';
import type { HostName } from '../../../contract/endpoints.ts';
import { statesOf } from '../../../server/states.ts';
import type { PlainRequest, PlainResponse } from '../../servers/exchange-layer.ts';
import { startWrapped, type Wrapping } from '../../servers/wrapped-server.ts';
import { type Client, clientThrough } from './client.ts';

/** Sends a request over a socket; not by `fetch`, since that has no GET with a body. */
function send(base: string, { method, path, headers, body }: PlainRequest): Promise<PlainResponse> {
  return new Promise((resolve, reject) => {
    const sent = open(`${base}${path}`, { method, headers, agent: false }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) {
        chunks.push(chunk as Buffer);
      }
      const status = response.statusCode ?? 0;
      resolve({ status, headers: {}, body: Buffer.concat(chunks).toString() });
    });
    sent.once('error', reject);
    sent.setHeader('Content-Length', Buffer.byteLength(body));
    sent.end(body);
  });
}

/**
 * What a client makes of a server that is started for it, with its faults, on a port of its own.
 *
 * @throws Error when a layer of the server itself failed
 */
export async function seenOverHttp<T>(
  wrapping: Wrapping,
  look: (client: Client) => Promise<T>,
): Promise<T> {
  const server = await startWrapped(wrapping);
  const urls: Record<HostName, string> = {
    base: server.target.baseUrl,
    lending: server.target.lendingUrl,
    investment: server.target.investmentUrl,
  };
  const states = statesOf(server.dependencies);
  try {
    const result = await look(
      clientThrough((request, { host }) => send(urls[host], request), states),
    );
    if (server.problems.length > 0) {
      throw new Error(server.problems.join('\n'));
    }
    return result;
  } finally {
    await server.close();
  }
}
