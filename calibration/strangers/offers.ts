import { setTimeout as delay } from 'node:timers/promises';
import type { UpdateApplicationResponse } from '../../contract/types.generated.ts';
import type { LoanStatus } from '../../contract/values/records.ts';
import { editBody } from '../servers/answers.ts';
import { pathParameterOf } from '../servers/endpoint-of.ts';
import type { Layer, LayerContext, PlainRequest } from '../servers/exchange-layer.ts';
import { put } from '../servers/loan-statuses.ts';
import { queryOf } from '../servers/requests.ts';
import { callerOf } from '../servers/tokens.ts';
import { allOf, at, by, only, remembered, type Situation, takenFor } from './situation.ts';
import type { SituationalFault } from './situational-fault.ts';

const SENTENCE = {
  sentence: 'Only valid while the application status is OFFER_SENT; otherwise an error.',
  section: '4.8',
};

/** How long the look at the status is ahead of the answer, in milliseconds. */
const AHEAD = 25;

const withdrawing: Situation = (request, context) =>
  at('update-application')(request, context) && queryOf(request).get('status') === 'false';

const applicationOf = ({ method, path }: PlainRequest, { dependencies }: LayerContext) =>
  dependencies.store.loanApplications.byId(pathParameterOf(method, path) ?? '');

/** Answers as if the application had an offer; what is refused for another reason stays as it was. */
const asIfOffered =
  (actual: LoanStatus): Layer =>
  async (request, next, context) => {
    const application = applicationOf(request, context);
    const own = application?.userId === callerOf(request, context)?.id;
    if (!application || !own || application.loanStatus !== actual) {
      return next(request);
    }
    put(context, application.id, 'OFFER_SENT');
    const response = await next(request);
    const { loanStatus } = (
      response.status === 200 ? JSON.parse(response.body) : { data: { loanStatus: actual } }
    ).data as { loanStatus: LoanStatus };
    put(context, application.id, loanStatus);
    return response;
  };

/** Answers to offers that are taken, given or told wrongly in some situation (section 4.8). */
export const OFFER_FAULTS: readonly SituationalFault[] = [
  {
    id: 'offer.accepted.withdrawn-afterwards',
    how: 'An offer that was accepted can still be withdrawn from.',
    ...SENTENCE,
    situation: 'status=false after status=true, under a key of its own',
    things: 2,
    layers: [only(withdrawing, asIfOffered('ACCEPTED'))],
  },
  {
    id: 'offer.requested.withdrawn-before-the-offer',
    how: 'An application without an offer can be withdrawn from.',
    ...SENTENCE,
    situation: 'status=false while the application is REQUESTED',
    things: 2,
    layers: [only(withdrawing, asIfOffered('REQUESTED'))],
  },
  {
    id: 'offer.of-another-customer.withdrawn',
    how: 'Whose application it is is looked at for status=true only.',
    sentence: "A user may not access another user's data",
    section: '5.10',
    situation: "status=false for another customer's offer",
    things: 2,
    layers: [
      only(
        withdrawing,
        takenFor(
          (request, context) =>
            callerOf(request, context) && applicationOf(request, context)?.userId,
        ),
      ),
    ],
  },
  {
    id: 'offer.concurrent.accepted-and-withdrawn',
    how: 'The status is looked at before the answer is stored, so two answers at once both succeed.',
    ...SENTENCE,
    situation: 'both answers, under two keys, at the same moment',
    things: 3,
    layers: [
      only(at('update-application'), (request, next, context) => {
        const application = applicationOf(request, context);
        const underWay = remembered<Promise<unknown>>(context, 'answers under way');
        const earlier = underWay.get(application?.id ?? '');
        const answered = (async () => {
          await delay(AHEAD);
          await earlier?.catch(() => {});
          const now = applicationOf(request, context)?.loanStatus;
          return application?.loanStatus === 'OFFER_SENT' && now && now !== 'OFFER_SENT'
            ? asIfOffered(now)(request, next, context)
            : next(request);
        })();
        underWay.set(application?.id ?? '', answered);
        return answered;
      }),
    ],
  },
  {
    id: 'offer.second-answer.data-of-the-first',
    how: 'The second application that a customer answers is shown with the data of his first.',
    sentence: 'updated application returned',
    section: '3.1',
    situation: 'a customer answers two offers, one after the other',
    things: 2,
    layers: [
      editBody('update-application', (body, request, context) => {
        const answer = body as UpdateApplicationResponse;
        const first = remembered<UpdateApplicationResponse['data']>(context, 'first answers');
        const id = callerOf(request, context)?.id ?? '';
        const { loanStatus } = answer.data;
        const shown = first.get(id);
        if (shown) {
          return { ...answer, data: { ...shown, loanStatus } };
        }
        first.set(id, answer.data);
        return answer;
      }),
    ],
  },
  {
    id: 'offer.agent.refused-with-role-of-the-owner',
    how: "An agent who answers a customer's offer is refused with the customer's role.",
    sentence: "role (string, caller's role)",
    section: '7',
    situation: "an agent, a customer's offer, the body of the 403",
    things: 3,
    layers: [
      only(
        allOf(at('update-application'), by('AGENT')),
        editBody(
          'update-application',
          (body, request, context) => {
            const owner = applicationOf(request, context)?.userId ?? '';
            const role = context.dependencies.store.users.byId(owner)?.role;
            return { ...(body as object), role };
          },
          ({ status }) => status === 403,
        ),
      ),
    ],
  },
];
