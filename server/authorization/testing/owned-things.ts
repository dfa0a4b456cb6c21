import { randomUUID } from 'node:crypto';
import type { LoanStatus, Payment } from '../../../contract/values/records.ts';
import { API_TOKEN_PREFIX } from '../../http/authenticate.ts';
import { lendingDesk } from '../../lending-desk.ts';
import { insertInto } from '../../store/insert.ts';
import type { User } from '../../store/users.ts';
import type { TestServer } from '../../test-client.ts';
import { opaqueToken, tokenHash } from '../../tokens.ts';

/**
 * Makes things that belong to any user, of whatever role and organisation, past all endpoints.
 *
 * @param customer whose application others' are made like
 */
export function ownedThings(server: TestServer, customer: User) {
  /** An application of whoever it is, staff too. */
  const application = (owner: User, loanStatus: LoanStatus): string => {
    const { store } = server.dependencies;
    const desk = lendingDesk(server.dependencies);
    const template = desk.apply(customer, loanStatus, 'manual');
    const { id: loanProductId, currency } = desk.product(owner, 'manual');
    const id = randomUUID();
    const { id: userId, tenantId } = owner;
    store.loanApplications.add({ ...template, id, userId, tenantId, loanProductId, currency });
    return id;
  };

  const loan = (owner: User) => {
    const applicationId = application(owner, 'ACCEPTED');
    const stored = server.dependencies.store.loanApplications.byId(applicationId);
    if (stored === undefined) {
      throw new Error('the application was not stored');
    }
    const { id: accountId } = lendingDesk(server.dependencies).disburse(stored);
    const bankAccountId = randomUUID();
    server.dependencies.store.bankAccounts.add({
      ...{
        id: bankAccountId,
        tenantId: owner.tenantId,
        userId: owner.id,
        currency: stored.currency,
      },
      ...{ bankName: 'Bank', bankCode: '901', accountNumber: randomUUID(), accountName: 'Ada Obi' },
    });
    return { applicationId, accountId, bankAccountId };
  };

  const repayment = (owner: User): string => {
    const { accountId, bankAccountId } = loan(owner);
    const id = randomUUID();
    server.dependencies.store.repayments.add({
      ...{ id, loanId: accountId, userId: owner.id, bankAccountId, amountMinor: 1, createdAt: 0 },
      ...{ repaymentReference: 'LN-1', paymentDate: '2026-07-01', paymentNarration: null },
      verificationStatus: 'PENDING_VERIFICATION',
    });
    return id;
  };

  const apiToken = (owner: User): { id: string; token: string } => {
    const token = opaqueToken(API_TOKEN_PREFIX);
    const now = server.clock.now();
    const id = server.dependencies.store.apiTokens.add({
      ...{ hash: tokenHash(token), userId: owner.id, name: 'of a test' },
      ...{ createdAt: now, expiresAt: now + 1000 },
    });
    return { id, token };
  };

  const payment = (
    { id: userId, tenantId }: User,
    bankTransferLifeCycle = 'AWAITING_BANK_TRANSFER_PAYMENT',
    bankTransferFollowupActionType = 'MARK_AS_PENDING_TRANSACTION',
  ): string => {
    const id = randomUUID();
    insertInto<Payment>(
      server.db,
      'payments',
    )({
      ...{ id, userId, tenantId, currency: 'NGN', amountMinor: 1, payableType: 'TRANSACTION' },
      ...{ bankTransferFollowupActionType, bankTransferLifeCycle },
      ...{ mtoPaymentConfirmtionType: 'X', customerConfirmedPaymentDate: null },
      creationDate: '2026-06-15T12:00:00',
      ...{ searchablePaymentReference: id, payerBankTransferReference: id },
    });
    return id;
  };

  return { application, loan, repayment, apiToken, payment };
}
