import { randomUUID } from 'node:crypto';
import { coerced } from '../coerced.ts';
import { type Answer, type Ask, failed, forbidden, jsonObject } from '../exchange.ts';
import { checkLendingHeaders } from '../fapi-headers.ts';
import { once } from '../idempotency.ts';
import type { User } from '../records/people.ts';
import type { Loan } from '../records/store.ts';
import { authenticate, type World } from './session.ts';

const TEXTS = ['customerId', 'accountId', 'bankAccountId', 'repaymentReference'] as const;
const OPTIONAL = ['paymentDate', 'paymentNarration'] as const;
const KNOWN: string[] = ['repaymentAmount', ...TEXTS, ...OPTIONAL];

interface Repayment extends Record<(typeof TEXTS)[number], string> {
  repaymentAmount: number;
  paymentNarration: string | undefined;
  at: number;
}

function readBody(ask: Ask, world: World): Repayment {
  const sent = jsonObject(ask);
  const body = world.rules.coerceScalars
    ? coerced(sent, [...TEXTS, ...OPTIONAL], ['repaymentAmount'])
    : sent;
  const wrong = TEXTS.filter((field) => typeof body[field] !== 'string' || body[field] === '');
  if (wrong.length > 0) {
    throw failed(400, `required, as texts: ${wrong.join(', ')}`);
  }
  if (typeof body.repaymentAmount !== 'number') {
    throw failed(400, 'repaymentAmount must be a number');
  }
  const badOption = OPTIONAL.find(
    (field) => body[field] != null && typeof body[field] !== 'string',
  );
  if (badOption) {
    throw failed(400, `${badOption} must be a text`);
  }
  const unknown = Object.keys(body).filter((field) => !KNOWN.includes(field));
  if (unknown.length > 0 && world.rules.unknownFields === 'refused') {
    throw failed(400, `not known: ${unknown.join(', ')}`);
  }
  const at =
    body.paymentDate == null ? world.now() : world.rules.readMoment(String(body.paymentDate));
  if (at === undefined) {
    throw failed(400, 'paymentDate must be an ISO 8601 date');
  }
  return { ...(body as unknown as Repayment), at };
}

/** The loan that section 7 lets the customer repay by hand. */
function repayableLoan(world: World, caller: User, accountId: string): Loan {
  const mine = world.store.loans.filter(({ customerId }) => customerId === caller.id);
  const loan = mine.find((known) => known.accountId === accountId.toLowerCase());
  if (!loan) {
    throw failed(404, 'there is no active loan for this customer');
  }
  if (loan.state === 'CLOSED') {
    throw failed(409, 'this loan is closed already');
  }
  if (loan.collectedByThirdParty) {
    throw failed(409, 'a third party collects this loan; it cannot be repaid by hand');
  }
  if (!loan.applicationId) {
    throw failed(422, 'the record of this loan lacks a loan application id');
  }
  return loan;
}

function record(world: World, caller: User, loan: Loan, repayment: Repayment): Answer {
  loan.pending.push(repayment.repaymentReference);
  const { rules } = world;
  const owed = rules.owedAfter(loan.totalPayable, repayment.repaymentAmount);
  loan.totalPayable = Math.round(owed * 100) / 100;
  return {
    status: 200,
    body: {
      status: 'SUCCESS',
      data: {
        receipt: `RCP-${randomUUID()}`,
        verificationStatus: 'PENDING_VERIFICATION',
        paid: rules.repaidAmount(repayment.repaymentAmount, loan.currency),
        payer: { name: rules.customerName(caller), email: caller.email },
        product: loan.productName,
        reference: repayment.repaymentReference,
        message: 'we have noted your repayment and will verify it',
      },
    },
  };
}

/** Section 4.7: `POST {lending_url}/api/v1/services/user/repay-loan/{user-id}`. */
export function repayLoan(ask: Ask, world: World, userId: string): Answer {
  const { user: caller } = authenticate(ask, world);
  if (userId.toLowerCase() !== caller.id) {
    throw forbidden(caller, 'you repay loans of your own only');
  }
  checkLendingHeaders(ask, world);
  return once(ask, caller, world, () => {
    const repayment = readBody(ask, world);
    if (repayment.customerId.toLowerCase() !== caller.id) {
      throw forbidden(caller, 'the customer id is not yours');
    }
    const loan = repayableLoan(world, caller, repayment.accountId);
    const amount = repayment.repaymentAmount;
    if (amount <= 0 || amount > loan.totalPayable) {
      throw failed(422, 'the amount must be above zero and at most the total payable');
    }
    if (!caller.bankAccounts.includes(repayment.bankAccountId.toLowerCase())) {
      throw failed(422, 'this bank account is not yours');
    }
    const { repaymentReference: reference, paymentNarration: narration, at } = repayment;
    const given = { loan, amount, reference, narration, at, now: world.now(), store: world.store };
    for (const rule of world.rules.repayments) {
      const problem = rule(given);
      if (problem) {
        throw failed(422, problem);
      }
    }
    return record(world, caller, loan, repayment);
  });
}
