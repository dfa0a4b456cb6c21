import { STANDARD_LOGINS } from '../../fixtures/standard-users.ts';
import { amendBody, setQuery } from '../servers/requests.ts';
import { type BodyEndpoint, supplyValid } from '../servers/valid-bodies.ts';
import type { Fault } from './fault.ts';
import { wrongIdentifierFaults } from './wrong-identifiers.ts';

interface Body {
  endpoint: BodyEndpoint;
  /** a text and a number of the body, if it has any, with what says that they are */
  text: { field: string; breaks: string };
  number?: { field: string; breaks: string };
}

const BODIES: Body[] = [
  {
    endpoint: 'awaiting-payments',
    text: { field: 'fromDate', breaks: 'PAY-31' },
  },
  {
    endpoint: 'request-loan',
    text: { field: 'lastName', breaks: 'LOAN-9' },
    number: { field: 'loanAmount', breaks: 'LOAN-6' },
  },
  {
    endpoint: 'repay-loan',
    text: { field: 'repaymentReference', breaks: 'REP-23' },
    number: { field: 'repaymentAmount', breaks: 'REP-19' },
  },
];

const isList = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && typeof value[0] !== 'object';

/** Values of another type that a careless reader takes, each for one field. */
const CARELESS: {
  what: string;
  how: string;
  type: 'text' | 'number';
  is(value: unknown): boolean;
}[] = [
  { what: 'first-of-list', how: 'the first of a list for the value', type: 'text', is: isList },
  { what: 'first-of-list', how: 'the first of a list for the value', type: 'number', is: isList },
  { what: 'null', how: 'null for a good value', type: 'text', is: (value) => value === null },
  { what: 'null', how: 'null for a good value', type: 'number', is: (value) => value === null },
  { what: 'true', how: 'true for a number', type: 'number', is: (value) => value === true },
];

const careless: Fault[] = BODIES.flatMap(({ endpoint, ...fields }) =>
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
        layers: [supplyValid(endpoint, field, is)],
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
    breaks: 'LOAN-4',
    caughtBy: 'request-loan.refuses.status-other-case',
    how: 'loanApplicationStatusEnum is read in any case.',
    layers: statusRead((status) => status.toUpperCase() === 'REQUESTED'),
  },
  {
    id: 'request-loan.status-trimmed',
    breaks: 'LOAN-70',
    caughtBy: 'request-loan.refuses.status-with-space',
    how: 'Spaces around loanApplicationStatusEnum are cut off.',
    layers: statusRead((status) => status.trim() === 'REQUESTED'),
  },
];

const dates: Fault[] = [
  {
    id: 'request-loan.dateOfBirth.without-zeros-taken',
    breaks: 'LOAN-72',
    caughtBy: 'request-loan.refuses.dateOfBirth-single-digits',
    how: 'A dateOfBirth of the form yyyy-M-d is taken.',
    layers: [
      amendBody('request-loan', (body) => {
        const [, year, month, day] =
          /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(String(body.dateOfBirth)) ?? [];
        if (year !== undefined) {
          body.dateOfBirth = [year, month?.padStart(2, '0'), day?.padStart(2, '0')].join('-');
        }
      }),
    ],
  },
  {
    id: 'request-loan.dateOfBirth.time-behind-taken',
    breaks: 'LOAN-72',
    caughtBy: 'request-loan.refuses.dateOfBirth-with-time',
    how: 'What stands behind the day of a dateOfBirth is cut off.',
    layers: [
      amendBody('request-loan', (body) => {
        const [day] = /^\d{4}-\d\d-\d\d(?=T)/.exec(String(body.dateOfBirth)) ?? [];
        if (day !== undefined) {
          body.dateOfBirth = day;
        }
      }),
    ],
  },
  {
    id: 'repay-loan.paymentDate.list-taken',
    breaks: 'REP-25',
    caughtBy: 'repay-loan.refuses.paymentDate-words',
    how: 'A paymentDate that is a list of dates is taken.',
    layers: [
      amendBody('repay-loan', (body) => {
        if (isList(body.paymentDate)) {
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
      setQuery('update-application', { status: 'false' }, (query) => query.get('status') === 'tru'),
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

/** Fields of which a list is taken for its first entry. */
const LISTS = [
  {
    endpoint: 'login',
    field: 'email',
    breaks: 'LGN-5',
    check: 'login.refuses.email-not-a-string',
    how: 'The first of a list of addresses logs in.',
  },
  {
    endpoint: 'login',
    field: 'currentPassword',
    breaks: 'LGN-6',
    check: 'login.refuses.password-not-a-string',
    how: 'The first of a list of passwords logs in.',
  },
  {
    endpoint: 'refresh',
    field: 'refresh_token',
    breaks: 'RFR-6',
    check: 'refresh.refuses.not-a-string',
    how: 'The first of a list of refresh tokens is taken.',
  },
] as const;

const lists: Fault[] = LISTS.map(({ endpoint, field, breaks, check, how }) => ({
  id: `${endpoint}.${field}.list-taken`,
  breaks,
  caughtBy: check,
  how,
  layers: [
    amendBody(endpoint, (body) => {
      const value = body[field];
      if (Array.isArray(value)) {
        body[field] = value[0];
      }
    }),
  ],
}));

/** Values that are nearly right, each taken in one place (sections 2.3, 4.1, 4.2, 4.5, 4.7 and 4.8). */
export const wrongValueFaults: Fault[] = [
  ...careless,
  ...statuses,
  ...dates,
  ...answers,
  ...passwords,
  ...lists,
  ...wrongIdentifierFaults,
];
