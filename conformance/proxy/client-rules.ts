import { isIP } from 'node:net';
import { ENDPOINT_NAMES } from '../../contract/endpoint-names.ts';
import { ENDPOINTS, type Endpoint } from '../../contract/endpoints.ts';
import { type SchemaName, schemas } from '../../contract/schemas.ts';
import { textOf } from '../checks/entry-text.ts';
import { isObject } from '../expectations.ts';
import { valueAt } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import { schemaProblem } from '../schema-validator.ts';
import type { ClientRule, ToldRequest } from './client-rule.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An ISO 8601 date, or date and time in either format, with or without an offset. */
const ISO_8601 =
  /^\d{4}-?\d{2}-?\d{2}(T\d{2}(:?\d{2}(:?\d{2}([.,]\d+)?)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/;

type Drafted = Omit<ClientRule, 'endpoint' | 'section' | 'level'> &
  Partial<Pick<ClientRule, 'section' | 'level'>>;

/** Rules of an endpoint: musts of its own section unless they say otherwise. */
const rulesOf = ({ name, section }: Endpoint, drafts: Drafted[]): ClientRule[] =>
  drafts.map((draft) => ({ section, level: 'must', endpoint: name, ...draft }));

const headerOf = ({ exchange }: ToldRequest, name: string) =>
  exchange.request.headers[name.toLowerCase()]?.trim();

/** The headers that the section lists; where it does not call them required, their absence is open. */
function headerRules(endpoint: Endpoint): ClientRule[] {
  const names = endpoint.headers.filter(({ name }) => name !== 'Content-Type');
  return rulesOf(
    endpoint,
    names.map(({ name, required }) => ({
      id: `client.${endpoint.name}.header.${name.toLowerCase()}`,
      title: `sends ${name} with every ${endpoint.name}`,
      level: required,
      judge(told) {
        const isToken = name === 'X-Auth-Token';
        const value = isToken ? told.token : headerOf(told, name);
        if (value === undefined || value === '') {
          const either = isToken ? ' or Authorization: Bearer' : '';
          deviate(`the header ${name}${either}`, value === undefined ? 'none' : 'an empty one');
        }
        return true;
      },
    })),
  );
}

/** What the values of headers have to be, where the specification says it. */
const FORMS: Record<string, { form: string; fits(value: string): boolean }> = {
  'x-fapi-auth-date': { form: 'an ISO 8601 time', fits: (value) => ISO_8601.test(value) },
  'x-fapi-customer-ip-address': { form: 'an IP address', fits: (value) => isIP(value) !== 0 },
};

function formRules(endpoint: Endpoint): ClientRule[] {
  const formed = endpoint.headers.flatMap(({ name, required }) => {
    const rule = FORMS[name];
    return rule ? [{ name, required, ...rule }] : [];
  });
  return rulesOf(
    endpoint,
    formed.map(({ name, required, form, fits }) => ({
      id: `client.${endpoint.name}.form.${name}`,
      title: `sends ${form} as ${name}`,
      level: required === 'must' ? 'must' : 'should',
      judge(told) {
        const value = headerOf(told, name);
        if (value === undefined || value === '') {
          return false;
        }
        if (!fits(value)) {
          deviate(`${form} as ${name}`, textOf(value));
        }
        return true;
      },
    })),
  );
}

function pathRules(endpoint: Endpoint): ClientRule[] {
  return rulesOf(
    endpoint,
    endpoint.pathParameters.map(({ name }) => ({
      id: `client.${endpoint.name}.path.${name}`,
      title: `sends a UUID as ${name}`,
      judge({ asked }) {
        const value = asked.path[name] ?? '';
        if (!UUID.test(value)) {
          deviate(`a UUID as ${name}`, textOf(value));
        }
        return true;
      },
    })),
  );
}

function queryRules(endpoint: Endpoint): ClientRule[] {
  return rulesOf(
    endpoint,
    endpoint.query.map(({ name, type, required }) => ({
      id: `client.${endpoint.name}.query.${name}`,
      title: `sends ${name} as a ${type}${required ? ' with every request' : ', if at all'}`,
      judge({ asked }) {
        const value = asked.query[name];
        if (value === undefined && !required) {
          return false;
        }
        const fits =
          type === 'number' ? typeof value === 'number' : value === 'true' || value === 'false';
        if (!fits) {
          deviate(`${name} to be a ${type}`, value === undefined ? 'none' : textOf(value));
        }
        return true;
      },
    })),
  );
}

/** The body where the specification shows one, or says that there is none. */
function bodyRules(endpoint: Endpoint): ClientRule[] {
  const { name, requestSchema } = endpoint;
  if (requestSchema === null) {
    return name === 'update-application'
      ? rulesOf(endpoint, [
          {
            id: `client.${name}.body`,
            title: 'sends no body with update-application',
            judge({ text }) {
              if (text !== undefined) {
                deviate('no body', `${text.length} characters`);
              }
              return true;
            },
          },
        ])
      : [];
  }
  return rulesOf(endpoint, [
    {
      id: `client.${name}.body`,
      title: `sends ${name} with the body that the specification shows`,
      judge({ text, json }) {
        if (text === undefined) {
          deviate('a JSON body', 'none');
        }
        if (json === undefined) {
          deviate('a JSON body', 'what is no JSON');
        }
        const problem = schemaProblem(requestSchema, withoutOpen(requestSchema, json));
        if (problem !== undefined) {
          deviate(`a body as section ${endpoint.section} shows it`, problem);
        }
        return true;
      },
    },
    {
      id: `client.${name}.content-type`,
      title: `names application/json as the Content-Type of ${name}`,
      section: '5.3',
      level: 'should',
      judge(told) {
        const type = headerOf(told, 'content-type');
        if (told.text === undefined) {
          return false;
        }
        if (type === undefined || !/^application\/json\s*(;|$)/i.test(type)) {
          deviate('Content-Type: application/json', type ?? 'none');
        }
        return true;
      },
    },
  ]);
}

/**
 * A body without what the specification leaves open: null on an optional field, and an empty text
 * where no format is given, both of which a strict implementation may refuse.
 */
function withoutOpen(name: SchemaName, body: unknown): unknown {
  if (!isObject(body)) {
    return body;
  }
  const { required = [], properties = {} } = schemas[name] as {
    required?: string[];
    properties?: Record<string, { minLength?: number }>;
  };
  const kept = Object.entries(body)
    .filter(([field, value]) => value !== null || required.includes(field))
    .map(([field, value]) => [
      field,
      value === '' && properties[field]?.minLength !== undefined ? 'empty' : value,
    ]);
  return Object.fromEntries(kept);
}

/** Whose data is asked for: section 4.7 demands the caller's own. */
const ownRepayment: ClientRule[] = [
  { what: 'user-id', sentBy: ({ asked }: ToldRequest) => asked.path['user-id'] },
  { what: 'customerId', sentBy: ({ json }: ToldRequest) => valueAt(json, 'customerId') },
].flatMap(({ what, sentBy }) =>
  rulesOf(ENDPOINTS['repay-loan'], [
    {
      id: `client.repay-loan.own.${what}`,
      title: `repays with its own ${what}`,
      judge(told) {
        const own = told.holder?.userId;
        const value = sentBy(told);
        if (own === undefined || typeof value !== 'string') {
          return false;
        }
        if (value.toLowerCase() !== own.toLowerCase()) {
          deviate(`${what} to be the user.id that the login told`, textOf(value));
        }
        return true;
      },
    },
  ]),
);

/** Section 4.5: a cashier may not list. */
const callerRoles = rulesOf(ENDPOINTS['awaiting-payments'], [
  {
    id: 'client.awaiting-payments.role',
    title: 'does not list awaiting payments as a cashier',
    judge({ holder }) {
      if (holder?.role === undefined) {
        return false;
      }
      if (holder.role === 'CASHIER') {
        deviate('another role than CASHIER', 'CASHIER');
      }
      return true;
    },
  },
]);

/** Section 8: pages of portfolios start at 1 and have at most 50 entries, as recommended. */
const portfolioPages = rulesOf(ENDPOINTS.portfolios, [
  {
    id: 'client.portfolios.page-from-1',
    title: 'counts pages of portfolios from 1',
    judge({ asked }) {
      const { page } = asked.query;
      if (typeof page === 'number' && page < 1) {
        deviate('a page from 1 on', String(page));
      }
      return typeof page === 'number';
    },
  },
  {
    id: 'client.portfolios.size-at-most-50',
    title: 'asks for at most 50 portfolios a page',
    section: '8',
    level: 'should',
    judge({ asked }) {
      const { size } = asked.query;
      if (typeof size === 'number' && size > 50) {
        deviate('a size of at most 50', String(size));
      }
      return typeof size === 'number';
    },
  },
]);

/** Section 4.6: a key is unique per request; only the same request may come under it again. */
const KEYED = ['request-loan', 'repay-loan', 'update-application'] as const;
const keys = KEYED.flatMap((name) =>
  rulesOf(ENDPOINTS[name], [
    {
      id: `client.${name}.key-reused`,
      title: 'sends another request under another x-idempotency-key',
      judge(told) {
        const key = headerOf(told, 'x-idempotency-key');
        if (key === undefined || key === '') {
          return false;
        }
        if (told.otherUnderKey !== undefined) {
          deviate('a key of its own for this request', `the key of ${told.otherUnderKey}`);
        }
        return true;
      },
    },
  ]),
);

/** Section 7: what follows a 401 is a refresh or a login. */
const afterRefusal = ENDPOINT_NAMES.filter(
  (name) => ENDPOINTS[name].needsToken && name !== 'refresh',
).flatMap((name) =>
  rulesOf(ENDPOINTS[name], [
    {
      id: `client.${name}.token-after-401`,
      title: 'gets a new token after a 401 before it asks again',
      section: '7',
      level: 'should',
      judge({ token, refusedToken }) {
        if (token === undefined || token === '') {
          return false;
        }
        if (refusedToken) {
          deviate('a token that was not refused', 'one that was answered with 401 before');
        }
        return true;
      },
    },
  ]),
);

/** Everything that the specification says of requests, in its order of endpoints. */
export const CLIENT_RULES: readonly ClientRule[] = [
  ...ENDPOINT_NAMES.map((name) => ENDPOINTS[name]).flatMap((endpoint) => [
    ...headerRules(endpoint),
    ...formRules(endpoint),
    ...pathRules(endpoint),
    ...queryRules(endpoint),
    ...bodyRules(endpoint),
  ]),
  ...callerRoles,
  ...ownRepayment,
  ...portfolioPages,
  ...keys,
  ...afterRefusal,
];
