import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { Check } from '../../check.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { answerOf, expectNoServerError, isRejection, isSuccess } from '../../expectations.ts';
import { deviate } from '../../outcome.ts';
import { likeFirst } from '../idempotency/experiments.ts';
import { patientLogin } from '../sessions/login.ts';
import { baseOf, VALID_CALLS } from '../valid-call.ts';

/** What many clients send with every JSON. */
const WITH_CHARSET = { 'Content-Type': 'application/json; charset=utf-8' };

interface Tried extends Partial<Check> {
  endpoint: EndpointName;
  /** a request that should succeed */
  options(context: CheckContext): Promise<CallOptions>;
}

const TRIED: Tried[] = [
  {
    endpoint: 'login',
    users: ['customer'],
    phase: 'sessions',
    after: ['login.customer'],
    options: async (context) => patientLogin(context, 'customer'),
  },
  { ...baseOf('awaiting-payments'), options: VALID_CALLS['awaiting-payments'].options },
  // The refusals need the shared entry as it is.
  { ...baseOf('request-loan'), options: (context) => likeFirst(context, 'request-loan') },
];

/** RFC 8259 section 11: a charset has no effect on who reads JSON (section 4: bodies are JSON). */
export const charsetChecks: Check[] = TRIED.map(({ endpoint, options, ...rest }) => ({
  ...rest,
  id: `${endpoint}.content-type-charset`,
  title: `takes ${endpoint} whose Content-Type names a charset`,
  requirements: ['SVC-32'],
  level: 'should',
  endpoint,
  cause: 'application/json with a charset is refused',
  async run(context) {
    const what = `${endpoint} with Content-Type: ${WITH_CHARSET['Content-Type']}`;
    const exchange = await context.call(endpoint, {
      ...(await options(context)),
      headers: WITH_CHARSET,
    });
    expectNoServerError(exchange, what);
    if (!isRejection(exchange)) {
      return;
    }
    // One login too many or a second open application may be refused, whatever its form.
    const plain = await context.call(endpoint, await options(context));
    if (!isSuccess(plain)) {
      context.inconclusive('The same request without a charset is refused as well.');
    }
    deviate(`${what} to be taken, as one without a charset is`, answerOf(exchange));
  },
}));
