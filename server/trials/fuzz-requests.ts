import fc from 'fast-check';
import { ENDPOINT_NAMES, type EndpointName } from '../../contract/endpoint-names.ts';
import { endpoint } from '../../contract/endpoints.ts';
import { STANDARD_LOGINS } from '../../fixtures/standard-users.ts';
import { changes, type Draft } from './fuzz-changes.ts';
import type { Prepared } from './prepare-database.ts';

/** A request that may be wrong in any way that HTTP can carry. */
export interface FuzzRequest {
  method: string;
  /** With its query. */
  path: string;
  /** Names and values in turn, so that a name may come twice. */
  headers: string[];
  body: Buffer | null;
}

/** Logins are a fifth as frequent as others: hashing a password takes as long as 100 other requests. */
const names: fc.Arbitrary<EndpointName> = fc.oneof(
  ...ENDPOINT_NAMES.map((name) => ({
    weight: name === 'login' ? 1 : 5,
    arbitrary: fc.constant(name),
  })),
);

/**
 * Requests of every endpoint, right but for one to three changes, some of none; and of the paths
 * that are ours. Keys of idempotency are few, so that some come again.
 */
export function fuzzRequests(
  prepared: Prepared,
  extensions: readonly { method: string; path: string }[],
): fc.Arbitrary<FuzzRequest> {
  const { token, customerId, bankAccountId, loans, offers, request } = prepared;
  const { email, password } = STANDARD_LOGINS.customer;
  const bodies: Partial<Record<EndpointName, object>> = {
    login: { email, currentPassword: password },
    refresh: { refresh_token: 'refresh_unknown' },
    logout: {},
    'awaiting-payments': {
      selectedCurrency: 'NGN',
      fromDate: '01/04/2026',
      toDate: '31/05/2026',
      searchablePaymentReference: 'TRF',
    },
    'request-loan': request,
    'repay-loan': {
      repaymentAmount: 0.01,
      customerId,
      accountId: loans[0],
      bankAccountId,
      repaymentReference: 'reference',
      paymentDate: '2026-07-01',
      paymentNarration: 'narration',
    },
  };
  const ids = [customerId, ...loans, ...offers.slice(0, 50)];
  const key = fc.nat({ max: 5000 }).map((number) => `key ${number}`);
  const tokens = fc.constantFrom(
    ...Array<string>(12).fill(token),
    `${token}x`,
    'assay_unknown',
    '',
  );

  const known = fc
    .tuple(names, key, tokens, fc.constantFrom(...ids))
    .map(([name, idempotencyKey, given, id]): Draft => {
      const { method, path, headers } = endpoint(name);
      const own = name === 'repay-loan' ? customerId : id;
      return {
        method,
        segments: path
          .replaceAll(/\{[a-z-]+\}/g, own)
          .split('/')
          .slice(1),
        query: name === 'update-application' ? '?status=true' : '',
        headers: headers.map(({ name: header, example }): [string, string] => {
          if (header === 'X-Auth-Token') {
            // Logging out would end the session that all others work with.
            return [header, name === 'logout' ? `${given}-` : given];
          }
          return [header, header === 'x-idempotency-key' ? idempotencyKey : example];
        }),
        body: bodies[name],
        raw: null,
      };
    });
  const ours = fc.tuple(fc.constantFrom(...extensions), tokens, fc.constantFrom(...ids)).map(
    ([{ method, path }, given, id]): Draft => ({
      method,
      segments: path
        .replaceAll(/:[a-z-]+/g, id)
        .split('/')
        .slice(1),
      query: '',
      headers: [['X-Auth-Token', given]],
      body: { verificationStatus: 'VERIFIED', expiry: '24_HOURS', name: 'token' },
      raw: null,
    }),
  );
  return fc
    .tuple(
      fc.oneof({ weight: 5, arbitrary: known }, { weight: 1, arbitrary: ours }),
      fc.array(changes, { maxLength: 3 }),
    )
    .map(([draft, some]) => {
      // Drawn values are shared: what is changed is a copy.
      const own = structuredClone(draft);
      for (const change of some) {
        change(own);
      }
      return finished(own);
    });
}

function finished({ method, segments, query, headers, body, raw }: Draft): FuzzRequest {
  const text = body === undefined ? null : Buffer.from(JSON.stringify(body) ?? '');
  return {
    method,
    path: `/${segments.join('/')}${query}`,
    headers: headers.flat(),
    body: raw ?? text,
  };
}
