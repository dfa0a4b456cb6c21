import { replace } from '../../servers/answers.ts';
import { jsonAnswer } from '../../servers/exchange-layer.ts';
import { objectOf, queryOf } from '../../servers/requests.ts';
import type { Fault } from '../fault.ts';

const endpoint = 'awaiting-payments' as const;

/** Searches that break a server. */
export const awaitingPaymentsSearchErrorFaults: Fault[] = [
  ...[
    {
      id: 'awaiting-payments.search-finds-nothing-with-500',
      breaks: 'PAY-73',
      caughtBy: 'awaiting-payments.search.no-server-error',
      how: 'A search that finds nothing breaks the server: 500.',
      least: 0,
      most: Number.POSITIVE_INFINITY,
    },
    {
      id: 'awaiting-payments.short-search-finds-nothing-with-500',
      breaks: 'SVC-17',
      caughtBy: 'service.no-server-error',
      how: 'A search for three to five letters that finds nothing breaks the server: 500.',
      least: 3,
      most: 5,
    },
  ].map(({ least, most, ...fault }) => ({
    ...fault,
    layers: [
      replace(endpoint, jsonAnswer(500, { status: 'ERROR' }), ({ status, body }, request) => {
        const text = objectOf(request.body)?.searchablePaymentReference;
        return (
          status === 200 &&
          (queryOf(request).get('page') ?? '1') === '1' &&
          text !== undefined &&
          String(text).length >= least &&
          String(text).length <= most &&
          body.includes('"awaitingPayments":[]')
        );
      }),
    ],
  })),
  {
    id: 'awaiting-payments.search-read-as-a-pattern',
    breaks: 'PAY-73',
    caughtBy: 'awaiting-payments.search.no-server-error',
    how: 'A text that is searched is read as a pattern, and one that is none breaks the server: 500.',
    layers: [
      replace(endpoint, jsonAnswer(500, { status: 'ERROR' }), (_, request) => {
        const text = String(objectOf(request.body)?.searchablePaymentReference ?? '');
        return /[([]/.test(text) && !/[)\]]/.test(text);
      }),
    ],
  },
];
