import { Ajv2020 } from 'ajv/dist/2020.js';
import { ENDPOINTS, type Endpoint } from '../../contract/endpoints.ts';
import { schemaId, schemas } from '../../contract/schemas.ts';

const ajv = new Ajv2020({ schemas: Object.values(schemas) });

/** Status codes that the specification or CHOICES.md names; 2xx beside them. */
const REFUSALS = new Set([400, 401, 403, 404, 405, 408, 409, 413, 417, 422, 429, 431]);

/** What came back to a request. */
export interface Received {
  status: number;
  type: string;
  text: string;
}

const PATTERNS = Object.values(ENDPOINTS).map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replaceAll(/\{[a-z-]+\}/g, '[^/]+')}(\\?|$)`),
}));

/** The documentation page and its parts, by their paths. */
const PAGE: Readonly<Record<string, RegExp>> = {
  '/docs': /^text\/html\b/,
  '/docs/swagger-ui.css': /^text\/css\b/,
  '/docs/swagger-ui-bundle.js': /^text\/javascript\b/,
};

/** The endpoint of section 4 that a request belongs to, if any. */
function endpointOf(method: string, path: string): Endpoint | undefined {
  return PATTERNS.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path))
    ?.endpoint;
}

/**
 * What is wrong with an answer's shape, or null: a success is as section 4 shows it, or says
 * SUCCESS where it shows nothing, or is the OpenAPI document or a part of its page; a refusal says FAILED with a message, a 403 what section 7 adds.
 */
export function wrongShape(method: string, path: string, received: Received): string | null {
  const { status, type, text } = received;
  const [place = ''] = path.split('?');
  if (status === 200 && PAGE[place]?.test(type)) {
    return text === '' ? 'it is empty' : null;
  }
  if (!/^application\/json\b/.test(type)) {
    return `it is ${type || 'of no type'}`;
  }
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text);
  } catch {
    return 'it is no JSON';
  }
  if (status >= 200 && status < 300) {
    const schema = endpointOf(method, path)?.responseSchema;
    if (schema) {
      const valid = ajv.validate(schemaId(schema), body);
      return valid ? null : `it is no ${schema}: ${ajv.errorsText()}`;
    }
    if (/^\/openapi(-3\.0)?\.json(\?|$)/.test(path)) {
      return typeof body.openapi === 'string' ? null : 'it is no OpenAPI document';
    }
    return body.status === 'SUCCESS' ? null : 'it does not say SUCCESS';
  }
  if (!REFUSALS.has(status)) {
    return `${status} is none of the documented codes`;
  }
  if (body.status !== 'FAILED' || typeof body.message !== 'string') {
    return 'it does not say FAILED with a message';
  }
  if (status === 403 && !ajv.validate(schemaId('forbidden-error'), body)) {
    return `it is no forbidden-error: ${ajv.errorsText()}`;
  }
  return null;
}
