import { isIP } from 'node:net';
import type { LoadTarget } from '../load-target.ts';

/**
 * What of a target only this machine can reach, in words: a pod that asks 127.0.0.1 asks itself. Undefined
 * where it is nothing.
 */
export function loopbackWarning(target: LoadTarget): string | undefined {
  const { baseUrl, lendingUrl, investmentUrl, states, load } = target;
  const places = {
    ...{ baseUrl, lendingUrl, investmentUrl },
    ...{ 'states.url': states.url, 'load.ledgerUrl': load?.ledgerUrl },
  };
  const own = Object.entries(places)
    .filter(([, url]) => url !== undefined && isLoopback(url))
    .map(([name, url]) => `${name} (${url})`);
  return own.length === 0
    ? undefined
    : `reached from this machine alone, so that elsewhere k6 would ask itself: ${own.join(', ')}`;
}

function isLoopback(text: string): boolean {
  const host = URL.parse(text)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const isAddress = isIP(host) > 0;
  return isAddress
    ? /^127\./.test(host) || host === '::1' || host === '0.0.0.0' || host === '::'
    : host === 'localhost' || host.endsWith('.localhost');
}
