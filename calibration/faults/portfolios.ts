import {
  becomes,
  edit,
  editBody,
  gone,
  replace,
  withBody,
  withStatus,
} from '../servers/answers.ts';
import { pathParameterOf } from '../servers/endpoint-of.ts';
import { failed, jsonAnswer } from '../servers/exchange-layer.ts';
import { amend, queryOf, supplyHeader, withPathParameter, withQuery } from '../servers/requests.ts';
import {
  callerOf,
  issueFor,
  isUser,
  sendsBearer,
  standardUser,
  withToken,
} from '../servers/tokens.ts';
import type { Fault } from './fault.ts';
import { forbiddenBodyFaults } from './forbidden-bodies.ts';
import { portfolioPagingFaults } from './portfolio-paging.ts';

const endpoint = 'portfolios' as const;

const answers: Fault[] = [
  {
    id: 'portfolios.created-201',
    breaks: 'PTF-3',
    caughtBy: 'portfolios.succeeds',
    how: 'Portfolios are answered with 201 instead of 200.',
    layers: [replace(endpoint, (response) => ({ ...response, status: 201 }))],
  },
  {
    id: 'portfolios.no-list',
    breaks: 'PTF-4',
    caughtBy: 'portfolios.succeeds',
    how: 'The answer has the number of portfolios and not the portfolios.',
    layers: [edit(endpoint, 'data/portfolios', gone)],
  },
  {
    id: 'portfolios.always-empty',
    breaks: 'PTF-4',
    caughtBy: 'portfolios.succeeds',
    how: 'The list of portfolios is always empty.',
    layers: [edit(endpoint, 'data/portfolios', becomes([]))],
  },
  ...['amountInvested', 'totalPayable', 'productName'].map((field) => ({
    id: `portfolios.without-${field}`,
    breaks: 'PTF-1',
    caughtBy: 'portfolios.entry-details',
    how: `Portfolios do not tell their ${field}.`,
    layers: [edit(endpoint, `data/portfolios/*/${field}`, gone)],
  })),
];

/** A mapper of its own for a client that shows little. */
const bareOnIos: Fault = {
  id: 'portfolios.bare-on-ios',
  breaks: 'PTF-1',
  caughtBy: 'portfolios.entry-details-each-time',
  how: 'On IOS another customer is told nothing of a portfolio but its id.',
  layers: [
    edit(
      endpoint,
      'data/portfolios/*',
      (list, at) => {
        const { portfolioId } = list[at] as { portfolioId: string };
        list[at] = { portfolioId };
      },
      withStatus(200, (request, context) => {
        const isOther = isUser('otherCustomer')(request, context);
        return request.headers.platform === 'IOS' && isOther;
      }),
    ),
  ],
};

interface PageAnswer {
  data: { portfolios: object[] };
}

/** What shows on some pages, for some callers or header forms only. */
const situations: Fault[] = [
  {
    id: 'portfolios.bearer.one-more',
    breaks: 'PTF-11',
    caughtBy: 'portfolios.relation.at-most',
    how: 'Asked with Bearer for page 1 with a size of less than ten, it holds one portfolio more.',
    layers: [
      amend(endpoint, (request) => {
        const size = Number(queryOf(request).get('size') ?? 10);
        const page = queryOf(request).get('page') ?? '1';
        return sendsBearer(request) && size < 10 && page === '1'
          ? withQuery(request, { size: String(size + 1) })
          : undefined;
      }),
    ],
    alsoCaughtBy: [
      {
        checks: ['portfolios.relation.*', 'portfolios.size.*'],
        because: 'the portfolio that is one too many is on the next page too',
      },
    ],
  },
  {
    id: 'portfolios.size-3-cut-on-page-1',
    breaks: 'PTF-11',
    caughtBy: 'portfolios.relation.full-pages',
    how: 'With Bearer, a page of size 3 lacks its last portfolio.',
    layers: [
      editBody(endpoint, (body, request) => {
        if (sendsBearer(request) && queryOf(request).get('size') === '3') {
          (body as PageAnswer).data.portfolios.splice(2);
        }
      }),
    ],
  },
  {
    id: 'portfolios.size-3-overlaps',
    breaks: 'PTF-9',
    caughtBy: 'portfolios.relation.disjoint',
    how: 'With Bearer, page 2 of size 3 begins with the last portfolio of page 1.',
    layers: [
      async (request, next, context) => {
        const query = queryOf(request);
        const response = await next(request);
        const isMeant =
          sendsBearer(request) && query.get('page') === '2' && query.get('size') === '3';
        if (context.endpoint !== endpoint || !isMeant || response.status !== 200) {
          return response;
        }
        const before = await next(withQuery(request, { page: '1' }));
        const [body, other] = [response, before].map(
          (answer) => JSON.parse(answer.body) as PageAnswer,
        );
        const last = other?.data.portfolios.at(-1);
        if (last) {
          body?.data.portfolios.splice(0, 1, last);
        }
        return withBody(response, JSON.stringify(body));
      },
    ],
  },
  {
    id: 'portfolios.own-for-nobody',
    breaks: 'PTF-30',
    caughtBy: 'portfolios.lists-none-of-nobody',
    how: 'Under an id that no customer has, the own portfolios are listed.',
    layers: [
      amend(endpoint, (request, context) => {
        const caller = callerOf(request, context);
        const id = new URL(request.path, 'http://request.invalid').pathname.split('/').at(-1) ?? '';
        const isNobody = id.length === 36 && !context.dependencies.store.users.byId(id);
        return caller && isNobody ? withPathParameter(request, caller.id) : undefined;
      }),
    ],
  },
];

