import type { Endpoint } from '../../../contract/endpoints.ts';
import { type SchemaName, schemas } from '../../../contract/schemas.ts';
import { isObject } from '../../expectations.ts';
import { deviate } from '../../outcome.ts';
import { schemaProblem } from '../../schema-validator.ts';
import { type ClientRule, headerOf, rulesOf } from './client-rule.ts';

/** The body where the specification shows one, or says that there is none. */
export function bodyRules(endpoint: Endpoint): ClientRule[] {
  const { name, requestSchema, headers, section } = endpoint;
  if (requestSchema === null) {
    return name === 'update-application' ? noBody(endpoint) : [];
  }
  const shown = rulesOf(endpoint, [
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
          deviate(`a body as section ${section} shows it`, problem);
        }
        return true;
      },
    },
  ]);
  // Section 4.3 lists no Content-Type for logout, though 5.3 wants one with every body.
  const listsType = headers.some((header) => header.name === 'Content-Type');
  return listsType ? [...shown, ...contentType(endpoint)] : shown;
}

/** Section 4.8: no body. */
function noBody(endpoint: Endpoint): ClientRule[] {
  return rulesOf(endpoint, [
    {
      id: `client.${endpoint.name}.body`,
      title: `sends no body with ${endpoint.name}`,
      judge({ text }) {
        if (text !== undefined) {
          deviate('no body', `${text.length} characters`);
        }
        return true;
      },
    },
  ]);
}

/** Section 5.3: JSON is named as such. */
function contentType(endpoint: Endpoint): ClientRule[] {
  return rulesOf(endpoint, [
    {
      id: `client.${endpoint.name}.content-type`,
      title: `names application/json as the Content-Type of ${endpoint.name}`,
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
