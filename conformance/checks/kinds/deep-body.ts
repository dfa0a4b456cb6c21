import type { Check } from '../../check.ts';
import { expectNoServerError } from '../../expectations.ts';
import { unlessDropped } from '../dropped-connection.ts';
import { likeFirst } from '../idempotency/experiments.ts';
import { baseOf } from '../valid-call.ts';

/** Deeper than what reads or writes JSON by recursion comes back from, in a body of some 60 or 100 kB. */
const DEPTH = 15_000;

/** Texts of what would end lists, with a quote inside and without. */
const ENDS = ['"', ''].map((quote) => JSON.stringify(quote + ']'.repeat(DEPTH)));

/**
 * Lists, after texts of what would end them, and objects: who counts brackets without reading JSON, or knows
 * but one of the two, is as deep in the other.
 */
const NESTED = {
  lists: `[${ENDS.join()},${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}]`,
  objects: `${'{"a":'.repeat(DEPTH)}0${'}'.repeat(DEPTH)}`,
};

/**
 * Section 4: bodies are JSON, which RFC 8259 section 9 lets a server limit in depth. Who forgets to is
 * told, and not failed: nobody but an attacker sends such a body.
 */
export const deepBodyCheck: Check = {
  ...baseOf('request-loan'),
  id: 'request-loan.deep-body',
  title: 'answers a field nested thousands deep without 5xx',
  requirements: ['SVC-33'],
  level: 'should',
  cause: 'a deeply nested body is answered with 5xx',
  ownServerErrors: true,
  async run(context) {
    const { body, ...options } = await likeFirst(context, 'request-loan');
    for (const [what, nested] of Object.entries(NESTED)) {
      const rawBody = JSON.stringify(body).replace(/\}$/, `,"note":${nested}}`);
      const exchange = await unlessDropped(context.call('request-loan', { ...options, rawBody }));
      expectNoServerError(exchange, `request-loan with a field of ${what} nested ${DEPTH} deep`);
    }
  },
};