/** Section 7: an empty list is an answer about another's data as well. */
const emptyForOthers: Fault = {
  id: 'portfolios.none-of-another-customer-without-any',
  breaks: 'PTF-6',
  caughtBy: 'portfolios.forbids.customer',
  how: 'Under the id of another customer who has no portfolio an empty list is given.',
  layers: [
    replace(
      endpoint,
      jsonAnswer(200, { status: 'SUCCESS', data: { portfolios: [] } }),
      ({ status }, { method, path }, context) => {
        const owner = context.dependencies.store.users.byId(pathParameterOf(method, path) ?? '');
        const isStandard = ['customer', 'otherCustomer'].some(
          (name) => owner?.id === standardUser(context, name as 'customer').id,
        );
        return status === 403 && owner?.role === 'CUSTOMER' && !isStandard;
      },
    ),
  ],
};

const OTHERS = [
  { user: 'otherCustomer', breaks: 'PTF-6' },
  { user: 'customer', owner: 'otherCustomer', breaks: 'PTF-6' },
  { user: 'otherManager', breaks: 'PTF-22' },
] as const;

const isBy = (user: (typeof OTHERS)[number]['user']) => withStatus(403, isUser(user));

const ownership: Fault[] = OTHERS.flatMap(({ user, breaks, ...rest }): Fault[] => [
  {
    id: `portfolios.shown-to.${user}`,
    breaks,
    caughtBy: `portfolios.forbids.${user}`,
    how: `${user} may list the portfolios of another user.`,
    layers: [
      amend(endpoint, (request, context) => {
        const owner = standardUser(context, 'owner' in rest ? rest.owner : 'customer');
        return isUser(user)(request, context) && request.path.includes(owner.id)
          ? withToken(request, issueFor(context, owner.id))
          : undefined;
      }),
    ],
  },
  {
    id: `portfolios.empty-for.${user}`,
    breaks,
    caughtBy: `portfolios.forbids.${user}`,
    how: `${user} gets an empty list instead of 403.`,
    layers: [replace(endpoint, jsonAnswer(200, { data: { portfolios: [] } }), isBy(user))],
  },
  {
    id: `portfolios.hidden-from.${user}`,
    breaks,
    caughtBy: `portfolios.forbids.${user}`,
    how: `${user} gets 404 instead of 403.`,
    layers: [replace(endpoint, failed(404, 'nobody'), isBy(user))],
  },
  ...forbiddenBodyFaults(
    endpoint,
    `portfolios.forbids.${user}`,
    `${user} who asks for portfolios of another`,
    isBy(user),
  ),
]);

const HEADERS = [
  ['platform', 'PTF-15', 'WEB'],
  ['uuid', 'PTF-16', '0d9f8f5e-5f0e-4a53-9d43-3a1f5a4fbe0c'],
  ['x-idempotency-key', 'PTF-17', '4f0f0a5e-43c9-4e6d-9c8e-2d6f0f6d0001'],
] as const;

const lax: Fault[] = [
  ...HEADERS.map(([header, breaks, value]) => ({
    id: `portfolios.header.${header}-not-required`,
    breaks,
    caughtBy: `portfolios.header.${header}-missing`,
    how: `portfolios takes a request without ${header}.`,
    layers: [supplyHeader(endpoint, header, value)],
  })),
  {
    id: 'portfolios.id-of-any-form-accepted',
    breaks: 'PTF-7',
    caughtBy: 'portfolios.refuses.customer-id-not-a-uuid',
    how: 'A customer-id that is no UUID lists the own portfolios.',
    layers: [
      amend(endpoint, (request, context) => {
        const caller = callerOf(request, context);
        return caller && request.path.includes('not-a-uuid')
          ? withPathParameter(request, caller.id)
          : undefined;
      }),
    ],
  },
];

/** Sections 2.6 and 4.9. */
export const portfolioFaults: Fault[] = [
  ...answers,
  ...portfolioPagingFaults,
  ...situations,
  ...ownership,
  emptyForOthers,
  bareOnIos,
  ...lax,
];
