import type { EndpointName } from '../../contract/endpoint-names.ts';
import { editBody, intercept } from '../servers/answers.ts';
import { jsonAnswer, type Layer, type PlainRequest } from '../servers/exchange-layer.ts';
import { amend, objectOf, queryOf, withQuery } from '../servers/requests.ts';
import type { ListAnswer } from './awaiting-payments/listing-situations.ts';
import type { Fault } from './fault.ts';

interface LoginAnswer {
  user: Record<string, unknown>;
}

/** Changes what a login tells of the user, from the user's second login on. */
const fromSecondLogin = (change: (user: Record<string, unknown>) => void): Layer =>
  editBody('login', (body, request, { memory }) => {
    const key = `logins of ${String(objectOf(request.body)?.email)}`;
    const count = Number(memory.get(key) ?? 0) + 1;
    memory.set(key, count);
    if (count > 1) {
      change((body as LoginAnswer).user);
    }
  });

const laterLogins: Fault[] = [
  {
    id: 'session.role.other-at-second-login',
    breaks: 'SVC-6',
    caughtBy: 'session.user.role-of-user',
    how: 'From the second login on a customer is told to be an agent.',
    layers: [
      fromSecondLogin((user) => {
        if (user.role === 'CUSTOMER') {
          user.role = 'AGENT';
        }
      }),
    ],
  },
  {
    id: 'session.id.other-at-second-login',
    breaks: 'SES-20',
    caughtBy: 'session.user.same-user',
    how: 'From the second login on user.id is another one.',
    layers: [
      fromSecondLogin((user) => {
        user.id = `${String(user.id).slice(0, -4)}0000`;
      }),
    ],
  },
];

const laterPages: Fault[] = [
  {
    id: 'awaiting-payments.ios-gets-one-more',
    breaks: 'PAY-27',
    caughtBy: 'awaiting-payments.size.at-most',
    how: 'On IOS a page of a size holds one payment more.',
    layers: [
      amend('awaiting-payments', (request) => {
        const size = queryOf(request).get('size');
        return request.headers.platform === 'IOS' && size !== null
          ? withQuery(request, { size: String(Number(size) + 1) })
          : undefined;
      }),
    ],
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.relation.*'],
        because: 'pages of another size overlap and are cut elsewhere',
      },
    ],
  },
  {
    id: 'awaiting-payments.page-2-holds-one-more',
    breaks: 'PAY-27',
    caughtBy: 'awaiting-payments.relation.full-pages',
    how: 'From page 2 on a page holds one payment more than size says, the last of the page before.',
    layers: [
      async (request, next, { endpoint }) => {
        const page = Number(queryOf(request).get('page') ?? 1);
        const response = await next(request);
        if (endpoint !== 'awaiting-payments' || response.status !== 200 || page < 2) {
          return response;
        }
        const before = await next(withQuery(request, { page: String(page - 1) }));
        const [body, other] = [response, before].map(({ body: text }) => objectOf(text));
        const last = (other as unknown as ListAnswer).data.awaitingPayments.at(-1);
        const list = (body as unknown as ListAnswer).data.awaitingPayments;
        if (last !== undefined && list.length > 0) {
          list.unshift(last);
        }
        return { ...response, body: JSON.stringify(body) };
      },
    ],
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.size.*', 'awaiting-payments.page.*'],
        because: 'pages overlap by the payment that is one too many',
      },
    ],
  },
  {
    id: 'awaiting-payments.first-payment-twice',
    breaks: 'PAY-28',
    caughtBy: 'awaiting-payments.page.once',
    how: 'On later pages the first payment stands in the place of the last one too.',
    layers: [
      editBody('awaiting-payments', (body, request) => {
        const list = (body as ListAnswer).data.awaitingPayments;
        const [first] = list;
        if (Number(queryOf(request).get('page')) > 1 && first && list.length > 2) {
          list[list.length - 1] = first;
        }
      }),
    ],
    alsoCaughtBy: [
      {
        checks: ['awaiting-payments.*'],
        because: 'the payment that stood there before is listed nowhere',
      },
    ],
  },
];

const notAList: Fault = {
  id: 'awaiting-payments.nothing-found-is-null',
  breaks: 'PAY-49',
  caughtBy: 'awaiting-payments.list',
  how: 'Where nothing matches, data.awaitingPayments of the SUCCESS is null.',
  layers: [
    editBody('awaiting-payments', (body) => {
      const { data } = body as { data: { awaitingPayments: unknown[] | null } };
      if (data.awaitingPayments?.length === 0) {
        data.awaitingPayments = null;
      }
    }),
  ],
};

