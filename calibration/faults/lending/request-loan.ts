import type { Role } from '../../../contract/roles.ts';
import { intercept, replace, withStatus } from '../../servers/answers.ts';
import { failed, jsonAnswer, type Layer } from '../../servers/exchange-layer.ts';
import { absent, amend, fieldOf, supplyHeader } from '../../servers/requests.ts';
import { callerOf, hasRole, isUser, servedAs } from '../../servers/tokens.ts';
import { takesAnyText } from '../../servers/valid-bodies.ts';
import type { Fault } from '../fault.ts';
import { forbiddenBodyFaults } from '../forbidden-bodies.ts';
import { onLendingHost } from './lending-host.ts';

const endpoint = 'request-loan' as const;

const HEADERS = [
  ['x-idempotency-key', 'LOAN-29'],
  ['x-fapi-auth-date', 'LOAN-30', '2026-01-31T09:30:00Z'],
  ['x-fapi-customer-ip-address', 'LOAN-31', '192.0.2.1'],
  ['x-fapi-interaction-id', 'LOAN-32', '4f0f0a5e-43c9-4e6d-9c8e-2d6f0f6d0002'],
] as const;

const headersNotRequired: Fault[] = HEADERS.map(([header, breaks, value]) => ({
  id: `request-loan.header.${header}-not-required`,
  breaks,
  caughtBy: `request-loan.refuses.no-${header}`,
  how: `A request without ${header} is accepted.`,
  layers: [supplyHeader(endpoint, header, value ?? 'a-key-for-all')],
}));

/** Who has none of the x-fapi headers is taken for a client from before there were any. */
const olderClient: Fault = {
  id: 'request-loan.header.none-of-x-fapi-required-together',
  breaks: 'LOAN-30',
  caughtBy: 'request-loan.refuses.no-x-fapi-auth-date',
  how: 'A request without any x-fapi header is accepted, one without some of them is not.',
  layers: [
    amend(endpoint, (request) => {
      const fapi = HEADERS.filter(([header]) => header.startsWith('x-fapi-'));
      return fapi.some(([header]) => request.headers[header] !== undefined)
        ? undefined
        : {
            ...request,
            headers: {
              ...request.headers,
              ...Object.fromEntries(fapi.map(([header, , value]) => [header, value ?? ''])),
            },
          };
    }),
  ],
};

/** The missing headers are counted by an exclusive or, of which two make none. */
const twoMissing: Fault = {
  id: 'request-loan.header.two-of-x-fapi-not-required-together',
  breaks: 'LOAN-32',
  caughtBy: 'request-loan.refuses.no-x-fapi-interaction-id',
  how: 'A request without two of the x-fapi headers is accepted, one without one or all is not.',
  layers: [
    amend(endpoint, (request) => {
      const missing = HEADERS.filter(
        ([header]) => header.startsWith('x-fapi-') && request.headers[header] === undefined,
      );
      const found = Object.fromEntries(missing.map(([header, , value]) => [header, value ?? '']));
      return missing.length === 2
        ? { ...request, headers: { ...request.headers, ...found } }
        : undefined;
    }),
  ],
};

/** Refuses agents, once their request has been served, by whether it has eligibilityAnswers. */
const refusesAgents = (message: string, isMeant: (answers: unknown) => boolean): Layer =>
  replace(
    endpoint,
    failed(400, message),
    withStatus(
      200,
      (request, context) =>
        hasRole('AGENT')(request, context) && isMeant(fieldOf(request, 'eligibilityAnswers')),
    ),
  );

/** Only the customer may say what is asked of a customer. */
const unansweredByAgents: Fault = {
  id: 'request-loan.agents-may-not-answer',
  breaks: 'LOAN-17',
  caughtBy: 'request-loan.agent-with-answers',
  how: 'The request of an agent with eligibilityAnswers is refused, that of a customer is not.',
  layers: [refusesAgents('ask the customer', (answers) => !absent(answers))],
};

