import { UsageError } from '../../../contract/errors.ts';
import { fromMinor, toMinor } from '../../../contract/values/currencies.ts';
import type { Dependencies } from '../../dependencies.ts';
import { answer } from '../../http/answer.ts';
import { invalid } from '../../http/refusal.ts';
import { chargeOf, METHODS, type PaymentMethod } from '../../payments/methods.ts';
import type { GuardedRoute } from '../../routes/route.ts';
import type { Store } from '../../store/store.ts';
import type { User } from '../../store/users.ts';
import { extensionQuery } from '../extension-query.ts';

/** Extension, section 4.5: how one can pay an organisation, and in which currencies. */
export function supportedPaymentMethods({ store }: Dependencies): GuardedRoute {
  return (c, { user }) => {
    const paymentMethods = methodsOf(store, user).map(({ paymentMethod, currencies }) => ({
      paymentMethod,
      currencies,
    }));
    return answer(c, { status: 'SUCCESS', data: { paymentMethods } });
  };
}

/** Extension, section 4.5: what paying an amount costs by each method that takes its currency. */
export function paymentMethodCharges({ store }: Dependencies): GuardedRoute {
  const query = extensionQuery<{ currency: string; amount: number }>('payment-method-charges');
  return (c, { user }) => {
    const { currency, amount } = query(c);
    const taking = methodsOf(store, user).filter((each) => each.currencies.includes(currency));
    if (taking.length === 0) {
      const message = "must be a currency of the caller's organisation";
      throw invalid([{ path: 'query currency', message }]);
    }
    const amountMinor = exactly(amount, currency);
    const charges = taking.map((method) => {
      const charge = chargeOf(method, amountMinor);
      return {
        paymentMethod: method.paymentMethod,
        charge: fromMinor(charge, currency),
        totalAmount: fromMinor(amountMinor + charge, currency),
      };
    });
    return answer(c, { status: 'SUCCESS', data: { currency, amount, charges } });
  };
}

/** What the caller's organisation takes, in the order of its currencies. */
function methodsOf(store: Store, { tenantId }: User): PaymentMethod[] {
  const used = store.tenants.byId(tenantId)?.currencies ?? [];
  return METHODS.map((method) => ({
    ...method,
    currencies: used.filter((currency) => method.currencies.includes(currency)),
  })).filter(({ currencies }) => currencies.length > 0);
}

function exactly(amount: number, currency: string): number {
  try {
    return toMinor(amount, currency);
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    const message = `must be a whole number of ${currency} minor units`;
    throw invalid([{ path: 'query amount', message }]);
  }
}
