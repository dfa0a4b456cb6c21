import { proxyFor } from './dispatcher.ts';
import type { Ways } from './ways.ts';

/** Why a connection did not come about, where TLS or a proxy has to do with it. */
export interface ConnectionProblem {
  kind: 'tls' | 'proxy' | 'other';
  /** a clause that names what to look at */
  message: string;
}

/**
 * Says what an error of a request means where a certificate or a proxy is the reason; undefined
 * where neither is. No message holds a password.
 */
export function connectionProblem(
  error: unknown,
  url: string,
  { tls, proxies }: Ways,
): ConnectionProblem | undefined {
  const cause = error instanceof AggregateError ? error.errors[0] : error;
  const { code = '', message = '' } = (cause ?? {}) as { code?: string; message?: string };
  const proxy = proxyFor(new URL(url), proxies);
  const status = /^Proxy response \((\d+)\)|^Proxy Authentication Required \((407)\)/.exec(message);
  if (proxy && status) {
    return { kind: 'proxy', message: refusal(new URL(proxy), status[1] ?? status[2] ?? '') };
  }
  const told = tlsProblem(code, message, tls?.certificate !== undefined);
  if (told !== undefined) {
    return { kind: 'tls', message: told };
  }
  const by = proxy ? `by the proxy ${new URL(proxy).origin}: ` : '';
  const hangUp = HUNG_UP.has(code) && url.startsWith('https:') ? hint(tls) : '';
  return by || hangUp ? { kind: 'other', message: `${by}${message || code}${hangUp}` } : undefined;
}

const HUNG_UP = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** With TLS 1.3 the client's side of the handshake is done before its certificate is looked at. */
function hint(tls: Ways['tls']): string {
  return tls?.certificate === undefined
    ? '; a host that demands a client certificate may hang up so: see tls in the target file'
    : '; it may refuse the client certificate: look at tls.certificate in the target file';
}

function refusal({ origin, username }: URL, status: string): string {
  if (status !== '407') {
    return `the proxy ${origin} does not connect to it (HTTP ${status})`;
  }
  return username === ''
    ? `the proxy ${origin} demands a user name and password (HTTP 407)`
    : `the proxy ${origin} refuses the user name or password (HTTP 407)`;
}

/** Codes of X.509 verification by OpenSSL, of which not all have a word in common. */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

function tlsProblem(code: string, message: string, hasCertificate: boolean): string | undefined {
  if (UNTRUSTED.has(code)) {
    return `no authority that is trusted here signed its certificate (${code}); tls.ca in the target file names one`;
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return `its certificate, or that of the authority that signed it, has expired (${code})`;
  }
  const alert =
    /alert (certificate required|bad certificate|unknown ca|certificate expired|certificate unknown|handshake failure)/.exec(
      message,
    )?.[1];
  if (alert !== undefined) {
    return hasCertificate
      ? `it refuses the client certificate (${alert}); look at tls.certificate in the target file`
      : `it demands a client certificate (${alert}); tls.certificate in the target file names one`;
  }
  if (message.includes('wrong version number')) {
    return 'it does not speak TLS there (wrong version number); is it http instead of https?';
  }
  const isTls = /CERT|TLS|SSL/.test(code);
  // OpenSSL ends its own messages with the place in its sources and a line break
  return isTls
    ? message.replaceAll(/^[\dA-F]{8,}:error:[\dA-F]+:|:\.\.\/[^\n]*\s*$/g, '').trim()
    : undefined;
}