/** Agents are asked for what section 2.3 calls optional. */
const unansweredOfAgents: Fault = {
  id: 'request-loan.agents-must-answer',
  breaks: 'LOAN-38',
  caughtBy: 'request-loan.agent',
  how: 'The request of an agent without eligibilityAnswers is refused, that of a customer is not.',
  layers: [refusesAgents('answer the questions', absent)],
};

const byRole = (role: Role) => withStatus(403, hasRole(role));

const REFUSED = [
  { user: 'manager', role: 'MANAGER', breaks: 'LOAN-40' },
  { user: 'cashier', role: 'CASHIER', breaks: 'LOAN-41' },
] as const;

const roles: Fault[] = REFUSED.flatMap(({ user, role, breaks }): Fault[] => [
  {
    id: `request-loan.${user}-allowed`,
    breaks,
    caughtBy: `request-loan.forbids.${user}`,
    how: `A ${user} may request a loan.`,
    layers: [servedAs(endpoint, 'customer', hasRole(role))],
  },
  ...[401, 404, 200].map((status) => ({
    id: `request-loan.${user}-answered-with-${status}`,
    breaks,
    caughtBy: `request-loan.forbids.${user}`,
    how: `A ${user} who requests a loan is refused with ${status} and status FAILED.`,
    layers: [replace(endpoint, failed(status, 'no'), byRole(role))],
  })),
  ...forbiddenBodyFaults(
    endpoint,
    `request-loan.forbids.${user}`,
    `a ${user} who requests a loan`,
    byRole(role),
  ),
]);

const others: Fault[] = [
  {
    id: 'request-loan.manager-elsewhere-allowed',
    breaks: 'LOAN-40',
    caughtBy: 'request-loan.forbids.other-manager',
    how: 'A manager of another tenant may request a loan.',
    layers: [servedAs(endpoint, 'customer', isUser('otherManager'))],
  },
  {
    id: 'request-loan.created-201',
    breaks: 'LOAN-27',
    caughtBy: 'request-loan.status-200',
    how: 'A request for a loan is answered with 201 instead of 200.',
    layers: [replace(endpoint, (response) => ({ ...response, status: 201 }))],
  },
  {
    id: 'request-loan.second-created-201',
    breaks: 'LOAN-27',
    caughtBy: 'request-loan.status-200',
    how: 'From the second request of a customer on the answer is 201 instead of 200.',
    layers: [
      async (request, next, context) => {
        const response = await next(request);
        if (context.endpoint !== endpoint || response.status !== 200) {
          return response;
        }
        const key = `has requested a loan ${callerOf(request, context)?.id}`;
        const isFirst = !context.memory.has(key);
        context.memory.set(key, true);
        return isFirst ? response : { ...response, status: 201 };
      },
    ],
  },
  {
    id: 'request-loan.agent-refused',
    breaks: 'LOAN-38',
    caughtBy: 'request-loan.agent',
    how: 'An agent may not request a loan.',
    layers: [
      intercept(
        endpoint,
        jsonAnswer(403, { error: 'forbidden', message: 'not for agents', role: 'AGENT' }),
        hasRole('AGENT'),
      ),
    ],
  },
  {
    id: 'request-loan.not-on-lending-host',
    breaks: 'LOAN-42',
    caughtBy: 'request-loan.lending-host',
    how: 'request-loan is declared for the lending host and not there.',
    layers: [
      onLendingHost(intercept(endpoint, jsonAnswer(404, { message: 'no such path' }), () => true)),
    ],
  },
  {
    id: 'request-loan.any-text-accepted',
    breaks: 'SVC-16',
    caughtBy: 'request-loan.refuses.not-json',
    how: 'A body that is not JSON is taken for a good one.',
    layers: [takesAnyText(endpoint)],
  },
];

/** Section 4.6: who may request a loan, where, and with which headers. */
export const requestLoanFaults: Fault[] = [
  ...headersNotRequired,
  olderClient,
  twoMissing,
  unansweredByAgents,
  unansweredOfAgents,
  ...roles,
  ...others,
];
