import { edit, gone, replace } from '../../servers/answers.ts';
import {
  failed,
  type Layer,
  type LayerContext,
  type PlainRequest,
  type PlainResponse,
} from '../../servers/exchange-layer.ts';
import { put } from '../../servers/loan-statuses.ts';
import { amend, queryOf } from '../../servers/requests.ts';
import { callerOf, issueFor, standardUser, withToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { forbiddenBodyFaults } from '../forbidden-bodies.ts';
import { named } from './update-application-states.ts';

const endpoint = 'update-application' as const;

type IsLet = (user: string | undefined, status: string | null, loanStatus?: string) => boolean;

/** Which of the standard users sends a request. */
function callerName(request: PlainRequest, context: LayerContext): string | undefined {
  const id = callerOf(request, context)?.id;
  const users = ['customer', 'otherCustomer', 'otherManager'] as const;
  return users.find((user) => standardUser(context, user).id === id);
}

/** Lets somebody answer who does not own the offer. */
const lets = (isMeant: IsLet): Layer =>
  amend(endpoint, (request, context) => {
    const application = named(request, context);
    const caller = callerOf(request, context);
    if (!application || !caller || application.userId === caller.id) {
      return undefined;
    }
    const status = queryOf(request).get('status');
    if (!isMeant(callerName(request, context), status, application.loanStatus)) {
      return undefined;
    }
    put(context, application.id, 'OFFER_SENT');
    return withToken(request, issueFor(context, application.userId));
  });

const FOREIGN: { variant: string; breaks: string; isMeant: IsLet }[] = [
  {
    variant: 'other-customer-accepting',
    breaks: 'APP-36',
    isMeant: (user, status) => user === 'customer' && status === 'true',
  },
  {
    variant: 'other-customer-withdrawing',
    breaks: 'APP-36',
    isMeant: (user, status) => user === 'customer' && status === 'false',
  },
  {
    variant: 'customer-by-other-customer',
    breaks: 'APP-36',
    isMeant: (user) => user === 'otherCustomer',
  },
  { variant: 'other-tenant', breaks: 'APP-40', isMeant: (user) => user === 'otherManager' },
];

const isForeign =
  (isMeant: IsLet) => (response: PlainResponse, request: PlainRequest, context: LayerContext) =>
    response.status === 403 &&
    isMeant(callerName(request, context), queryOf(request).get('status'));

/** An accepted application of somebody else. */
const ofAccepted: Fault[] = [
  {
    id: 'update-application.allows.withdrawing-what-another-accepted',
    breaks: 'APP-36',
    caughtBy: 'update-application.refusal-changes-nothing.owner',
    how: 'An application that its owner has accepted can be withdrawn from by another customer.',
    layers: [lets((user, _, loanStatus) => user === 'customer' && loanStatus === 'ACCEPTED')],
  },
];

const ofOffers: Fault[] = FOREIGN.flatMap(({ variant, breaks, isMeant }): Fault[] => [
  {
    id: `update-application.allows.${variant}`,
    breaks,
    caughtBy: `update-application.forbids.${variant}`,
    how: `The offer of another user can be answered: ${variant.replaceAll('-', ' ')}.`,
    layers: [lets(isMeant)],
  },
  {
    id: `update-application.hides.${variant}`,
    breaks,
    caughtBy: `update-application.forbids.${variant}`,
    how: `Another user's offer is answered with 404 instead of 403: ${variant.replaceAll('-', ' ')}.`,
    layers: [replace(endpoint, failed(404, 'no such application'), isForeign(isMeant))],
  },
  ...forbiddenBodyFaults(
    endpoint,
    `update-application.forbids.${variant}`,
    variant.replaceAll('-', ' '),
    isForeign(isMeant),
  ),
]);

const withoutData: Fault = {
  id: 'update-application.data.missing-for-another-customer',
  breaks: 'APP-34',
  caughtBy: 'update-application.data-each-time',
  how: 'Another customer who answers an own offer is told SUCCESS alone.',
  layers: [
    edit(
      endpoint,
      'data',
      gone,
      ({ status }, request, context) =>
        status === 200 && callerName(request, context) === 'otherCustomer',
    ),
  ],
};

/** Ownership: by whom an offer can be answered, and whether each owner is told of it. */
export const updateApplicationOwnershipFaults: Fault[] = [...ofOffers, ...ofAccepted, withoutData];
