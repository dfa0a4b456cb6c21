import type { EndpointName } from '../../contract/endpoint-names.ts';
import { STANDARD_LOGINS } from '../../fixtures/standard-users.ts';
import type { LayerContext } from '../servers/exchange-layer.ts';
import {
  amend,
  amendBody,
  objectOf,
  queryOf,
  withPathParameter,
  withQuery,
} from '../servers/requests.ts';
import { callerOf, issueFor, withToken } from '../servers/tokens.ts';
import { validListing, validLoanRequest, validRepayment } from '../servers/valid-bodies.ts';
import type { Fault } from './fault.ts';

interface Body {
  endpoint: EndpointName;
  /** a text and a number of the body, if it has any, with what says that they are */
  text: { field: string; breaks: string };
  number?: { field: string; breaks: string };
  valid(context: LayerContext): Record<string, unknown>;
}

const BODIES: Body[] = [
  {
    endpoint: 'awaiting-payments',
    text: { field: 'fromDate', breaks: 'PAY-31' },
    valid: validListing,
  },
  {
    endpoint: 'request-loan',
    text: { field: 'lastName', breaks: 'LOAN-9' },
    number: { field: 'loanAmount', breaks: 'LOAN-6' },
    valid: validLoanRequest,
  },
  {
    endpoint: 'repay-loan',
    text: { field: 'repaymentReference', breaks: 'REP-23' },
    number: { field: 'repaymentAmount', breaks: 'REP-19' },
    valid: validRepayment,
  },
];

const isOnly = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 1 && typeof value[0] !== 'object';

/** Values of another type that a careless reader takes, each for one field. */
const CARELESS: {
  what: string;
  how: string;
  type: 'text' | 'number';
  is(value: unknown): boolean;
}[] = [
  { what: 'list-of-one', how: 'a list of one value for the value', type: 'text', is: isOnly },
  { what: 'list-of-one', how: 'a list of one value for the value', type: 'number', is: isOnly },
  { what: 'null', how: 'null for a good value', type: 'text', is: (value) => value === null },
  { what: 'null', how: 'null for a good value', type: 'number', is: (value) => value === null },
  { what: 'true', how: 'true for a number', type: 'number', is: (value) => value === true },
];

const careless: Fault[] = BODIES.flatMap(({ endpoint, valid, ...fields }) =>
  CARELESS.flatMap(({ what, how, type, is }): Fault[] => {
    const about = fields[type];
    if (!about) {
      return [];
    }
    const { field, breaks } = about;
    return [
      {
        id: `${endpoint}.${field}.${what}-taken`,
        breaks,
        caughtBy: `${endpoint}.refuses.${field}-not-a-${type === 'text' ? 'string' : 'number'}`,
        how: `${endpoint} takes ${how} in ${field}.`,
        layers: [
          amendBody(endpoint, (body, context) => {
            if (is(body[field])) {
              body[field] = valid(context)[field];
            }
          }),
        ],
      },
    ];
  }),
);

/** Reads loanApplicationStatusEnum as REQUESTED where it is as told. */
const statusRead = (is: (value: string) => boolean) => [
  amendBody('request-loan', (body) => {
    const { loanApplicationStatusEnum: status } = body;
    if (typeof status === 'string' && is(status)) {
      body.loanApplicationStatusEnum = 'REQUESTED';
    }
  }),
];

const statuses: Fault[] = [
  {
    id: 'request-loan.status-that-begins-like-requested-accepted',
    breaks: 'LOAN-4',
    caughtBy: 'request-loan.refuses.status-neighbour',
    how: 'loanApplicationStatusEnum is compared by its first letters only.',
    layers: statusRead((status) => status.startsWith('REQUEST') && status !== 'REQUESTED '),
  },
  {
    id: 'request-loan.status-of-the-list-of-states-accepted',
    breaks: 'LOAN-4',
    caughtBy: 'request-loan.refuses.status-neighbour',
    how: 'loanApplicationStatusEnum may be WITHDRAWN, another state of an application.',
    layers: statusRead((status) => status === 'WITHDRAWN'),
  },
  {
    id: 'request-loan.status-in-lower-case-accepted',
    breaks: 'LOAN-70',
    caughtBy: 'request-loan.refuses.status-other-case',
    how: 'loanApplicationStatusEnum is read in any case.',
    layers: statusRead((status) => status.toUpperCase() === 'REQUESTED'),
  },
  {
    id: 'request-loan.status-trimmed',
    breaks: 'LOAN-70',
    caughtBy: 'request-loan.refuses.status-other-case',
    how: 'Spaces around loanApplicationStatusEnum are cut off.',
    layers: statusRead((status) => status.trim() === 'REQUESTED'),
  },
];

