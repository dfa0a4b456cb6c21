import { type Answer, type Ask, failed, forbidden, Refusal } from '../exchange.ts';
import { checkLendingHeaders } from '../fapi-headers.ts';
import { once } from '../idempotency.ts';
import { authenticate, type World } from './session.ts';

const ANSWERS: Record<string, string> = { true: 'ACCEPTED', false: 'WITHDRAWN' };

/** Section 4.8: `PUT …/update-application/{loan-application-id}?status=<boolean>`. */
export function updateApplication(ask: Ask, world: World, applicationId: string): Answer {
  const { user: caller } = authenticate(ask, world);
  checkLendingHeaders(ask, world);
  const next = ANSWERS[ask.query.get('status') ?? ''];
  if (!next) {
    throw failed(400, 'status must be true or false');
  }
  return once(ask, caller, world, () => {
    const application = world.store.applications.get(applicationId.toLowerCase());
    if (!application) {
      throw failed(404, 'there is no such application');
    }
    if (application.userId !== caller.id) {
      throw forbidden(caller, 'this application is not yours');
    }
    const { loanStatus, loanApplicationcreatedDate: made } = application;
    const hasLapsed = world.now() - Date.parse(made) > world.rules.offerStandsMs;
    if (loanStatus !== 'OFFER_SENT' || hasLapsed) {
      throw new Refusal(world.rules.offerNotOpen(hasLapsed ? 'LAPSED' : loanStatus));
    }
    application.loanStatus = next;
    return { status: 200, body: { status: 'SUCCESS', data: { ...application } } };
  });
}
