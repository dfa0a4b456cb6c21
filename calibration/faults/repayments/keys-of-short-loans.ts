import { ownLoans, withPools } from '../../servers/own-customers.ts';
import { amend } from '../../servers/requests.ts';
import { sentToken } from '../../servers/tokens.ts';
import type { WrappedServer } from '../../servers/wrapped-server.ts';
import type { Fault } from '../fault.ts';
import { withKeyOf } from '../repeats-and-restarts.ts';

/** More loans than a run takes. */
const LOANS = 16;

/** Loans that two repayments of the amount that the file gives are good for. */
const repaidInTwo = (server: WrappedServer) => {
  const loans = ownLoans(server, LOANS).map((loan) => ({
    ...loan,
    repaymentAmount: Math.floor(loan.totalPayable / 2),
  }));
  return withPools({ 'active-loan': loans }, server.target);
};

/** Section 4.7 where little is left of a loan: a repeat that is taken for another repayment is refused for that. */
export const keysOfShortLoansFaults: Fault[] = [
  {
    id: 'idempotency.key-of-the-token.repay-loan-in-two',
    breaks: 'REP-42',
    caughtBy: 'idempotency.after-refresh.repay-loan',
    how: 'repay-loan knows a key together with the access token only, and loans are repaid in two.',
    target: repaidInTwo,
    layers: [amend('repay-loan', (request) => withKeyOf(request, sentToken(request)?.token))],
  },
];