const dates: Fault[] = [
  {
    id: 'repay-loan.paymentDate.list-taken',
    breaks: 'REP-25',
    caughtBy: 'repay-loan.refuses.paymentDate-words',
    how: 'A paymentDate that is a list of one date is taken.',
    layers: [
      amendBody('repay-loan', (body) => {
        if (isOnly(body.paymentDate)) {
          delete body.paymentDate;
        }
      }),
    ],
  },
];

const answers: Fault[] = [
  {
    id: 'update-application.status-tru-read-as-false',
    breaks: 'APP-27',
    caughtBy: 'update-application.refuses.status-not-boolean',
    how: 'status=tru withdraws from the offer.',
    layers: [
      amend('update-application', (request) =>
        queryOf(request).get('status') === 'tru'
          ? withQuery(request, { status: 'false' })
          : undefined,
      ),
    ],
  },
];

/** Passwords that are compared carelessly. */
const PASSWORDS: {
  what: string;
  how: string;
  check: string;
  is(sent: string, right: string): boolean;
}[] = [
  {
    what: 'in-any-case',
    how: 'Passwords are compared without regard to case.',
    check: 'password-near-miss',
    is: (sent, right) => sent.toLowerCase() === right.toLowerCase(),
  },
  {
    what: 'cut-to-fit',
    how: 'Only as many letters of a password are compared as were sent, and its last is left out.',
    check: 'password-near-miss',
    is: (sent, right) => sent !== '' && sent.length === right.length - 1 && right.startsWith(sent),
  },
  {
    what: 'of-anybody',
    how: 'The password of another user logs in.',
    check: 'password-of-another',
    is: (sent) => Object.values(STANDARD_LOGINS).some(({ password }) => password === sent),
  },
];

const passwords: Fault[] = PASSWORDS.map(({ what, how, check, is }) => ({
  id: `login.password-${what}`,
  breaks: 'LGN-8',
  caughtBy: `login.refuses.${check}`,
  how,
  layers: [
    amendBody('login', (body) => {
      const right = Object.values(STANDARD_LOGINS).find(({ email }) => email === body.email);
      const { currentPassword: sent } = body;
      if (right && typeof sent === 'string' && is(sent, right.password)) {
        body.currentPassword = right.password;
      }
    }),
  ],
}));

const lists: Fault[] = [
  {
    id: 'login.email.list-taken',
    breaks: 'LGN-5',
    caughtBy: 'login.refuses.email-not-a-string',
    how: 'A list of one address logs in.',
    layers: [
      amendBody('login', (body) => {
        if (Array.isArray(body.email)) {
          body.email = body.email[0];
        }
      }),
    ],
  },
  {
    id: 'login.currentPassword.list-taken',
    breaks: 'LGN-6',
    caughtBy: 'login.refuses.password-not-a-string',
    how: 'A list of one password logs in.',
    layers: [
      amendBody('login', (body) => {
        if (Array.isArray(body.currentPassword)) {
          body.currentPassword = body.currentPassword[0];
        }
      }),
    ],
  },
  {
    id: 'refresh.refresh_token.list-taken',
    breaks: 'RFR-6',
    caughtBy: 'refresh.refuses.not-a-string',
    how: 'A list of one refresh token is taken.',
    layers: [
      amendBody('refresh', (body) => {
        if (Array.isArray(body.refresh_token)) {
          body.refresh_token = body.refresh_token[0];
        }
      }),
    ],
  },
];

