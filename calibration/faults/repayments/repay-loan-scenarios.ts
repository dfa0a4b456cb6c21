import { fromMinor } from '../../../contract/values/currencies.ts';
import { replace, type Which } from '../../servers/answers.ts';
import {
  failed,
  jsonAnswer,
  type Layer,
  type LayerContext,
  type PlainRequest,
  type PlainResponse,
} from '../../servers/exchange-layer.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { forbiddenBodyFaults } from '../forbidden-bodies.ts';

const endpoint = 'repay-loan' as const;

const body = (request: PlainRequest) => objectOf(request.body) ?? {};

/** The loan that a repayment names, if it is the caller's. */
export function loanOf(request: PlainRequest, context: LayerContext) {
  const caller = callerOf(request, context)?.id ?? '';
  const { accountId } = body(request);
  return context.dependencies.store.loans.ofUser(String(accountId), caller);
}

/** Whether the path names the caller: what else is refused then is the body's fault. */
const ownPath = (request: PlainRequest, context: LayerContext) =>
  request.path.includes(callerOf(request, context)?.id ?? '-');

/** A refusal that says this. */
export const says =
  (text: string): Which =>
  (response) =>
    response.status >= 400 && response.body.includes(text);

/** Whether the amount is what was refused: headers, path and the other fields are right. */
export const amount =
  (isMeant: (amount: number) => boolean): Which =>
  ({ status, body: answer }, request) =>
    status === 400 &&
    answer.includes('repaymentAmount') &&
    typeof body(request).repaymentAmount === 'number' &&
    isMeant(Number(body(request).repaymentAmount));

/** The scenarios of section 7, told by how the reference server refuses them. */
const SCENARIOS: {
  variant: string;
  breaks: string;
  which: Which;
  alsoCaughtBy?: Fault['alsoCaughtBy'];
}[] = [
  {
    variant: 'no-active-loan',
    breaks: 'REP-47',
    which: says('Loan not found'),
    alsoCaughtBy: [
      {
        checks: ['repay-loan.refuses.foreign-accountId', 'repay-loan.refuses.unknown-accountId'],
        because: 'a customer has no active loan of an account that is not his',
      },
    ],
  },
  { variant: 'closed-loan', breaks: 'REP-48', which: says('Loan closed') },
  {
    variant: 'other-customerId',
    breaks: 'REP-49',
    which: (response, request, context) =>
      says('Unauthorized')(response, request, context) && ownPath(request, context),
  },
  { variant: 'third-party-loan', breaks: 'REP-50', which: says('Manual repayment not allowed') },
  { variant: 'foreign-bank-account', breaks: 'REP-52', which: says('Bank account mismatch') },
  {
    variant: 'loan-without-application',
    breaks: 'REP-53',
    which: says('Missing loan application'),
  },
];

const AMOUNTS: { variant: string; breaks: string; which: Which }[] = [
  { variant: 'amount-zero', breaks: 'REP-29', which: amount((value) => value === 0) },
  { variant: 'amount-negative', breaks: 'REP-30', which: amount((value) => value < 0) },
  {
    variant: 'amount-above-total',
    breaks: 'REP-31',
    which: (response, request, context) =>
      amount((value) => value > 0)(response, request, context) &&
      response.body.includes('total payable'),
  },
];

/** A record as if the repayment had been in order. */
const recorded = (request: PlainRequest): PlainResponse =>
  jsonAnswer(200, {
    status: 'SUCCESS',
    data: {
      repaymentRecordId: '0f4f3a52-5f0e-4a53-9d43-3a1f5a4fbe0c',
      repaymentAmount: body(request).repaymentAmount,
      verificationStatus: 'PENDING_VERIFICATION',
      message: 'the repayment is recorded',
    },
  });

/** Records what is refused where `which` says so. */
export const recordsWhere = (which: Which): Layer =>
  replace(endpoint, (_, request) => recorded(request), which);

/** Refusals that do not have the form of section 7. */
const WRONG_FORMS: Record<string, { how: string; answer(response: PlainResponse): PlainResponse }> =
  {
    'without-failed': {
      how: 'with an error that has no status FAILED',
      answer: ({ status }) => jsonAnswer(status, { error: 'refused', message: 'not possible' }),
    },
    'without-message': {
      how: 'with status FAILED and no message',
      answer: ({ status }) => jsonAnswer(status, { status: 'FAILED' }),
    },
    'with-500': {
      how: 'with 500',
      answer: () => failed(500, 'internal error'),
    },
    'with-empty-body': {
      how: 'with an empty body',
      answer: ({ status }) => ({ status, headers: {}, body: '' }),
    },
  };

