import { isIP } from 'node:net';
import { ENDPOINT_NAMES } from '../../../contract/endpoint-names.ts';
import { ENDPOINTS, type Endpoint } from '../../../contract/endpoints.ts';
import { isUuid } from '../../../contract/values/uuid.ts';
import { textOf } from '../../checks/entry-text.ts';
import { deviate } from '../../outcome.ts';
import { bodyRules } from './body-rules.ts';
import { type ClientRule, headerOf, rulesOf } from './client-rule.ts';
import { CONDUCT_RULES } from './conduct-rules.ts';

/** An ISO 8601 date, or date and time in either format, with or without an offset. */
const ISO_8601 =
  /^\d{4}-?\d{2}-?\d{2}(T\d{2}(:?\d{2}(:?\d{2}([.,]\d+)?)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/;

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
        if (!isUuid(value)) {
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

/** Everything that the specification says of requests, in its order of endpoints. */
export const CLIENT_RULES: readonly ClientRule[] = [
  ...ENDPOINT_NAMES.map((name) => ENDPOINTS[name]).flatMap((endpoint) => [
    ...headerRules(endpoint),
    ...formRules(endpoint),
    ...pathRules(endpoint),
    ...queryRules(endpoint),
    ...bodyRules(endpoint),
  ]),
  ...CONDUCT_RULES,
];
