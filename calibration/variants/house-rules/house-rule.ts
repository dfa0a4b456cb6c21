import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { type SchemaName, schemas } from '../../../contract/schemas.ts';
import {
  jsonAnswer,
  type Layer,
  type LayerContext,
  type PlainRequest,
  type PlainResponse,
} from '../../servers/exchange-layer.ts';
import { objectOf, pathId, queryOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Axis, Choice } from '../variant.ts';

/** What a rule of a house looks at. */
export interface Asked {
  body: Record<string, unknown>;
  query: URLSearchParams;
  /** by lower-case name */
  headers: PlainRequest['headers'];
  /** the id in the path, empty where the endpoint has none */
  pathId: string;
}

/** What a vendor refuses for reasons of its own, of which the specification says neither yes nor no. */
export interface HouseRule {
  id: string;
  /** what it takes, after "takes" */
  takes: string;
  endpoints: readonly EndpointName[];
  refuses(asked: Asked): boolean;
  /** recommendations that it leaves aside, as globs of check ids */
  warns?: readonly string[];
}

/** Whether a text that is there has not a form. */
export const isOdd = (value: unknown, form: RegExp): boolean =>
  typeof value === 'string' && !form.test(value);

/** Whether a body has a field that the contract gives the endpoint none of. */
export const hasUnknown = (schema: SchemaName, body: Asked['body']): boolean =>
  Object.keys(body).some((name) => !(name in (schemas[schema] as WithProperties).properties));

interface WithProperties {
  properties: object;
}

const NAMES_A_USER: readonly EndpointName[] = ['repay-loan', 'portfolios'];

/** When a rule is looked at: section 7 gives no order. */
const TIMES: readonly {
  id: string;
  how: string;
  isTime(request: PlainRequest, endpoint: EndpointName, context: LayerContext): boolean;
}[] = [
  { id: 'first', how: 'before the token', isTime: () => true },
  {
    id: 'after-token',
    how: 'between token and role',
    isTime: (request, _, context) => callerOf(request, context) !== undefined,
  },
  {
    id: 'after-role',
    how: 'after token, role and user of the path',
    isTime(request, endpoint, context) {
      const caller = callerOf(request, context);
      const isOwn = !NAMES_A_USER.includes(endpoint) || pathId(request) === caller?.id;
      return (
        caller !== undefined && isOwn && !ENDPOINTS[endpoint].refusedRoles.includes(caller.role)
      );
    },
  },
];

const REASON = 'this house does not take that';
const PROBLEM = { type: 'about:blank', title: 'Bad Request', status: 400, detail: REASON };

/** How a rule refuses: the status and most of the body are open. */
const ANSWERS: readonly PlainResponse[] = [
  jsonAnswer(400, { status: 'FAILED', message: REASON }),
  jsonAnswer(422, { errors: [{ code: 'HOUSE-1', text: REASON }] }),
  { ...jsonAnswer(400, PROBLEM), headers: { 'content-type': 'application/problem+json' } },
];

/** A listing that fails says so (section 4.5), whatever else it says. */
function failing({ status, headers, body }: PlainResponse): PlainResponse {
  const said = JSON.stringify({ ...objectOf(body), status: 'FAILED', message: REASON });
  return { status, headers, body: said };
}

function layerOf(rule: HouseRule, time: (typeof TIMES)[number], answer: PlainResponse): Layer {
  return async (request, next, context) => {
    const { endpoint } = context;
    if (!endpoint || !rule.endpoints.includes(endpoint)) {
      return next(request);
    }
    const asked = {
      body: objectOf(request.body) ?? {},
      query: queryOf(request),
      headers: request.headers,
      pathId: pathId(request),
    };
    if (!rule.refuses(asked) || !time.isTime(request, endpoint, context)) {
      return next(request);
    }
    return endpoint === 'awaiting-payments' ? failing(answer) : answer;
  };
}

/**
 * The rules of a house about one thing: each at every time, with the answers in turn, so that each
 * answer meets each time. A server has one of them at most.
 */
export function houseRules(about: string, open: string, rules: readonly HouseRule[]): Axis {
  const choices = rules.flatMap((rule, nth) =>
    TIMES.map((time, index): Choice => {
      const answer = ANSWERS[(nth + index) % ANSWERS.length] as PlainResponse;
      return {
        id: `house-rules.${about}.${rule.id}.${time.id}`,
        how: `takes ${rule.takes}, which it looks at ${time.how}`,
        warns: rule.warns ?? [],
        wrapping: () => ({ layers: [layerOf(rule, time, answer)] }),
      };
    }),
  );
  return { id: `house-rules.${about}`, open: [open, 'section 7: gives no order'], choices };
}
