import { STANDARD_LOGINS } from '../../fixtures/standard-users.ts';
import { becomes, changed, edit, withBody } from '../servers/answers.ts';
import { objectOf } from '../servers/requests.ts';
import { callerOf, issueFor, standardUser, withToken } from '../servers/tokens.ts';
import type { Fault } from './fault.ts';

const REFUSING = ['repay-loan', 'update-application', 'portfolios'] as const;

/** Section 5.10: refusals whose text says whose it is that was asked for. */
const tellingOwners: Fault[] = REFUSING.map((endpoint) => ({
  id: `${endpoint}.refusal-tells-the-owner`,
  breaks: 'ERR-22',
  caughtBy: `${endpoint}.refusal-tells-of-nobody`,
  how: `A refusal of ${endpoint} says that it belongs to ${STANDARD_LOGINS.customer.email}.`,
  layers: [
    edit(
      endpoint,
      'message',
      changed((message) => `${message} (of ${STANDARD_LOGINS.customer.email})`),
      ({ status }) => status >= 400 && status < 500,
    ),
  ],
}));

/** Sections 4.5 and 4.8: 403, and in the same answer what was refused. */
const givenAllTheSame: Fault[] = [
  {
    id: 'awaiting-payments.403-with-payments',
    breaks: 'ERR-23',
    caughtBy: 'awaiting-payments.refusal-holds-nothing',
    how: 'The 403 for a cashier holds the payments of the organisation.',
    layers: [
      async (request, next, context) => {
        const response = await next(request);
        if (context.endpoint !== 'awaiting-payments' || response.status !== 403) {
          return response;
        }
        const manager = issueFor(context, standardUser(context, 'manager').id);
        const { data } = objectOf((await next(withToken(request, manager))).body) ?? {};
        return withBody(response, JSON.stringify({ ...objectOf(response.body), data }));
      },
    ],
  },
  {
    id: 'update-application.403-with-the-application',
    breaks: 'ERR-23',
    caughtBy: 'update-application.refusal-holds-nothing',
    how: "The 403 to an answer to another customer's offer holds an application.",
    layers: [
      edit(
        'update-application',
        'data',
        becomes({ applicationId: '3b2f7c0e-8d1a-4f6b-9c5d-7e0a1b2c3d4e', userName: 'Some One' }),
        ({ status }) => status === 403,
      ),
    ],
  },
];

/** Section 7: a 403 to whoever had one there before names a role that was asked for, and not the caller's. */
const rolesAgain: Fault[] = (['awaiting-payments', 'request-loan', ...REFUSING] as const).map(
  (endpoint) => ({
    id: `${endpoint}.403-again-with-another-role`,
    breaks: 'ERR-14',
    caughtBy: `${endpoint}.forbidden-role`,
    how: `From the second 403 of ${endpoint} to a user on, it names another role.`,
    layers: [
      edit(
        endpoint,
        'role',
        changed((role) => (role === 'MANAGER' ? 'AGENT' : 'MANAGER')),
        ({ status }, request, context) => {
          const refused = `${endpoint} has refused ${callerOf(request, context)?.id}`;
          const isAgain = status === 403 && context.memory.has(refused);
          if (status === 403) {
            context.memory.set(refused, 'once');
          }
          return isAgain;
        },
      ),
    ],
    alsoCaughtBy: [
      { checks: [`${endpoint}.forbids.*`], because: 'it was not the first 403 to its user' },
    ],
  }),
);

/** What a refusal tells, and must not. */
export const tellingRefusalFaults: Fault[] = [...tellingOwners, ...givenAllTheSame, ...rolesAgain];
