import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Ways } from '../connections/ways.ts';
import { createAuthority } from './certificates.ts';
import { type PasswordProxy, startPasswordProxy } from './password-proxy.ts';
import { startTlsFront } from './tls-front.ts';

/** The name of the host that demands client certificates. */
export const GUARDED = 'sandbox.acme.example';

/** The name of the same server by plain http. */
export const UNGUARDED = 'plain.acme.example';

const authority = createAuthority('Acme authority');

/** What a client needs to be let in. */
export const CLIENT_TLS = {
  ca: authority.certificate,
  ...authority.issue('assay.acme.example'),
};

/** A server that tells what it was asked, behind a host of client certificates and a proxy of a password. */
export interface GuardedHost {
  proxy: PasswordProxy;
  /** the server's own port of the loopback, which no proxy is asked for */
  port: number;
  /** the ways by the proxy, with its password or a wrong one */
  byProxy(password?: string): NonNullable<Ways['proxies']>;
  close(): Promise<void>;
}

/** Password of the proxy: signs that a URL has to escape. */
const PASSWORD = 'p@ss:word';

/** Starts one, on free ports of the loopback. */
export async function startGuardedHost(): Promise<GuardedHost> {
  const server = createServer(async (incoming, outgoing) => {
    outgoing.end(`${incoming.method} ${incoming.url} ${await text(incoming)}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { certificate, key } = authority.issue(GUARDED);
  const front = await startTlsFront(port, {
    ...{ cert: certificate, key, ca: authority.certificate },
    ...{ requestCert: true, rejectUnauthorized: true },
  });
  const hosts = { [GUARDED]: front.port, [UNGUARDED]: port };
  const proxy = await startPasswordProxy({ user: 'assay', password: PASSWORD, hosts });
  return {
    proxy,
    port,
    byProxy(password = PASSWORD) {
      const url = `http://assay:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}`;
      return { http: url, https: url, noProxy: '' };
    },
    async close() {
      await Promise.all([front.close(), proxy.close()]);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
