import { randomUUID } from 'node:crypto';
import type { LoanStatus } from '../../../contract/values/records.ts';
import { lendingDesk } from '../../../server/lending-desk.ts';
import type { Layer, LayerContext } from '../../servers/exchange-layer.ts';
import { pathId, withPathParameter } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import { type Rule, refused } from '../rule.ts';
import type { Visit } from '../visit.ts';

/** Puts an application into OFFER_SENT, so that it is answered once more. */
export function reopen(
  id: string,
  from: readonly LoanStatus[],
  { dependencies }: LayerContext,
): void {
  for (const status of from) {
    dependencies.store.loanApplications.move(id, status, 'OFFER_SENT');
  }
}

const answersIn =
  (status: LoanStatus): Layer =>
  (request, next, context) => {
    reopen(pathId(request), [status], context);
    return next(request);
  };

/** Answers an offer the plain way, under a key of its own. */
const answered = (accepts: boolean) => async (visit: Visit) => {
  const { client, session, call } = visit;
  const query = `status=${accepts}`;
  const { path } = call;
  await client.call('update-application', { token: session.token, ...(path && { path }), query });
  return visit.send();
};

const offers: Rule[] = [
  {
    id: 'update-application.requested.answered',
    way: 'offer-answered-anyway',
    breaks: ['APP-18'],
    how: 'an application that is still REQUESTED can be answered',
    layer: answersIn('REQUESTED'),
    async exchange({ client, send }: Visit) {
      return send({ path: String(client.state('loan-requested').applicationId) });
    },
    without: ['caller'],
  },
  {
    id: 'update-application.accepted.answered-again',
    way: 'offer-answered-anyway',
    breaks: ['APP-19'],
    how: 'an offer that was accepted can be answered again',
    layer: answersIn('ACCEPTED'),
    exchange: answered(true),
    without: ['often', 'order=after-refusal'],
  },
  {
    id: 'update-application.withdrawn.answered-again',
    way: 'offer-answered-anyway',
    breaks: ['APP-20'],
    how: 'an offer that was withdrawn from can be answered again',
    layer: answersIn('WITHDRAWN'),
    exchange: answered(false),
    without: ['often', 'order=after-refusal'],
  },
  {
    id: 'update-application.of-nobody.answered',
    way: 'offer-answered-anyway',
    breaks: ['APP-25'],
    how: 'the id of no application is taken for an offer to the caller',
    layer: ((request, next, context) => {
      const caller = callerOf(request, context);
      const known = context.dependencies.store.loanApplications.byId(pathId(request));
      const unknown = known === undefined && /^[0-9a-f-]{36}$/i.test(pathId(request));
      return next(
        unknown && caller?.role === 'CUSTOMER'
          ? withPathParameter(
              request,
              lendingDesk(context.dependencies).apply(caller, 'OFFER_SENT', 'manual').id,
            )
          : request,
      );
    }) satisfies Layer,
    exchange: ({ send }: Visit) => send({ path: randomUUID() }),
  },
].map((rule) => ({ endpoint: 'update-application' as const, kept: refused, ...rule }));

const refusalWithEffect: Rule = {
  id: 'update-application.refusal-with-effect',
  way: 'refusal-with-effect',
  endpoint: 'update-application',
  breaks: ['APP-22'],
  how: 'an answer that is refused since the offer is another customer’s withdraws from it',
  layer: async (request, next, context) => {
    const response = await next(request);
    if (response.status === 403) {
      context.dependencies.store.loanApplications.move(pathId(request), 'OFFER_SENT', 'WITHDRAWN');
    }
    return response;
  },
  request(plan) {
    plan.owner = 'otherCustomer';
  },
  async exchange({ client, call, send }) {
    await send();
    const { token } = await client.login('otherCustomer');
    const path = call.path ?? '';
    return client.call('update-application', { token, path, query: 'status=true' });
  },
  kept: (answer) => !refused(answer),
  without: ['caller'],
};

/** Offers that are answered when they cannot be (sections 3.1 and 4.8). */
export const OFFER_RULES: readonly Rule[] = [...offers, refusalWithEffect];
