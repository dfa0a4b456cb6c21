import type { Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { notFound } from '../http/refusal.ts';
import type { GuardedRoute } from './route.ts';

/** Section 4.4: the preference of the caller's organisation; the fields of the answer are ours. */
export function fetchOrganisationPreference({ store }: Dependencies): GuardedRoute {
  return (c, { user }) => {
    const tenant = store.tenants.byId(user.tenantId);
    if (tenant === undefined) {
      throw notFound('there is no such organisation');
    }
    const { id, name, country, currencies } = tenant;
    return answer(c, {
      status: 'SUCCESS',
      data: {
        tenantId: id,
        organisationName: name,
        country,
        defaultCurrency: currencies[0],
        currencies,
      },
    });
  };
}
