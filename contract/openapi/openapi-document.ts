import { ENDPOINT_NAMES } from '../endpoint-names.ts';
import { ENDPOINTS, type Endpoint, type HostName } from '../endpoints.ts';
import { type SchemaName, schemas } from '../schemas.ts';
import { extensionPaths } from './extension-paths.ts';

type Json = Record<string, unknown>;

/** The OpenAPI versions that `openApiDocument` writes. */
export type OpenApiVersion = '3.0' | '3.1';

/**
 * An OpenAPI document of the endpoints and their bodies, for checkers and clients that read one.
 * It says less than the register: no roles, owners, states or effects.
 *
 * A failure may be told in the body of any status (section 7), so the answers whose failures have a
 * body allow both bodies. 3.0 gives no meaning to the body of a GET; it is written all the same.
 *
 * @param servers the URL of each host, without a trailing slash
 * @param extensions whether those of the reference server are in it, too
 */
export function openApiDocument(
  servers: Readonly<Record<HostName, string>>,
  version: OpenApiVersion = '3.1',
  extensions: 'without extensions' | 'with extensions' = 'without extensions',
): Json {
  const paths = Object.fromEntries(
    ENDPOINT_NAMES.map((name) => {
      const { host, method, path } = ENDPOINTS[name];
      const operation = operationOf(ENDPOINTS[name]);
      return [path, { servers: [{ url: servers[host] }], [method.toLowerCase()]: operation }];
    }),
  );
  const document = {
    openapi: version === '3.1' ? '3.1.0' : '3.0.3',
    info: { title: 'Money-Transfer and Lending Platform API', version: '6.0.0' },
    servers: [{ url: servers.base }],
    paths: { ...paths, ...(extensions === 'with extensions' && extensionPaths()) },
    components: {
      schemas: schemas as Json,
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'X-Auth-Token' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  };
  return JSON.parse(JSON.stringify(document), (key, value) => adapt(key, value, version));
}

function operationOf(endpoint: Endpoint): Json {
  const { name, summary, requestSchema, successStatus, needsToken } = endpoint;
  return {
    operationId: name,
    summary: `${summary} (section ${endpoint.section})`,
    security: needsToken ? [{ token: [] }, { bearer: [] }] : [],
    parameters: parametersOf(endpoint),
    ...(requestSchema && { requestBody: { required: true, content: contentOf(requestSchema) } }),
    responses: {
      [successStatus ?? '2XX']: answerOf(endpoint),
      ...(needsToken && {
        401: { description: 'no valid token' },
        403: {
          description: "the role lacks access, or the data are another user's",
          content: contentOf('forbidden-error'),
        },
      }),
      '4XX': { description: 'refused' },
    },
  };
}

/** The token is a security scheme and Content-Type belongs to the body, so neither is listed. */
function parametersOf({ headers, pathParameters, query }: Endpoint): Json[] {
  return [
    ...pathParameters.map(({ name, format, meaning }) => ({
      name,
      in: 'path',
      required: true,
      description: meaning,
      schema: { type: 'string', format },
    })),
    ...query.map(({ name, type, required, default: standard, meaning }) => ({
      name,
      in: 'query',
      required,
      description: meaning,
      schema: { type, ...(standard !== undefined && { default: standard }) },
    })),
    ...headers
      .filter(({ name }) => name !== 'X-Auth-Token' && name !== 'Content-Type')
      .map(({ name, required, meaning, example }) => ({
        name,
        in: 'header',
        required: required === 'must',
        description: meaning,
        schema: { type: 'string' },
        example,
      })),
  ];
}

/** The bodies that an answer with the status of success may have. */
function answerOf({ name, responseSchema }: Endpoint): Json {
  if (responseSchema === null) {
    return { description: 'done; the body is not shown' };
  }
  const failures: Partial<Record<string, SchemaName>> = {
    'awaiting-payments': 'failed-response',
    'repay-loan': 'repayment-failed-response',
  };
  const failure = failures[name];
  return {
    description: failure === undefined ? 'done' : 'done, or a failure told in the body',
    content: failure === undefined ? contentOf(responseSchema) : contentOf(responseSchema, failure),
  };
}

function contentOf(...names: SchemaName[]): Json {
  const bodies = names.map((name) => ({ $ref: `urn:assay:schema:${name}` }));
  return { 'application/json': { schema: bodies.length === 1 ? bodies[0] : { anyOf: bodies } } };
}

/** A reviver that makes references local and, for 3.0, writes what it lacks in its own words. */
function adapt(key: string, value: unknown, version: OpenApiVersion): unknown {
  if (key === '$schema' || key === '$id') {
    return undefined;
  }
  if (key === '$ref' && typeof value === 'string') {
    return value.replace('urn:assay:schema:', '#/components/schemas/');
  }
  if (version === '3.1' || value === null || typeof value !== 'object') {
    return value;
  }
  const { const: only, exclusiveMinimum, type, ...rest } = value as Json;
  if (Array.isArray(value)) {
    return value;
  }
  return {
    ...(Array.isArray(type) ? { type: type[0], nullable: true } : type !== undefined && { type }),
    ...rest,
    ...(only !== undefined && { enum: [only] }),
    ...(typeof exclusiveMinimum === 'number' && {
      minimum: exclusiveMinimum,
      exclusiveMinimum: true,
    }),
  };
}
