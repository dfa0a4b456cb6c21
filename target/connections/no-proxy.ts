import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Whether a URL is asked for without a proxy, by the rules of Go, so that k6 agrees: the loopback
 * always, else whatever an entry of the list (`NO_PROXY`) names. An entry is a host with everything
 * below it, `.host` or `*.host` for what is below it alone, an address, a range such as
 * `10.0.0.0/8`, or `*` for all; a port behind it narrows it to that port.
 */
export function goesDirectly(url: URL, noProxy: string): boolean {
  const host = bare(url.hostname);
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return isLoopback(host) || entriesOf(noProxy).some((entry) => names(entry, host, port));
}

const bare = (host: string) => host.toLowerCase().replace(/^\[|\]$|\.$/g, '');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

function isLoopback(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, familyOf(host)));
}

const entriesOf = (noProxy: string) =>
  noProxy
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .map((entry) => entry.toLowerCase());

function names(entry: string, host: string, port: string): boolean {
  const [, inBrackets, plain, only] = /^(?:\[(.+)\]|(.+?))(?::(\d+))?$/.exec(
    isIPv6(entry) ? `[${entry}]` : entry,
  ) ?? ['', '', entry];
  const name = inBrackets ?? plain ?? '';
  if (only !== undefined && only !== port) {
    return false;
  }
  if (name === '*') {
    return true;
  }
  const [range = '', bits = ''] = name.split('/');
  if (bits !== '' && isIP(range) !== 0 && isIP(host) !== 0) {
    return inRange(range, Number(bits), host);
  }
  const domain = name.replace(/^\*?\./, '');
  return host.endsWith(`.${domain}`) || (domain === name && host === name);
}

function inRange(range: string, bits: number, host: string): boolean {
  if (familyOf(range) !== familyOf(host) || !(bits <= (isIPv6(range) ? 128 : 32))) {
    return false;
  }
  const list = new BlockList();
  list.addSubnet(range, bits, familyOf(range));
  return list.check(host, familyOf(host));
}
