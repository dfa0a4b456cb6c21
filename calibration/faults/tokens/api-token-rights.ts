import { editBody, successful } from '../../servers/answers.ts';
import { pathParameterOf } from '../../servers/endpoint-of.ts';
import type { Layer, LayerContext, PlainRequest } from '../../servers/exchange-layer.ts';
import { kept } from '../../servers/memory.ts';
import { amend, objectOf, withPathParameter } from '../../servers/requests.ts';
import {
  apiTokenRow,
  isApiToken,
  issueFor,
  sendsApiToken,
  sentToken,
  standardUser,
  withToken,
} from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

/** Who is named in the path, as who asks, where that is somebody. */
function byOwner(request: PlainRequest, context: LayerContext): PlainRequest {
  const id = pathParameterOf(request.method, request.path) ?? '';
  const owner = context.dependencies.store.users.byId(id);
  return owner ? withToken(request, issueFor(context, owner.id)) : request;
}

/** An API token for which nobody looks at whose things are asked for. */
const unowned: Fault[] = [
  {
    endpoint: 'awaiting-payments' as const,
    how: 'lists the payments of the whole organisation',
    as: (request: PlainRequest, context: LayerContext) =>
      withToken(request, issueFor(context, standardUser(context, 'manager').id)),
  },
  {
    endpoint: 'update-application' as const,
    how: "answers another customer's offer",
    as: (request: PlainRequest, context: LayerContext) =>
      withToken(request, issueFor(context, standardUser(context, 'otherCustomer').id)),
  },
  {
    endpoint: 'repay-loan' as const,
    how: 'repays at the path of another user',
    as: (request: PlainRequest, context: LayerContext) =>
      withPathParameter(request, standardUser(context, 'customer').id),
  },
  {
    endpoint: 'portfolios' as const,
    how: "lists another customer's portfolios",
    as: (request: PlainRequest, context: LayerContext) => byOwner(request, context),
  },
].map(({ endpoint, how, as }) => ({
  id: `api-tokens.without-owner.${endpoint}`,
  breaks: 'AUT-52',
  caughtBy: `api-tokens.keeps.${endpoint}`,
  how: `An API token ${how}.`,
  layers: [
    (request, next, context) => {
      const row = apiTokenRow(sentToken(request)?.token ?? '', context);
      const isGood = row !== undefined && !row.expired && !row.revoked;
      return next(context.endpoint === endpoint && isGood ? as(request, context) : request);
    },
  ] satisfies Layer[],
  alsoCaughtBy: [
    {
      checks: [`${endpoint}.{forbids,refuses,refusal-changes-nothing}.*`],
      because: 'what is refused is tried with an API token there, too',
    },
  ],
}));

interface PageAnswer {
  data: { awaitingPayments: unknown[] };
}

const ownFirst: Fault = {
  id: 'api-tokens.own-payments-before-others',
  breaks: 'AUT-52',
  caughtBy: 'api-tokens.keeps.awaiting-payments',
  how: 'Behind the own payments an API token lists those of the organisation.',
  layers: [
    async (request, next, context) => {
      const row = apiTokenRow(sentToken(request)?.token ?? '', context);
      const response = await next(request);
      const isGood = context.endpoint === 'awaiting-payments' && row && response.status === 200;
      const own = isGood ? (JSON.parse(response.body) as PageAnswer) : undefined;
      if (!own || own.data.awaitingPayments.length >= 20) {
        return response;
      }
      return next(withToken(request, issueFor(context, standardUser(context, 'manager').id)));
    },
  ],
};

const searchOfAll: Fault = {
  id: 'api-tokens.search-among-all',
  breaks: 'AUT-52',
  caughtBy: 'api-tokens.keeps.awaiting-payments',
  how: 'A search with an API token looks through the payments of the organisation.',
  layers: [
    amend('awaiting-payments', (request, context) =>
      apiTokenRow(sentToken(request)?.token ?? '', context) &&
      objectOf(request.body)?.searchablePaymentReference
        ? withToken(request, issueFor(context, standardUser(context, 'manager').id))
        : undefined,
    ),
  ],
};

const altered: Fault = {
  id: 'api-tokens.end-not-compared',
  breaks: 'AUT-51',
  caughtBy: 'api-tokens.altered',
  how: 'Of an API token the last six characters are not compared.',
  layers: [
    (request, next, context) => {
      const token = sentToken(request)?.token ?? '';
      const seen = kept(context, 'API tokens seen', () => new Set<string>());
      if (!isApiToken(token)) {
        return next(request);
      }
      if (apiTokenRow(token, context)) {
        seen.add(token);
        return next(request);
      }
      const meant = [...seen].find((each) => token.startsWith(each.slice(0, -6)));
      return next(meant === undefined ? request : withToken(request, meant));
    },
  ],
};

/** A listing with an API token that is told from another one. */
const listing = (
  id: string,
  how: string,
  change: (entry: Record<string, unknown>, index: number) => boolean,
): Fault => ({
  id: `api-tokens.portfolios-${id}`,
  breaks: 'PTF-32',
  caughtBy: 'portfolios.api-token-entries',
  how,
  layers: [
    editBody(
      'portfolios',
      (body) => editEntries(body, change),
      (response, request, context) =>
        successful(response, request, context) && sendsApiToken(request),
    ),
  ],
});

/** Changes the entries of the list in an answer, and keeps those for which `change` is true. */
function editEntries(
  body: unknown,
  change: (entry: Record<string, unknown>, index: number) => boolean,
): unknown {
  if (Array.isArray(body)) {
    return body.filter((entry, index) => change(entry as Record<string, unknown>, index));
  }
  return Object.fromEntries(
    Object.entries(body as object).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? editEntries(value, change) : value,
    ]),
  );
}

const listings: Fault[] = [
  listing(
    'without-a-field',
    'An API token is told of portfolios without what they come to.',
    (entry) => {
      const [name] = Object.keys(entry).filter((each) => /payable/i.test(each));
      delete entry[name ?? ''];
      return true;
    },
  ),
  listing(
    'fewer',
    'An API token lists no more than the first three portfolios.',
    (_, index) => index < 3,
  ),
  listing('rounded', 'An API token is told amounts in whole hundreds.', (entry) => {
    for (const [name, value] of Object.entries(entry)) {
      entry[name] = typeof value === 'number' ? Math.floor(value / 100) * 100 : value;
    }
    return true;
  }),
];

/** Section 5.7: whose an API token is, and that all of it counts. */
export const apiTokenRightFaults: Fault[] = [
  ...unowned,
  ownFirst,
  searchOfAll,
  altered,
  ...listings,
];
