import { ANSWER_KEY_HEADER, JOSE } from '../extensions/server-to-server.ts';

type Json = Record<string, unknown>;

interface Body {
  content?: Record<string, Json>;
}

interface Operation {
  parameters: Json[];
  requestBody?: Body;
  responses: Record<string, Body>;
}

/** A JWE in its compact form, shortened. */
const COMPACT = {
  schema: { type: 'string' },
  example: 'eyJhbGciOiJFQ0RILUVTK0EyNTZLVyIsImVuYyI6IkEyNTZHQ00ifQ.a2V5.aXY.dGV4dA.dGFn',
  'x-assay-extension': true,
};

// Without an example: a page that tries requests out would send it, and get an answer it cannot read.
const PARAMETER = {
  name: ANSWER_KEY_HEADER,
  in: 'header',
  required: false,
  description:
    'An extension of the reference server: a public key on P-256, as a JWK in base64url, for which the answer is encrypted.',
  schema: { type: 'string' },
  'x-assay-extension': true,
};

/**
 * What the reference server adds to the nine endpoints, for what section 5.8 names without showing
 * it: bodies may be encrypted, and answers are where the caller asks for it.
 *
 * @param operation that of one of the nine endpoints, which is changed
 */
export function addPayloadEncryption({ parameters, requestBody, responses }: Operation): void {
  parameters.push(PARAMETER);
  for (const { content } of [requestBody ?? {}, ...Object.values(responses)]) {
    if (content !== undefined) {
      content[JOSE] = COMPACT;
    }
  }
}