/** Serves a repayment as if its identifiers were good, where they are as told. */
const servesIds = (
  is: (body: Record<string, unknown>, context: LayerContext, path: string) => boolean,
  change: (body: Record<string, unknown>, valid: Record<string, unknown>) => void,
): Fault['layers'] => [
  (request, next, context) => {
    const body = context.endpoint === 'repay-loan' ? objectOf(request.body) : undefined;
    const caller = callerOf(request, context);
    const path = request.path.split('/').at(-1) ?? '';
    if (!body || !caller || !is(body, context, path)) {
      return next(request);
    }
    change(body, validRepayment(context));
    return next({ ...withPathParameter(request, caller.id), body: JSON.stringify(body) });
  },
];

const isUser = (id: unknown, { dependencies }: LayerContext) =>
  dependencies.store.users.byId(String(id)) !== undefined;
const isUuid = (id: unknown) => /^[0-9a-f-]{36}$/.test(String(id));

const identifiers: Fault[] = [
  {
    id: 'repay-loan.customerId-of-nobody-accepted',
    breaks: 'REP-49',
    caughtBy: 'repay-loan.refuses.other-customerId',
    how: 'Only a customerId that is another user is refused; one that is nobody is taken.',
    layers: servesIds(
      ({ customerId }, context, path) =>
        isUuid(customerId) && !isUser(customerId, context) && isUser(path, context),
      (body, { customerId }) => {
        body.customerId = customerId;
      },
    ),
  },
  {
    id: 'repay-loan.bank-account-of-nobody-accepted',
    breaks: 'REP-52',
    caughtBy: 'repay-loan.refuses.foreign-bank-account',
    how: 'Only the bank account of another customer is refused; one of nobody is taken.',
    layers: servesIds(
      ({ bankAccountId }, { db }) =>
        isUuid(bankAccountId) &&
        db.prepare('SELECT 1 FROM bank_accounts WHERE id = ?').get(String(bankAccountId)) ===
          undefined,
      (body, { bankAccountId }) => {
        body.bankAccountId = bankAccountId;
      },
    ),
  },
  {
    id: 'repay-loan.account-of-nobody-accepted',
    breaks: 'REP-72',
    caughtBy: 'repay-loan.refuses.unknown-accountId',
    how: 'A repayment of an account that is none goes to a loan of the customer.',
    layers: servesIds(
      ({ accountId, customerId }, context) =>
        isUuid(accountId) &&
        context.dependencies.store.loans.ofUser(String(accountId), String(customerId)) ===
          undefined,
      (body, { accountId }) => {
        body.accountId = accountId;
      },
    ),
  },
  {
    id: 'repay-loan.path-of-nobody-accepted',
    breaks: 'REP-71',
    caughtBy: 'repay-loan.refuses.unknown-user-id',
    how: 'Only a path that names another user is refused; one that names nobody is taken.',
    layers: servesIds(
      (_, context, path) => isUuid(path) && !isUser(path, context),
      () => undefined,
    ),
  },
  {
    id: 'repay-loan.loan-of-another-customer-repaid',
    breaks: 'REP-73',
    caughtBy: 'repay-loan.refuses.foreign-accountId',
    how: 'Whose loan the accountId names is not looked at.',
    layers: [
      (request, next, context) => {
        const { store } = context.dependencies;
        const body = context.endpoint === 'repay-loan' ? objectOf(request.body) : undefined;
        const debtor = context.db
          .prepare<[string], { id: string }>('SELECT user_id AS id FROM loans WHERE id = ?')
          .get(String(body?.accountId));
        const account = debtor && store.bankAccounts.firstOf(debtor.id)?.id;
        const caller = callerOf(request, context)?.id;
        const isOthers = debtor && account && caller && debtor.id !== caller;
        if (!isOthers || body?.customerId !== caller || !request.path.endsWith(caller)) {
          return next(request);
        }
        const theirs = JSON.stringify({ ...body, customerId: debtor.id, bankAccountId: account });
        const asDebtor = withToken(request, issueFor(context, debtor.id));
        return next({ ...withPathParameter(asDebtor, debtor.id), body: theirs });
      },
    ],
  },
];

/** Values that are nearly right, each taken in one place (sections 2.3, 4.1, 4.2, 4.5, 4.7 and 4.8). */
export const wrongValueFaults: Fault[] = [
  ...careless,
  ...statuses,
  ...dates,
  ...answers,
  ...passwords,
  ...lists,
  ...identifiers,
];
