import type { User } from './people.ts';

/** An awaiting payment as section 2.2 shows it, and whose it is. */
export interface AwaitingPayment {
  owner: User;
  shown: {
    id: string;
    payableType: string;
    bankTransferFollowupActionType: string;
    bankTransferLifeCycle: string;
    mtoPaymentConfirmtionType: string;
    customerConfirmedPaymentDate: string | null;
    creationDate: string;
    currency: string;
    requestedBankTransferAmount: number;
    searchablePaymentReference: string;
    payerBankTransferReference: string;
  };
}

const DAY = 86_400_000;

/** In `CURRENCY` and the range, as the state `awaiting-payments` promises. */
export const PAYMENTS_IN_RANGE = 47;
const PAYMENTS_BEFORE_RANGE = 6;
const PAYMENTS_IN_OTHER_CURRENCY = 8;
export const CURRENCY = 'NGN';
export const OTHER_CURRENCY = 'USD';
/** How many days before today the promised range begins; it ends yesterday. */
export const RANGE_DAYS = 60;

/** The date of a moment as yyyy-MM-dd, in UTC, the zone of all dates here. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** yyyy-MM-dd as dd/MM/yyyy (section 8). */
export function asDate(day: string): string {
  return day.split('-').reverse().join('/');
}

function payment(owner: User, number: number, currency: string, created: number): AwaitingPayment {
  const serial = String(number).padStart(4, '0');
  const short = owner.id.slice(0, 4).toUpperCase();
  return {
    owner,
    shown: {
      id: `${owner.tenantId}:${short}:${serial}`,
      payableType: 'TRANSACTION',
      bankTransferFollowupActionType:
        number % 3 === 0 ? 'MARK_AS_PENDING_TRANSACTION' : 'AUTO_CONFIRM_TRANSACTION',
      bankTransferLifeCycle: 'AWAITING_BANK_TRANSFER_PAYMENT',
      mtoPaymentConfirmtionType: 'NOT_CONFIRMED',
      customerConfirmedPaymentDate:
        number % 4 === 0 ? new Date(created + 3_600_000).toISOString().slice(0, 19) : null,
      creationDate: new Date(created).toISOString().slice(0, 19),
      currency,
      requestedBankTransferAmount: 1250.5 + number * 37.25,
      searchablePaymentReference: `ZF/${short}-${currency}.${serial}`,
      payerBankTransferReference: `NIP${short}${serial}`,
    },
  };
}

/** The awaiting payments of one user: in the promised range, before it, in another currency. */
export function paymentsOf(owner: User, now: number): AwaitingPayment[] {
  const midnight = Math.floor(now / DAY) * DAY;
  const made: AwaitingPayment[] = [];
  const add = (currency: string, daysAgo: number) => {
    const created = midnight - daysAgo * DAY + (made.length % 23) * 3_600_000;
    made.push(payment(owner, made.length + 1, currency, created));
  };
  for (let number = 0; number < PAYMENTS_IN_RANGE; number++) {
    add(CURRENCY, 1 + Math.round((number * (RANGE_DAYS - 1)) / (PAYMENTS_IN_RANGE - 1)));
  }
  for (let number = 0; number < PAYMENTS_BEFORE_RANGE; number++) {
    add(CURRENCY, RANGE_DAYS + 1 + number * 9);
  }
  for (let number = 0; number < PAYMENTS_IN_OTHER_CURRENCY; number++) {
    add(OTHER_CURRENCY, 2 + number * 5);
  }
  return made;
}
