import type { HostName } from '../../contract/endpoints.ts';
import type { CheckContext } from '../check-context.ts';

/**
 * Where loans are requested: "the lending host may be used instead" (section 4.6) may mean that
 * host only. Where it is declared, a request by the customer with an empty body, which creates
 * nothing, tells whether the tenant host has the path at all.
 */
export async function findHostOfLoans(context: CheckContext): Promise<HostName> {
  const { capabilities, users } = context.target;
  if (!capabilities.includes('requestLoanOnLendingHost') || !users.customer) {
    return 'base';
  }
  const asked = context
    .session('customer')
    .then((as) => context.call('request-loan', { as, host: 'base', body: {} }));
  // Where nobody can log in or nothing answers, the checks say so.
  const exchange = await asked.catch(() => undefined);
  return exchange?.response?.status === 404 ? 'lending' : 'base';
}