const scenarios: Fault[] = SCENARIOS.flatMap(({ variant, breaks, which, alsoCaughtBy = [] }) => [
  {
    alsoCaughtBy,
    id: `repay-loan.${variant}.accepted`,
    breaks,
    caughtBy: `repay-loan.refuses.${variant}`,
    how: `A repayment is recorded that section 7 refuses: ${variant.replaceAll('-', ' ')}.`,
    layers: [recordsWhere(which)],
  },
  ...Object.entries(WRONG_FORMS).map(([form, { how, answer }]) => ({
    id: `repay-loan.${variant}.refused-${form}`,
    breaks,
    caughtBy: `repay-loan.refuses.${variant}`,
    alsoCaughtBy,
    how: `A repayment is refused ${how}: ${variant.replaceAll('-', ' ')}.`,
    layers: [replace(endpoint, answer, which)],
  })),
]);

const amounts: Fault[] = AMOUNTS.flatMap(({ variant, breaks, which }) => [
  {
    id: `repay-loan.${variant}.accepted`,
    breaks,
    caughtBy: `repay-loan.refuses.${variant}`,
    how: `A repayment is recorded whose amount is wrong: ${variant.replaceAll('-', ' ')}.`,
    layers: [recordsWhere(which)],
  },
  ...(['without-failed', 'without-message'] as const).map((form) => ({
    id: `repay-loan.${variant}.refused-${form}`,
    breaks: 'REP-51',
    caughtBy: `repay-loan.failure.${variant}`,
    how: `A wrong amount is refused ${WRONG_FORMS[form]?.how}: ${variant.replaceAll('-', ' ')}.`,
    layers: [
      replace(endpoint, (response) => WRONG_FORMS[form]?.answer(response) ?? response, which),
    ],
  })),
]);

const total: Fault = {
  id: 'repay-loan.total-refused',
  breaks: 'REP-28',
  caughtBy: 'repay-loan.total-payable',
  how: 'A repayment has to be below the total payable; exactly that is refused.',
  layers: [
    (request, next, context) => {
      const loan = context.endpoint === endpoint ? loanOf(request, context) : undefined;
      const whole = loan && fromMinor(loan.totalPayableMinor, loan.currency);
      return whole !== undefined && body(request).repaymentAmount === whole
        ? Promise.resolve(failed(400, 'too much'))
        : next(request);
    },
  ],
};

const overpaid: Fault = {
  id: 'repay-loan.amount-unlimited',
  breaks: 'REP-31',
  caughtBy: 'repay-loan.refuses.amount-above-total',
  how: 'More than the total payable is taken, and the loan is closed by it.',
  layers: [
    (request, next, context) => {
      const loan = context.endpoint === endpoint ? loanOf(request, context) : undefined;
      const whole = loan && fromMinor(loan.totalPayableMinor, loan.currency);
      return whole !== undefined && Number(body(request).repaymentAmount) > whole
        ? next({ ...request, body: JSON.stringify({ ...body(request), repaymentAmount: whole }) })
        : next(request);
    },
  ],
};

const FORBIDDEN: { variant: string; which: Which }[] = [
  {
    variant: 'other-customerId',
    which: (response, request, context) => response.status === 403 && ownPath(request, context),
  },
  {
    variant: 'other-user-id',
    which: (response, request, context) =>
      response.status === 403 &&
      !ownPath(request, context) &&
      body(request).customerId === callerOf(request, context)?.id,
  },
];

const forbiddenBodies: Fault[] = FORBIDDEN.flatMap(({ variant, which }) =>
  forbiddenBodyFaults(
    endpoint,
    `repay-loan.forbids.${variant}`,
    `a repayment with ${variant.replaceAll('-', ' ')}`,
    which,
  ),
);

const locked: Fault = {
  id: 'repay-loan.locked-by-a-bank-account',
  breaks: 'REP-28',
  caughtBy: 'repay-loan.total-payable',
  how: 'Once a repayment of a loan was refused for its bank account, all of that loan are.',
  layers: [
    async (request, next, context) => {
      const loan = context.endpoint === endpoint ? loanOf(request, context) : undefined;
      if (!loan) {
        return next(request);
      }
      const slot = `locked ${loan.id}`;
      if (context.memory.has(slot)) {
        return failed(400, 'another repayment is being processed');
      }
      const response = await next(request);
      if (response.status >= 400 && /bank ?account/i.test(response.body)) {
        context.memory.set(slot, true);
      }
      return response;
    },
  ],
};

/** Section 7: the repayment errors, and the limits of the amount. */
export const repayLoanScenarioFaults: Fault[] = [
  ...scenarios,
  ...amounts,
  total,
  overpaid,
  locked,
  ...forbiddenBodies,
];
