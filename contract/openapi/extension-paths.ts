import { EXTENSION_NAMES, EXTENSIONS, type ExtensionName } from '../extensions/index.ts';
import { TOKEN_ENDPOINT } from '../extensions/server-to-server.ts';

type Json = Record<string, unknown>;

const REFUSALS = {
  401: { description: 'no valid token' },
  403: {
    description: "the role lacks access, or the thing is another user's",
    content: { 'application/json': { schema: { $ref: 'urn:assay:schema:forbidden-error' } } },
  },
  '4XX': {
    description: 'refused: 400 wrong in itself, 404 unknown, 409 not in the state for it',
    content: { 'application/json': { schema: { $ref: 'urn:assay:schema:failed-response' } } },
  },
};

/** The tags of the extensions. */
export const EXTENSION_TAGS = [...new Set(EXTENSION_NAMES.map((name) => EXTENSIONS[name].tag))].map(
  (name) => ({ name, description: 'Extensions of the reference server.' }),
);

/** The extensions of the reference server as paths of an OpenAPI document, each marked as ours. */
export function extensionPaths(): Json {
  const paths: Record<string, Json> = {};
  for (const name of EXTENSION_NAMES) {
    const { path, method } = EXTENSIONS[name];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(name) };
  }
  const { path, method, operation } = TOKEN_ENDPOINT;
  return { ...paths, [path]: { [method.toLowerCase()]: operation } };
}

function operationOf(name: ExtensionName): Json {
  const {
    named,
    tag,
    summary,
    path,
    query = [],
    request,
    response,
    successStatus,
  } = EXTENSIONS[name];
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
  const parameters = query.map(({ name: parameter, required, meaning, schema, example }) => ({
    ...{ name: parameter, in: 'query', required, description: meaning, schema, example },
  }));
  return {
    operationId: name,
    summary,
    description: `An extension of the reference server, for what section ${named} names without showing it.`,
    tags: [tag],
    'x-assay-extension': true,
    security: [{ token: [] }, { bearer: [] }],
    parameters: [...(path.includes('{id}') ? [id] : []), ...parameters],
    ...(request && {
      requestBody: {
        required: !request.optional,
        content: { 'application/json': { schema: request.schema, example: request.example } },
      },
    }),
    responses: {
      [successStatus]: {
        description: 'done',
        content: { 'application/json': { schema: response } },
      },
      ...REFUSALS,
    },
  };
}
