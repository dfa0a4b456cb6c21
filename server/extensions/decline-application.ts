import type { Dependencies } from '../dependencies.ts';
import type { GuardedRoute } from '../routes/route.ts';
import { decideApplication } from './send-offer.ts';

/** Extension: the lender declines an application, which nobody was offered a loan for yet. */
export function declineApplication(dependencies: Dependencies): GuardedRoute {
  return decideApplication('decline-application', dependencies);
}
