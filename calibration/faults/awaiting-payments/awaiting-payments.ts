import {
  becomes,
  type Change,
  changed,
  edit,
  gone,
  replace,
  withBody,
  withStatus,
} from '../../servers/answers.ts';
import { jsonAnswer } from '../../servers/exchange-layer.ts';
import { hasRole, servedAs } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { forbiddenBodyFaults } from '../forbidden-bodies.ts';

const endpoint = 'awaiting-payments' as const;

/** One field of the answer and the ways in which it is wrong. */
const wrong = (
  breaks: string,
  check: string,
  path: string,
  what: string,
  ways: Record<string, Change>,
): Fault[] =>
  Object.entries(ways).map(([way, change]) => ({
    id: `awaiting-payments.${path.split('/').at(-1)}.${way}`,
    breaks,
    caughtBy: `awaiting-payments.${check}`,
    how: `${what} is ${way.replaceAll('-', ' ')}.`,
    layers: [edit(endpoint, path, change)],
  }));

const answers: Fault[] = [
  ...wrong('PAY-47', 'status', 'status', 'status of a listing', {
    missing: gone,
    null: becomes(null),
    OK: becomes('OK'),
    'lower-case': becomes('success'),
    'a-number': becomes(200),
  }),
  ...wrong('PAY-48', 'response-code', 'responseCode', 'responseCode of a listing', {
    missing: gone,
    null: becomes(null),
    'a-string': becomes('200'),
  }),
  ...wrong('PAY-49', 'succeeds', 'data/awaitingPayments', 'data.awaitingPayments', {
    missing: gone,
    null: becomes(null),
    'an-object': changed((list) => ({ ...(list as object[]) })),
    'always-empty': becomes([]),
  }),
  {
    id: 'awaiting-payments.bare-list',
    breaks: 'PAY-49',
    caughtBy: 'awaiting-payments.succeeds',
    how: 'data itself is the list.',
    layers: [
      edit(
        endpoint,
        'data',
        changed((data) => (data as { awaitingPayments: [] }).awaitingPayments),
      ),
    ],
  },
  {
    id: 'awaiting-payments.body-not-json',
    breaks: 'SVC-12',
    caughtBy: 'awaiting-payments.body-is-json',
    how: 'A listing is preceded by a guard against script inclusion, so it is no JSON.',
    layers: [replace(endpoint, (response) => withBody(response, `)]}',\n${response.body}`))],
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.succeeds'],
        because: 'what is not JSON holds no data.awaitingPayments either',
      },
    ],
  },
  {
    id: 'awaiting-payments.created-201',
    breaks: 'PAY-19',
    caughtBy: 'awaiting-payments.succeeds',
    how: 'A listing is answered with 201 instead of 200.',
    layers: [replace(endpoint, (response) => ({ ...response, status: 201 }))],
  },
];

const byCashier = (status: number) =>
  replace(
    endpoint,
    jsonAnswer(status, { status: 'FAILED', message: 'not for cashiers', role: 'CASHIER' }),
    withStatus(403),
  );

const cashier: Fault[] = [
  {
    id: 'awaiting-payments.cashier-allowed',
    breaks: 'PAY-51',
    caughtBy: 'awaiting-payments.forbids.cashier',
    how: 'A cashier may list awaiting payments.',
    layers: [servedAs(endpoint, 'manager', hasRole('CASHIER'))],
  },
  {
    id: 'awaiting-payments.cashier-sees-empty-list',
    breaks: 'PAY-51',
    caughtBy: 'awaiting-payments.forbids.cashier',
    how: 'A cashier gets an empty list instead of 403.',
    layers: [
      replace(
        endpoint,
        jsonAnswer(200, { status: 'SUCCESS', responseCode: 200, data: { awaitingPayments: [] } }),
        withStatus(403),
      ),
    ],
  },
  ...[401, 404, 400, 200].map((status) => ({
    id: `awaiting-payments.cashier-answered-with-${status}`,
    breaks: 'PAY-51',
    caughtBy: 'awaiting-payments.forbids.cashier',
    how: `A cashier is refused with ${status} and status FAILED.`,
    layers: [byCashier(status)],
  })),
  ...forbiddenBodyFaults(
    endpoint,
    'awaiting-payments.forbids.cashier',
    'a listing by a cashier',
    withStatus(403),
  ),
];

/** Section 4.5: the answer around the payments, and the cashier who may not have it. */
export const awaitingPaymentsFaults: Fault[] = [...answers, ...cashier];
