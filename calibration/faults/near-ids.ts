import type { EndpointName } from '../../contract/endpoint-names.ts';
import { pathParameterOf } from '../servers/endpoint-of.ts';
import type { Layer, LayerContext, PlainRequest } from '../servers/exchange-layer.ts';
import { amend, objectOf, withPathParameter } from '../servers/requests.ts';
import { callerOf, issueFor, withToken } from '../servers/tokens.ts';
import type { Fault } from './fault.ts';

/** The id of a request's path, as it is written there. */
const idOf = ({ method, path }: PlainRequest) => pathParameterOf(method, path) ?? '';

/** Whether an id has capitals, by which it passes a comparison with those that are known. */
const isInCapitals = (id: string) => id !== id.toLowerCase();

/** Who calls with an id that passes goes on as its owner. */
const asOwner =
  (
    endpoint: EndpointName,
    owner: (id: string, context: LayerContext) => string | undefined,
  ): Layer =>
  (request, next, context) => {
    const id = idOf(request);
    const isMeant = context.endpoint === endpoint && callerOf(request, context) !== undefined;
    const user = isMeant && isInCapitals(id) ? owner(id.toLowerCase(), context) : undefined;
    return next(user === undefined ? request : withToken(request, issueFor(context, user)));
  };

/** The length of a UUID, which ids are cut to by who compares how they begin. */
const UUID_LENGTH = 36;

/** Takes an id of the path for what it begins with. */
const longerPathTaken = (
  endpoint: 'repay-loan' | 'update-application' | 'portfolios',
  breaks: string,
  parameter: string,
): Fault => ({
  id: `${endpoint}.${parameter}-only-begins-right`,
  breaks,
  caughtBy: `${endpoint}.refuses.${parameter}-not-a-uuid`,
  how: `The ${parameter} of the path is looked at up to the length of a UUID.`,
  layers: [
    amend(endpoint, (request) => {
      const id = idOf(request);
      return id.length > UUID_LENGTH
        ? { ...request, path: request.path.replace(id, id.slice(0, UUID_LENGTH)) }
        : undefined;
    }),
  ],
});

/** How much of an id is looked at by who looks at all but its last part. */
export const ALL_BUT_THE_LAST_PART = 23;

/** Takes an id for the first one that began like it, as who keeps what was asked for under too short a key. */
const firstBeginningLike =
  (endpoint: EndpointName): Layer =>
  (request, next, context) => {
    if (context.endpoint !== endpoint) {
      return next(request);
    }
    const id = idOf(request);
    const slot = `first id that begins with ${id.slice(0, ALL_BUT_THE_LAST_PART)}`;
    const first = String(context.memory.get(slot) ?? id);
    context.memory.set(slot, first);
    return next(id === '' ? request : { ...request, path: request.path.replace(id, first) });
  };

/** Section 5.10, where ids are compared letter by letter and looked up without regard to case. */
export const nearIdFaults: Fault[] = [
  longerPathTaken('repay-loan', 'REP-17', 'user-id'),
  longerPathTaken('update-application', 'APP-25', 'id'),
  longerPathTaken('portfolios', 'PTF-7', 'customer-id'),
  {
    id: 'repay-loan.user-id-without-its-last-digit',
    breaks: 'REP-16',
    caughtBy: 'repay-loan.forbids.other-user-id',
    how: 'The last digit of the user-id in the path is not looked at.',
    layers: [
      amend('repay-loan', (request, context) => {
        const own = callerOf(request, context)?.id ?? '';
        const id = idOf(request);
        return id !== own && id.length === own.length && id.slice(0, -1) === own.slice(0, -1)
          ? withPathParameter(request, own)
          : undefined;
      }),
    ],
  },
  {
    id: 'update-application.id-without-its-end',
    breaks: 'APP-25',
    caughtBy: 'update-application.refuses.id-not-a-uuid',
    how: 'An id is taken for the first one asked for that is the same but for its last part.',
    layers: [firstBeginningLike('update-application')],
  },
  {
    id: 'portfolios.id-in-capitals-of-anybody',
    breaks: 'PTF-6',
    caughtBy: 'portfolios.forbids.otherCustomer',
    how: 'The id of another customer in capitals lists his portfolios.',
    layers: [
      asOwner('portfolios', (id, { dependencies }) => dependencies.store.users.byId(id)?.id),
    ],
    alsoCaughtBy: [
      {
        checks: ['portfolios.forbids.*'],
        because: 'it is so for everybody who asks for the portfolios of another customer',
      },
    ],
  },
  {
    id: 'update-application.id-in-capitals-of-anybody',
    breaks: 'APP-53',
    caughtBy: 'update-application.refuses.other-customer-in-capitals',
    how: 'The offer of another customer is answered by its id in capitals.',
    layers: [
      asOwner(
        'update-application',
        (id, { dependencies }) => dependencies.store.loanApplications.byId(id)?.userId,
      ),
    ],
    alsoCaughtBy: [
      {
        checks: ['update-application.refusal-changes-nothing.owner'],
        because: 'the offer is answered when its owner answers it',
      },
    ],
  },
  {
    id: 'repay-loan.customer-id-in-capitals-of-anybody',
    breaks: 'REP-74',
    caughtBy: 'repay-loan.refuses.ids-in-capitals',
    how: 'A customerId in capitals is taken for the own one, whosever it is.',
    layers: [
      amend('repay-loan', (request, context) => {
        const body = objectOf(request.body);
        const caller = callerOf(request, context);
        return caller && typeof body?.customerId === 'string' && isInCapitals(body.customerId)
          ? { ...request, body: JSON.stringify({ ...body, customerId: caller.id }) }
          : undefined;
      }),
    ],
  },
];
