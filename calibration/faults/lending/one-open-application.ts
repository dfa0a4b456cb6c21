import {
  failed,
  type Layer,
  type PlainRequest,
  type PlainResponse,
} from '../../servers/exchange-layer.ts';
import { kept } from '../../servers/memory.ts';
import { ownProducts, withPools } from '../../servers/own-customers.ts';
import { absent, amend, objectOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import { supplyValid } from '../../servers/valid-bodies.ts';
import type { WrappedServer } from '../../servers/wrapped-server.ts';
import type { Fault } from '../fault.ts';

const endpoint = 'request-loan' as const;

/** More entries than a run takes. */
const ENTRIES = 40;

/** Each entry has a customer of its own, as it must where a customer has one application. */
const ofOwnCustomers = (server: WrappedServer) =>
  withPools({ 'loan-product': ownProducts(server, ENTRIES) }, server.target);

/** Refuses whoever an answer made an application for before, whatever is asked then. */
const oneForEach =
  (isMade: (request: PlainRequest, response: PlainResponse) => boolean): Layer =>
  async (request, next, context) => {
    const caller = callerOf(request, context);
    const isServed = caller?.role === 'CUSTOMER' || caller?.role === 'AGENT';
    if (context.endpoint !== endpoint || !isServed) {
      return next(request);
    }
    const open = kept(context, 'have applied', () => new Set<string>());
    if (open.has(caller.id)) {
      return failed(409, 'an application is open');
    }
    const response = await next(request);
    if (isMade(request, response)) {
      open.add(caller.id);
    }
    return response;
  };

/**
 * Section 2.3 at a lender who lets a customer have one application: a refusal of a customer who has one says
 * nothing of what else is wrong, so that whoever is refused in a run must not have applied before.
 */
const fieldsNotRequired: Fault[] = [
  { field: 'loanAmount', breaks: 'LOAN-6' },
  { field: 'lastName', breaks: 'LOAN-9' },
].map(({ field, breaks }) => ({
  id: `request-loan.${field}.not-required-of-one-application-each`,
  breaks,
  caughtBy: `request-loan.refuses.no-${field}`,
  how: `A customer may have one application, and a first one without ${field} is accepted.`,
  target: ofOwnCustomers,
  layers: [oneForEach((_, { status }) => status === 200), supplyValid(endpoint, field, absent)],
}));

const FROM_BRANCH = { 'x-fapi-interaction-id': '4f0f0a5e-43c9-4e6d-9c8e-2d6f0f6d0005' };

/** Section 4.6 where each entry names its customer: what agents send is told apart from what that one does. */
const agentsWithoutInteraction: Fault = {
  id: 'request-loan.header.x-fapi-interaction-id-not-required-of-agents-of-entries',
  breaks: 'LOAN-32',
  caughtBy: 'request-loan.refuses.no-x-fapi-interaction-id',
  how: 'Entries name customers, and a request of an agent without x-fapi-interaction-id is accepted.',
  target: ofOwnCustomers,
  layers: [
    amend(endpoint, (request, context) =>
      callerOf(request, context)?.role === 'AGENT'
        ? { ...request, headers: { ...FROM_BRANCH, ...request.headers } }
        : undefined,
    ),
  ],
};

/** Applications are written before the income is looked at, and nothing takes back what was written. */
const writtenBeforeRefusal: Fault = {
  id: 'request-loan.refused-for-income-leaves-an-application',
  breaks: 'LOAN-27',
  caughtBy: 'request-loan.after-refusals',
  how: 'A customer may have one application, and has one after a request without monthlyIncome was refused.',
  target: ofOwnCustomers,
  layers: [
    oneForEach(
      (request, { status }) =>
        status === 200 || (status === 400 && absent(objectOf(request.body)?.monthlyIncome)),
    ),
  ],
};

export const oneOpenApplicationFaults: Fault[] = [
  ...fieldsNotRequired,
  agentsWithoutInteraction,
  writtenBeforeRefusal,
];
