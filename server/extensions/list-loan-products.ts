import { fromMinor } from '../../contract/values/currencies.ts';
import type { Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import type { GuardedRoute } from '../routes/route.ts';

/** Extension: the loans of the caller's organisation, whose loanProductId section 4.6 asks for. */
export function listLoanProducts({ store }: Dependencies): GuardedRoute {
  return (c, { user }) => {
    const loanProducts = store.loanProducts.allOf(user.tenantId).map((product) => ({
      loanProductId: product.id,
      productName: product.productName,
      currencyCode: product.currency,
      minLoanAmount: fromMinor(product.minAmountMinor, product.currency),
      maxLoanAmount: fromMinor(product.maxAmountMinor, product.currency),
      /** Percent over the whole term. */
      interestRate: product.interestBasisPoints / 100,
      durationCounterUnitEnum: product.durationUnit,
      minLoanDuration: product.minDuration,
      maxLoanDuration: product.maxDuration,
      manualRepaymentAllowed: product.collection === 'manual',
    }));
    return answer(c, { status: 'SUCCESS', data: { loanProducts } });
  };
}
