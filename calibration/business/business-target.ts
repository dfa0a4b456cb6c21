import type { BusinessServer } from './business-server.ts';
import type { User } from './records/people.ts';

/** The target file that the vendor of such a server writes: hosts, users, what he has, the hook. */
export function businessTarget({ urls, cast, world }: BusinessServer): Record<string, unknown> {
  const { rules } = world;
  const ownHost = !rules.tenantsOf('base')?.includes(cast.otherManager.tenantId);
  const credentials = ({ email, password }: User) => ({ email, password });
  const { otherManager, ...staffAndCustomers } = cast;
  const users: Record<string, unknown> = Object.fromEntries(
    Object.entries(staffAndCustomers).map(([name, user]) => [name, credentials(user)]),
  );
  if (rules.tenantsOf('base') === undefined) {
    users.otherManager = credentials(otherManager);
  } else if (ownHost) {
    users.otherManager = { ...credentials(otherManager), baseUrl: urls['other-tenant'] };
  }
  const capabilities = ['apiTokens'];
  if (rules.loansOnLendingHost) {
    capabilities.push('requestLoanOnLendingHost');
  }
  if (rules.rotateRefreshTokens) {
    capabilities.push('refreshRotation');
  }
  return {
    name: 'a business server',
    baseUrl: urls.base,
    lendingUrl: urls.lending,
    investmentUrl: urls.investment,
    users,
    capabilities,
    states: { url: urls.states },
  };
}
