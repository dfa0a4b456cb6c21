import { becomes, type Change, edit, gone, type Which } from '../../servers/answers.ts';
import type { PlainRequest } from '../../servers/exchange-layer.ts';
import { objectOf, queryOf } from '../../servers/requests.ts';
import type { Fault } from '../fault.ts';

const endpoint = 'awaiting-payments' as const;

/** Whether a field of the body is as told, in a body that is an object. */
const field =
  (name: string, isMeant: (value: unknown) => boolean) =>
  ({ body }: PlainRequest): boolean => {
    const object = objectOf(body);
    return object !== undefined && isMeant(object[name]);
  };

const lacks = (name: string) => field(name, (value) => value === undefined);
const isAnObject = (name: string) => field(name, (value) => typeof value === 'object');
const isNoDate = (name: string) => field(name, (value) => value === 'not a date');

/** The failures that have checks of their own, each told by the request that fails. */
const FAILURES: Record<string, (request: PlainRequest) => boolean> = {
  'selectedCurrency-missing': lacks('selectedCurrency'),
  'fromDate-missing': lacks('fromDate'),
  'toDate-missing': lacks('toDate'),
  'selectedCurrency-not-a-string': isAnObject('selectedCurrency'),
  'fromDate-not-a-string': isAnObject('fromDate'),
  'toDate-not-a-string': isAnObject('toDate'),
  'searchablePaymentReference-not-a-string': isAnObject('searchablePaymentReference'),
  'fromDate-text': isNoDate('fromDate'),
  'toDate-text': isNoDate('toDate'),
  'no-body': ({ body }) => body === '',
  'not-json': ({ body }) => body !== '' && objectOf(body) === undefined,
  'uuid-missing': ({ headers }) => !headers.uuid,
  'platform-missing': ({ headers }) => !headers.platform,
  elsewhere: (request) =>
    Number(queryOf(request).get('page') ?? 1) < 1 ||
    Number.isNaN(Number(queryOf(request).get('page'))),
};

/** What is wrong about how a failure is told; the first of each for every failure. */
const WAYS: { told: 'status' | 'message'; way: string; change: Change }[] = [
  { told: 'status', way: 'missing', change: gone },
  { told: 'message', way: 'missing', change: gone },
  { told: 'status', way: 'ERROR', change: becomes('ERROR') },
  { told: 'status', way: 'lower-case', change: becomes('failed') },
  { told: 'message', way: 'a-list', change: becomes(['something is wrong']) },
  {
    told: 'message',
    way: 'called-error',
    change: (body, key) => {
      body.error = body[key];
      delete body[key];
    },
  },
];

/** Where every way of being wrong is tried. */
const LOOKED_AT = ['selectedCurrency-missing', 'fromDate-text'];

/** Section 4.5 and 7: a failure that is told otherwise than by FAILED and a message. */
export const awaitingPaymentsFailureFaults: Fault[] = Object.entries(FAILURES).flatMap(
  ([variant, isMeant]) => {
    const which: Which = ({ status }, request) => status === 400 && isMeant(request);
    return WAYS.slice(0, LOOKED_AT.includes(variant) ? WAYS.length : 2).map(
      ({ told, way, change }): Fault => ({
        id: `awaiting-payments.failure.${variant}.${told}-${way}`,
        breaks: 'PAY-50',
        caughtBy: `awaiting-payments.failure.${told}`,
        how: `${told} is ${way.replaceAll('-', ' ')} in one failure of a listing: ${variant.replaceAll('-', ' ')}.`,
        layers: [edit(endpoint, told, change, which)],
      }),
    );
  },
);
