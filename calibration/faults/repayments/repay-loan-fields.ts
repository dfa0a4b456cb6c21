import { failed, type Layer } from '../../servers/exchange-layer.ts';
import { absent, amendBody, notOfType, objectOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import { supplyValid } from '../../servers/valid-bodies.ts';
import type { Fault } from '../fault.ts';

const endpoint = 'repay-loan' as const;

const FIELDS = [
  { field: 'repaymentAmount', breaks: 'REP-19', type: 'number' },
  { field: 'customerId', breaks: 'REP-20', type: 'string' },
  { field: 'accountId', breaks: 'REP-21', type: 'string' },
  { field: 'bankAccountId', breaks: 'REP-22', type: 'string' },
  { field: 'repaymentReference', breaks: 'REP-23', type: 'string' },
] as const;

const fieldsLax: Fault[] = FIELDS.flatMap(({ field, breaks, type }) => [
  {
    id: `repay-loan.${field}.not-required`,
    breaks,
    caughtBy: `repay-loan.refuses.no-${field}`,
    how: `A repayment without ${field} is recorded.`,
    layers: [supplyValid(endpoint, field, absent)],
  },
  {
    id: `repay-loan.${field}.of-any-type`,
    breaks,
    caughtBy: `repay-loan.refuses.${field}-not-a-${type}`,
    how: `A repayment whose ${field} is no ${type} is recorded.`,
    layers: [supplyValid(endpoint, field, notOfType(type))],
  },
  ...(field.endsWith('Id')
    ? [
        {
          id: `repay-loan.${field}.of-any-form`,
          breaks,
          caughtBy: `repay-loan.refuses.${field}-not-a-uuid`,
          how: `A repayment whose ${field} is no UUID is recorded.`,
          layers: [supplyValid(endpoint, field, (value) => value === 'not-a-uuid')],
        },
      ]
    : []),
]);

/** Leaves an optional field out where it is wrong. */
const dropped = (field: string, bad: (value: unknown) => boolean): Layer =>
  amendBody(endpoint, (body) => {
    if (bad(body[field])) {
      delete body[field];
    }
  });

/** Refuses a body that has, or has not, a field. */
const refuses =
  (isMeant: (body: Record<string, unknown>) => boolean): Layer =>
  (request, next, context) => {
    const body = objectOf(request.body);
    return context.endpoint === endpoint && body && callerOf(request, context) && isMeant(body)
      ? Promise.resolve(failed(400, 'a field is wrong'))
      : next(request);
  };

const optional: Fault[] = [
  {
    id: 'repay-loan.paymentDate.day-first-accepted',
    breaks: 'REP-57',
    caughtBy: 'repay-loan.refuses.paymentDate-day-first',
    how: 'A paymentDate of the form dd/MM/yyyy is taken.',
    layers: [dropped('paymentDate', (value) => /^\d\d\//.test(String(value)))],
  },
  {
    id: 'repay-loan.paymentDate.words-accepted',
    breaks: 'REP-25',
    caughtBy: 'repay-loan.refuses.paymentDate-words',
    how: 'A paymentDate that is no date is taken.',
    layers: [dropped('paymentDate', (value) => value !== undefined && !/\d/.test(String(value)))],
  },
  {
    id: 'repay-loan.paymentDate.required',
    breaks: 'REP-24',
    caughtBy: 'repay-loan.succeeds',
    how: 'A repayment without paymentDate is refused.',
    layers: [refuses((body) => absent(body.paymentDate))],
  },
  {
    id: 'repay-loan.paymentDate.refused',
    breaks: 'REP-15',
    caughtBy: 'repay-loan.paymentDate',
    how: 'A repayment with a paymentDate of ISO 8601 is refused.',
    layers: [refuses((body) => /^\d{4}-/.test(String(body.paymentDate)))],
  },
  {
    id: 'repay-loan.paymentNarration.of-any-type',
    breaks: 'REP-80',
    caughtBy: 'repay-loan.refuses.paymentNarration-not-a-string',
    how: 'A paymentNarration that is no string is taken.',
    layers: [dropped('paymentNarration', notOfType('string'))],
  },
  {
    id: 'repay-loan.paymentNarration.required',
    breaks: 'REP-27',
    caughtBy: 'repay-loan.succeeds',
    how: 'A repayment without paymentNarration is refused.',
    layers: [refuses((body) => absent(body.paymentNarration))],
  },
  {
    id: 'repay-loan.paymentNarration.refused',
    breaks: 'REP-15',
    caughtBy: 'repay-loan.paymentNarration',
    how: 'A repayment with a paymentNarration is refused.',
    layers: [refuses((body) => typeof body.paymentNarration === 'string')],
  },
];

/** Section 4.7: each field of a repayment. */
export const repayLoanFieldFaults: Fault[] = [...fieldsLax, ...optional];
