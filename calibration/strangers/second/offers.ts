import { becomes, edit } from '../../servers/answers.ts';
import { pathParameterOf } from '../../servers/endpoint-of.ts';
import type { LayerContext, PlainRequest } from '../../servers/exchange-layer.ts';
import { amend, queryOf, withQuery } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import { allOf, by, only, remembered, takenFor } from '../situation.ts';
import type { SituationalFault } from '../situational-fault.ts';
import { answering } from './circumstances.ts';

const applicationOf = ({ method, path }: PlainRequest, { dependencies }: LayerContext) =>
  dependencies.store.loanApplications.byId(pathParameterOf(method, path) ?? '');

/** Answers to offers that are taken or told wrongly in some situation (sections 3.1, 4.8). */
export const OFFER_FAULTS: readonly SituationalFault[] = [
  {
    id: 'second.offer.withdrawn.accepted-at-the-second-try',
    how: 'An answer that was refused is let through when it comes again.',
    sentence: 'Only valid while the application status is OFFER_SENT; otherwise an error.',
    section: '4.8',
    situation: 'an offer is withdrawn from, then accepted twice',
    things: 3,
    layers: [
      only(answering(true), async (request, next, context) => {
        const refused = remembered<true>(context, 'refused answers');
        const application = applicationOf(request, context);
        const isOwn = application?.userId === callerOf(request, context)?.id;
        if (!application || !isOwn || application.loanStatus !== 'WITHDRAWN') {
          return next(request);
        }
        const { loanApplications } = context.dependencies.store;
        if (refused.has(application.id)) {
          loanApplications.move(application.id, 'WITHDRAWN', 'OFFER_SENT');
        }
        const response = await next(request);
        loanApplications.move(application.id, 'OFFER_SENT', 'WITHDRAWN');
        refused.set(application.id, true);
        return response;
      }),
    ],
  },
  {
    id: 'second.offer.withdrawn.shown-as-before',
    how: 'After a withdrawal the application is read from a copy that is not up to date.',
    sentence:
      'OFFER_SENT | update-application with status=false | WITHDRAWN | updated application returned',
    section: '3.1',
    situation: 'status=false, and the loanStatus of the answer',
    things: 2,
    layers: [
      only(answering(false), edit('update-application', 'data/loanStatus', becomes('OFFER_SENT'))),
    ],
  },
  {
    id: 'second.offer.manager.accepts-for-a-customer',
    how: 'A manager may accept the offers of the customers of his organisation.',
    sentence: "A user may not access another user's data",
    section: '5.10',
    situation: "status=true by a manager for an offer of his organisation's customer",
    things: 3,
    layers: [
      only(
        allOf(answering(true), by('MANAGER')),
        takenFor((request, context) => {
          const application = applicationOf(request, context);
          return application?.tenantId === callerOf(request, context)?.tenantId
            ? application?.userId
            : undefined;
        }),
      ),
    ],
  },
  {
    id: 'second.offer.status-empty.withdrawn',
    how: 'A status without a value counts as false.',
    sentence:
      'Query: status (boolean, required): true accepts the offer (ACCEPTED), false withdraws (WITHDRAWN).',
    section: '4.8',
    situation: 'the query has status with nothing behind it',
    things: 2,
    layers: [
      amend('update-application', (request) =>
        queryOf(request).get('status') === '' ? withQuery(request, { status: 'false' }) : undefined,
      ),
    ],
  },
];
