import { pathParameterOf } from '../../servers/endpoint-of.ts';
import type { Layer, LayerContext, PlainRequest } from '../../servers/exchange-layer.ts';
import { withPathParameter } from '../../servers/requests.ts';
import {
  apiTokenRow,
  isApiToken,
  issueFor,
  sentToken,
  standardUser,
  withToken,
} from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

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
    as: (request: PlainRequest, context: LayerContext) =>
      withToken(
        request,
        issueFor(context, pathParameterOf(request.method, request.path) ?? 'nobody'),
      ),
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
}));

const altered: Fault = {
  id: 'api-tokens.end-not-compared',
  breaks: 'AUT-51',
  caughtBy: 'api-tokens.altered',
  how: 'Of an API token the last six characters are not compared.',
  layers: [
    (request, next, context) => {
      const token = sentToken(request)?.token ?? '';
      const seen = (context.memory.get('API tokens seen') as Set<string> | undefined) ?? new Set();
      context.memory.set('API tokens seen', seen);
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

/** Section 5.7: whose an API token is, and that all of it counts. */
export const apiTokenRightFaults: Fault[] = [...unowned, altered];
