import { Resolver } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { UsageError } from '../../contract/errors.ts';

/** Finds the addresses of a host; rejects where it has none. */
export type Resolve = (host: string) => Promise<string[]>;

/**
 * Asks DNS, and not `getaddrinfo`: that takes one of the four threads that passwords are hashed in,
 * for as long as a name server that somebody chose does not answer.
 */
export const resolveHost: Resolve = async (host) => {
  // RFC 6761 6.3: never asked of a name server.
  if (host === 'localhost' || host.endsWith('.localhost')) {
    return ['127.0.0.1', '::1'];
  }
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  if (addresses.length === 0) {
    throw new Error(`${host} has no address`);
  }
  return addresses;
};

/** Which addresses may be called by the server itself. */
export interface Addresses {
  /** Whether this address may be called: a public one, or one that was allowed. */
  mayCall(address: string): boolean;
  /** Whether it was allowed by name of its range, so that plain HTTP will do, too. */
  isAllowed(address: string): boolean;
}

/** IPv4 that is not of the public Internet: IANA's special-purpose registry (RFC 6890). */
const NOT_PUBLIC = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** What of 2000::/3, the only public part of IPv6, is not: also what holds an IPv4 within. */
const NOT_PUBLIC_6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [net, bits] of NOT_PUBLIC) {
  special.addSubnet(net, bits, 'ipv4');
}
const special6 = new BlockList();
for (const [net, bits] of NOT_PUBLIC_6) {
  special6.addSubnet(net, bits, 'ipv6');
}
const public6 = new BlockList();
public6.addSubnet('2000::', 3, 'ipv6');

/**
 * The addresses that the server may call, for whoever may name a URL to it (OWASP, server-side
 * request forgery): those of the public Internet, and what the operator allowed.
 *
 * @param allowed addresses and ranges, such as `127.0.0.1`, `10.1.0.0/16` or `::1`
 * @throws UsageError that names the first that is none
 */
export function callableAddresses(allowed: readonly string[] = []): Addresses {
  const list = new BlockList();
  for (const text of allowed) {
    const [net = '', bits, rest] = text.split('/');
    const family = isIP(net);
    const longest = family === 6 ? 128 : 32;
    const length = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
    if (family === 0 || rest !== undefined || length < 0 || length > longest) {
      throw new UsageError(
        `"${text}" is no address that webhooks may be allowed; expected one such as 127.0.0.1, or a range such as 10.1.0.0/16`,
      );
    }
    list.addSubnet(net, length, family === 6 ? 'ipv6' : 'ipv4');
  }
  const isAllowed = (address: string): boolean => {
    const plain = unmapped(address);
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
  };
  return { isAllowed, mayCall: (address) => isAllowed(address) || isPublic(unmapped(address)) };
}

function isPublic(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4');
    case 6:
      return public6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
    default:
      return false;
  }
}

/** `::ffff:10.0.0.1` and `::ffff:a00:1` are 10.0.0.1 to whoever connects. */
function unmapped(address: string): string {
  // A zone is of a link, and none of a link may be called.
  if (address.includes('%')) {
    return '';
  }
  if (isIP(address) !== 6) {
    return address;
  }
  // The URL parser writes an IPv6 address in its one canonical form (RFC 5952).
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) {
    return canonical;
  }
  const bytes = [high, low].flatMap((part) => {
    const value = Number.parseInt(part, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}
