import type { Context, Hono } from 'hono';
import type { Role } from '../../contract/roles.ts';
import type { AppEnv, Dependencies } from '../dependencies.ts';
import { authenticate, type Caller } from '../http/authenticate.ts';
import { patiently } from '../http/patience.ts';
import { forbidden } from '../http/refusal.ts';
import { createApiToken, listApiTokens, revokeApiToken, rotateApiToken } from './api-tokens.ts';
import { repaymentInstructions } from './repayment-instructions.ts';
import { sendOffer } from './send-offer.ts';
import { verifyRepayment } from './verify-repayment.ts';

/** Where everything is that the specification does not have at all. */
const OURS = '/extensions/v1';

/**
 * What the specification names without showing it: repayment instructions, the move from REQUESTED
 * to OFFER_SENT, the verification of repayments, and API tokens. Paths, bodies and roles are ours
 * (see CHOICES.md); the conformance suite knows nothing of them.
 */
export function addExtensions(app: Hono<AppEnv>, dependencies: Dependencies): void {
  type Route = (c: Context<AppEnv>, caller: Caller) => Response | Promise<Response>;
  const allow = (roles: readonly Role[], route: Route) =>
    patiently((c) => {
      const caller = authenticate(c, dependencies);
      const { role } = caller.user;
      if (!roles.includes(role)) {
        throw forbidden(role, `the role ${role} may not do this`);
      }
      return route(c, caller);
    });
  const lenders: Role[] = ['MANAGER', 'AGENT'];
  const borrowers: Role[] = ['CUSTOMER', 'AGENT'];
  const managers: Role[] = ['MANAGER'];

  app.get(
    '/api/v1/services/user/repayment-instructions/:id',
    allow(borrowers, repaymentInstructions(dependencies)),
  );
  app.post(`${OURS}/loan-applications/:id/offer`, allow(lenders, sendOffer(dependencies)));
  app.put(`${OURS}/repayments/:id/verification`, allow(lenders, verifyRepayment(dependencies)));
  app.get(`${OURS}/api-tokens`, allow(managers, listApiTokens(dependencies)));
  app.post(`${OURS}/api-tokens`, allow(managers, createApiToken(dependencies)));
  app.post(`${OURS}/api-tokens/:id/rotate`, allow(managers, rotateApiToken(dependencies)));
  app.delete(`${OURS}/api-tokens/:id`, allow(managers, revokeApiToken(dependencies)));
}
