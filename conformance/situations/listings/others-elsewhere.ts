import type { CheckContext } from '../../check-context.ts';
import { dayOf, slashDate } from '../../checks/awaiting-payments/days.ts';
import { askListing, entriesOf } from '../../checks/awaiting-payments/listing.ts';
import { OF_ANOTHER_TENANT, referenceOf } from './sought-payments.ts';

/** Days before and after the range of the state in which another tenant may have payments. */
const A_YEAR = 365;

/**
 * Where the other tenant's manager is listed nothing in the range of the state, one of the payments of the years around
 * it is searched for by an agent, who may see none of them: the rules know whose it is.
 */
export async function searchOthersElsewhere(context: CheckContext): Promise<void> {
  const { fromDate, toDate, currency, otherCurrency } = await context.state('awaiting-payments');
  const around = {
    fromDate: slashDate(dayOf(fromDate) - A_YEAR),
    toDate: slashDate(dayOf(toDate) + A_YEAR),
  };
  for (const selectedCurrency of [currency, otherCurrency]) {
    const body = { ...around, selectedCurrency };
    const listed = entriesOf(await askListing(context, { as: OF_ANOTHER_TENANT, body }));
    const searchablePaymentReference = listed.map(referenceOf).find((each) => each !== undefined);
    if (searchablePaymentReference !== undefined) {
      await askListing(context, { as: 'agent', body: { ...body, searchablePaymentReference } });
      return;
    }
  }
}
