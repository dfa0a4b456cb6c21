import { isIP } from 'node:net';
import { header } from '../exchange.ts';
import { moment } from '../rules.ts';
import type { Profile } from './profile.ts';

const UNIQUE = '4.6: "unique per request, prevents duplicate processing"; the answer is not shown';
const FORM = '7: "Validation errors … of the idempotency and x-fapi headers: not shown."';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const REPEATS = ['repeated-key-conflicts', 'repeated-key-422', 'repeated-key-replays-always'];

function repeats(name: string, does: string, value: 'conflict' | 'unprocessable'): Profile {
  return {
    name,
    does,
    room: UNIQUE,
    excludes: REPEATS,
    change: (rules) => {
      rules.repeatedKey = value;
    },
  };
}

/** Rules about x-idempotency-key and the x-fapi headers. */
export const keyProfiles: Profile[] = [
  repeats('repeated-key-conflicts', 'Answers any repeated key by 409.', 'conflict'),
  repeats('repeated-key-422', 'Answers any repeated key by 422.', 'unprocessable'),
  {
    name: 'repeated-key-replays-always',
    does: 'Answers a repeated key by the first answer, whatever the body says now.',
    room: UNIQUE,
    excludes: REPEATS,
    change: (rules) => {
      rules.repeatedKey = 'replay-whatever-the-body';
    },
  },
  {
    name: 'keys-shared',
    does: 'Knows one set of keys for all users and endpoints.',
    room: UNIQUE,
    change: (rules) => {
      rules.keysAreShared = true;
    },
  },
  {
    name: 'failures-spend-keys',
    does: 'Takes a key as used also where its request was refused.',
    room: UNIQUE,
    change: (rules) => {
      rules.failuresSpendKeys = true;
    },
  },
  {
    name: 'portfolios-spend-keys',
    does: 'Wants a new key for each listing of portfolios.',
    room: '4.9 requires x-idempotency-key, which 4.6 calls unique per request',
    change: (rules) => {
      rules.portfoliosSpendKeys = true;
    },
  },
  {
    name: 'key-form',
    does: 'Refuses keys and interaction ids that are no UUIDs.',
    room: FORM,
    change: (rules) => {
      rules.lendingHeaders.push((ask) =>
        ['x-idempotency-key', 'x-fapi-interaction-id'].every((name) =>
          UUID.test(header(ask, name) ?? ''),
        )
          ? undefined
          : 'key and interaction id must be UUIDs',
      );
    },
  },
  {
    name: 'ip-address-form',
    does: 'Refuses an x-fapi-customer-ip-address that is no IP address.',
    room: FORM,
    change: (rules) => {
      rules.lendingHeaders.push((ask) =>
        isIP(header(ask, 'x-fapi-customer-ip-address') ?? '') ? undefined : 'this is no address',
      );
    },
  },
  {
    name: 'fresh-auth-date',
    does: 'Refuses requests whose x-fapi-auth-date is more than 5 minutes off.',
    room: '4.6: "time the request was initiated"; which are too old is not shown',
    change: (rules) => {
      rules.lendingHeaders.push((ask) => {
        const at = moment(header(ask, 'x-fapi-auth-date') ?? '') ?? 0;
        return Math.abs(Date.now() - at) > 300_000 ? 'x-fapi-auth-date is not now' : undefined;
      });
    },
  },
  {
    name: 'fapi-on-portfolios',
    does: 'Requires the x-fapi headers on portfolios as well.',
    room: '5.4: "portfolio endpoints also need x-idempotency-key and the x-fapi-* headers"',
    change: (rules) => {
      rules.portfolioHeaders = [
        ...rules.portfolioHeaders,
        'x-fapi-auth-date',
        'x-fapi-customer-ip-address',
        'x-fapi-interaction-id',
      ];
    },
  },
];
