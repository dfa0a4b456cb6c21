import { describe, expect, it } from 'vitest';
import { callableAddresses } from './addresses.ts';

describe('without anything allowed', () => {
  const { mayCall, isAllowed } = callableAddresses();

  it.each([
    ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255'],
    ...['192.168.1.1', '169.254.169.254', '100.64.0.1', '198.18.0.1', '203.0.113.9'],
    ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fc00::1'],
    ...['fd12:3456::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1'],
    ...['0:0:0:0:0:ffff:a9fe:a9fe', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '2001:db8::1'],
    ...['fe80::1%eth0', '::127.0.0.1', 'fec0::1', '', 'localhost', '127.1', '0x7f000001'],
  ])('%s may not be called', (address) => {
    expect(mayCall(address)).toBe(false);
  });

  it.each(['1.1.1.1', '172.32.0.1', '11.0.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])(
    '%s may be called, by HTTPS',
    (address) => {
      expect([mayCall(address), isAllowed(address)]).toEqual([true, false]);
    },
  );
});

describe('what was allowed', () => {
  it('may be called, and nothing beside it', () => {
    const { mayCall, isAllowed } = callableAddresses(['127.0.0.1', '10.1.0.0/16', '::1']);
    for (const address of ['127.0.0.1', '10.1.255.3', '::1', '::ffff:127.0.0.1']) {
      expect([address, mayCall(address), isAllowed(address)]).toEqual([address, true, true]);
    }
    for (const address of ['127.0.0.2', '10.2.0.1', '::2', '192.168.0.1']) {
      expect([address, mayCall(address)]).toEqual([address, false]);
    }
  });

  it.each(['localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0', '::1/129', ''])(
    'is refused where "%s" is no address',
    (text) => {
      expect(() => callableAddresses([text])).toThrow(
        `"${text}" is no address that webhooks may be allowed`,
      );
    },
  );
});
