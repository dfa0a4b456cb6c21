import type http from 'node:http';
import { proxyFor } from '../../target/connections/dispatcher.ts';
import { nodeAgentsFor } from '../../target/connections/node-agent.ts';
import type { Ways } from '../../target/connections/ways.ts';

/** How a relay gets to its origin. */
interface WayOnward {
  agent(): http.Agent;
  /** names and values in turn */
  hopHeaders: string[];
}

/** Gets to an origin the way the target file says: by its certificates and its proxies. */
export function wayTo(origin: string, ways: Ways): WayOnward {
  const url = new URL(origin);
  const proxy = proxyFor(url, ways.proxies);
  // Node authorises itself for tunnels; to requests whose headers are given as a list it adds none.
  const isPlain = url.protocol === 'http:' && proxy !== undefined;
  return {
    agent: nodeAgentsFor(origin, ways),
    hopHeaders: isPlain ? authorisationOf(new URL(proxy)) : [],
  };
}

function authorisationOf({ username, password }: URL): string[] {
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return username === ''
    ? []
    : ['Proxy-Authorization', `Basic ${Buffer.from(pair).toString('base64')}`];
}
