import type { Role } from '../../../contract/roles.ts';
import { editBody } from '../../servers/answers.ts';
import type { Layer } from '../../servers/exchange-layer.ts';
import { keepsAnswers } from '../../servers/kept-answers.ts';
import { callerOf, issueFor, withToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { named } from './update-application-states.ts';

/** Whoever has a role answers for the customers of the tenant. */
const answersFor =
  (role: Role): Layer =>
  (request, next, context) => {
    const caller = callerOf(request, context);
    const application =
      context.endpoint === 'update-application' ? named(request, context) : undefined;
    const isOwn = application?.tenantId === caller?.tenantId;
    return next(
      caller?.role === role && application && isOwn
        ? withToken(request, issueFor(context, application.userId))
        : request,
    );
  };

/** Section 2.4, where the applicant of the last answer is told for everybody. */
export const applicantFaults: Fault[] = [
  {
    id: 'update-application.applicant-of-the-first-answer',
    breaks: 'APP-54',
    caughtBy: 'update-application.applicant',
    how: 'The userId of the first application that was answered is told with all of them.',
    layers: [
      editBody('update-application', (body, _request, { memory }) => {
        const { data } = body as { data: { userId: string } };
        const first = memory.get('first applicant') ?? data.userId;
        memory.set('first applicant', first);
        data.userId = String(first);
      }),
    ],
  },
];

/** An agent's answer that leaves an offer ends it, whoever the customer is. */
const withdrawsForAgents: Layer = (request, next, context) =>
  /status=false/.test(request.path) ? answersFor('AGENT')(request, next, context) : next(request);

/** Sections 4.8 and 5.10, for staff of the customer's tenant. */
export const staffOfferFaults: Fault[] = [
  ...(['MANAGER', 'CASHIER'] as const).map((role) => ({
    id: `update-application.answered-by-${role.toLowerCase()}`,
    breaks: 'APP-52',
    caughtBy: `update-application.refuses.${role.toLowerCase()}`,
    how: `A ${role.toLowerCase()} may answer the offers of customers.`,
    layers: [answersFor(role)],
  })),
  {
    id: 'update-application.withdrawn-by-agent',
    breaks: 'APP-56',
    caughtBy: 'update-application.refuses.agent-withdrawing',
    how: 'An agent, who may not accept the offer of a customer, may withdraw from it.',
    layers: [withdrawsForAgents],
  },
];

/** Section 5.10, where a key opens what it was answered with. */
export const keyOfAnybodyFault: Fault = {
  id: 'update-application.key-of-anybody',
  breaks: 'APP-36',
  caughtBy: 'update-application.refuses.repeat-by-another',
  how: 'The answer to a key of an application is given to whoever sends it again.',
  layers: [
    keepsAnswers(
      'update-application',
      (request, context) => callerOf(request, context) !== undefined,
    ),
  ],
};
