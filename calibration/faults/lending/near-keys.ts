import type { IsMeant, Layer } from '../../servers/exchange-layer.ts';
import { absent, amend, objectOf, supplyField, withHeader } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

/** Knows requests for loans by what it reads in place of their keys. */
const readsKey = (read: (key: string, ...asked: Parameters<IsMeant>) => string): Layer =>
  amend('request-loan', (request, context) => {
    const key = request.headers['x-idempotency-key'];
    return key === undefined
      ? undefined
      : withHeader(request, 'x-idempotency-key', read(key, request, context));
  });

/** Sections 2.3 and 4.6, where a key or a field counts in some situation only. */
export const nearKeyFaults: Fault[] = [
  {
    id: 'request-loan.key-cut-at-64',
    breaks: 'LOAN-35',
    caughtBy: 'sequences.keys',
    how: 'Of a key the first 64 characters count.',
    layers: [readsKey((key) => key.slice(0, 64))],
  },
  {
    id: 'request-loan.key-without-punctuation',
    breaks: 'LOAN-35',
    caughtBy: 'sequences.keys',
    how: 'Of a key letters and digits count.',
    layers: [readsKey((key) => key.replace(/[^a-z\d]/gi, ''))],
  },
  {
    id: 'request-loan.keys-of-each-host',
    breaks: 'LOAN-34',
    caughtBy: 'sequences.keys',
    how: 'A key that was used on the tenant host is new on the lending host.',
    layers: [
      readsKey((key, request, context) =>
        context.host === 'lending' && callerOf(request, context) ? `${key}-l` : key,
      ),
    ],
  },
  {
    id: 'request-loan.duration-of-the-self-employed',
    breaks: 'LOAN-13',
    caughtBy: 'request-loan.refuses.no-loanDuration',
    how: 'Who is self-employed need not say for how long.',
    layers: [
      (request, next, context) =>
        objectOf(request.body)?.employmentStatus === 'SELF_EMPLOYED'
          ? supplyField('request-loan', 'loanDuration', 6, absent)(request, next, context)
          : next(request),
    ],
  },
];
