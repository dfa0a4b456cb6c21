import { randomUUID } from 'node:crypto';
import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { Target } from '../../target/target.ts';
import type { CallOptions } from '../check-context.ts';
import type { Client } from '../http/client.ts';
import type { Exchange, ExchangeErrorKind } from '../http/exchange.ts';
import { buildRequest } from '../http/request.ts';
import type { Diagnosis } from './diagnosis.ts';

/** One address and a request that changes nothing there, since it carries no token. */
export interface Probe {
  key: 'baseUrl' | 'lendingUrl' | 'investmentUrl';
  endpoint: EndpointName;
  options: CallOptions;
}

/** A request for each of the three addresses of a target. */
export const PROBES: readonly Probe[] = [
  { key: 'baseUrl', endpoint: 'awaiting-payments', options: { body: {} } },
  {
    key: 'lendingUrl',
    endpoint: 'update-application',
    options: { path: { 'loan-application-id': randomUUID() }, query: { status: false } },
  },
  {
    key: 'investmentUrl',
    endpoint: 'portfolios',
    options: { path: { 'customer-id': randomUUID() } },
  },
];

/**
 * Asks each of the three hosts for an endpoint of its own without a token, which has to be refused
 * (section 7). Any answer shows that somebody is there; 404 and redirects that the address is wrong.
 */
export function tryAddresses(
  target: Target,
  client: Pick<Client, 'send'>,
  onDone: (subject: string) => void,
): Promise<Diagnosis[]> {
  return Promise.all(
    PROBES.map(async ({ key, endpoint, options }) => {
      const { plain } = buildRequest(target, endpoint, { ...options, as: null });
      const exchange = await client.send(plain);
      onDone(key);
      const diagnosis = judge(exchange, endpoint, key);
      const message = `${target[key]} ${diagnosis.message}`;
      return { area: 'addresses', subject: key, untested: [], ...diagnosis, message } as const;
    }),
  );
}

function judge(
  { response, error }: Exchange,
  endpoint: EndpointName,
  key: string,
): Pick<Diagnosis, 'finding' | 'message' | 'advice'> {
  if (!response) {
    const kind = error?.kind ?? 'protocol';
    return {
      finding: 'unreachable',
      message: `does not answer: ${error?.message ?? 'no response'}`,
      advice: ADVICE[kind],
    };
  }
  const { status } = response;
  const seen = `answers HTTP ${status} to ${endpoint} without a token`;
  if (status === 404) {
    return {
      finding: 'problem',
      message: `${seen}; expected 401`,
      advice: `check the path in ${key}: /api/… is added to it`,
    };
  }
  if (status >= 300 && status < 400) {
    return {
      finding: 'problem',
      message: `${seen}; redirects are not followed`,
      advice: `write the address it leads to into ${key}`,
    };
  }
  return { finding: 'ok', message: seen };
}

const ADVICE: Record<ExchangeErrorKind, string> = {
  timeout: 'check the address and firewalls on the way, or raise timeoutMs',
  refused: 'check that it is started, and the port',
  reset:
    'check that it speaks HTTP there, and not only HTTPS, and whether it demands a client certificate',
  dns: 'check the name of the host',
  tls: 'check the certificate, and tls in the target file: an authority of your own, a client certificate',
  proxy: 'check proxy in the target file, else HTTPS_PROXY, HTTP_PROXY and NO_PROXY',
  'too-large': 'check that it is the API and not a download',
  protocol: 'check that it speaks HTTP there',
  stopped: 'run it again',
};