const foreign: Fault = {
  id: 'awaiting-payments.foreign-payment-on-later-pages',
  breaks: 'PAY-52',
  caughtBy: 'awaiting-payments.own.everywhere',
  how: 'On later pages a customer is also shown the payment that another customer was shown last.',
  layers: [
    editBody('awaiting-payments', (body, request, { memory }) => {
      const list = (body as ListAnswer).data.awaitingPayments;
      const token = request.headers['x-auth-token'] ?? '';
      const [last] = list;
      const shown = (memory.get('shown') ?? new Map()) as Map<string, Record<string, unknown>>;
      const other = [...shown].find(([holder]) => holder !== token)?.[1];
      if (last && !shown.has(token)) {
        shown.set(token, last);
      }
      memory.set('shown', shown);
      if (Number(queryOf(request).get('page')) > 1 && other && list.length > 0) {
        list[list.length - 1] = other;
      }
    }),
  ],
  alsoCaughtBy: [
    { checks: ['awaiting-payments.*'], because: 'a foreign payment stands in the place of an own' },
  ],
};

const otherValues: Fault = {
  id: 'awaiting-payments.amount-doubled-as-bearer',
  breaks: 'PAY-91',
  caughtBy: 'awaiting-payments.entry.same-everywhere',
  how: 'Asked with Bearer a payment has twice the amount that it else has.',
  layers: [
    editBody('awaiting-payments', (body, { headers }) => {
      const { awaitingPayments } = (body as { data: { awaitingPayments: Payment[] } }).data;
      for (const payment of headers.authorization === undefined ? [] : awaitingPayments) {
        payment.requestedBankTransferAmount *= 2;
      }
    }),
  ],
};

interface Payment {
  requestedBankTransferAmount: number;
}

const answeredToAll: Fault = {
  id: 'update-application.answered-offer-shown-to-all',
  breaks: 'APP-36',
  caughtBy: 'update-application.own.everywhere',
  how: 'Once its customer has answered an offer, another one who tries is given the application.',
  layers: [
    async (request, next, context) => {
      const response = await next(request);
      const slot = `answer to ${request.path.split('?')[0]}`;
      if (context.endpoint !== 'update-application') {
        return response;
      }
      if (response.status === 200) {
        context.memory.set(slot, response);
      }
      const answered = context.memory.get(slot) as typeof response | undefined;
      return response.status === 403 && answered ? answered : response;
    },
  ],
  alsoCaughtBy: [
    {
      checks: ['sequences.offers', 'update-application.forbids.*', 'refresh.keeps.*'],
      because: 'another customer is not refused, which they try too',
    },
  ],
};

/** A request of each endpoint whose answer is open, and which breaks the server. */
const BREAKING: { endpoint: EndpointName; when: string; is: (request: PlainRequest) => boolean }[] =
  [
    { endpoint: 'login', when: 'without uuid', is: ({ headers }) => !headers.uuid },
    { endpoint: 'refresh', when: 'without platform', is: ({ headers }) => !headers.platform },
    { endpoint: 'logout', when: 'without uuid', is: ({ headers }) => !headers.uuid },
    {
      endpoint: 'fetch-organisation-preference',
      when: 'without platform',
      is: ({ headers }) => !headers.platform,
    },
    {
      endpoint: 'awaiting-payments',
      when: 'with a page that is no number',
      is: (request) => queryOf(request).get('page') === 'abc',
    },
    {
      endpoint: 'request-loan',
      when: 'with loanAmount 0',
      is: ({ body }) => objectOf(body)?.loanAmount === 0,
    },
    {
      endpoint: 'repay-loan',
      when: 'without Content-Type',
      is: ({ headers }) => !headers['content-type'],
    },
    {
      endpoint: 'update-application',
      when: 'with status=no',
      is: (request) => queryOf(request).get('status') === 'no',
    },
    {
      endpoint: 'portfolios',
      when: 'with a size that is no number',
      is: (request) => queryOf(request).get('size') === 'abc',
    },
  ];

const broken: Fault[] = BREAKING.map(({ endpoint, when, is }) => ({
  id: `${endpoint}.breaks-on-an-odd-request`,
  breaks: 'SVC-17',
  caughtBy: 'service.no-server-error',
  how: `${endpoint} ${when} is answered with 500.`,
  layers: [intercept(endpoint, jsonAnswer(500, { message: 'internal error' }), is)],
  ...(endpoint === 'update-application' && {
    alsoCaughtBy: [
      {
        checks: ['update-application.refuses.status-not-boolean'],
        because: 'a 5xx is no refusal of the value either',
      },
    ],
  }),
}));

/** What shows on some exchanges only, and on none that a check of its own asks for. */
export const everyExchangeFaults: Fault[] = [
  ...laterLogins,
  ...laterPages,
  notAList,
  foreign,
  otherValues,
  answeredToAll,
  ...broken,
];
