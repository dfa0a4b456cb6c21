import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { TlsMaterial } from './ways.ts';

/** What connections are made with: authorities beside the usual ones, the client's certificate. */
export function secureContextOf({ ca, certificate, key }: TlsMaterial): SecureContext {
  return createSecureContext({
    ...(ca && { ca: [...getCACertificates('default'), ca] }),
    ...(certificate && { cert: certificate }),
    ...(key && { key }),
  });
}
