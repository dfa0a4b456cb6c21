import type { Check } from '../../check.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { expectForbidden, expectUnauthorised } from '../../expectations.ts';
import { deviate } from '../../outcome.ts';
import { forbiddenBodyProblem } from '../forbidden-body.ts';
import { BAD_TOKENS } from '../tokens/authentication.ts';
import { baseOf, VALID_CALLS } from '../valid-call.ts';

const endpoint = 'request-loan' as const;
const TWIN = 'request-loan.lending-host';
const { states, options } = VALID_CALLS[endpoint];
const base = { ...baseOf(endpoint), capability: 'requestLoanOnLendingHost', after: [TWIN] };

/** The valid request on the lending host, with another token. */
const askThere = async (context: CheckContext, as: CallOptions['as']) =>
  context.call(endpoint, { ...(await options(context)), as, host: 'lending' });

const tokens: Check[] = BAD_TOKENS.map((bad) => ({
  ...base,
  id: `${TWIN}.refuses.${bad.form}`,
  title: `answers 401 to ${bad.what} on the lending host`,
  requirements: ['LOAN-45'],
  cause: `${bad.what} is not answered with 401`,
  async run(context) {
    const accessToken = bad.token(await context.session('customer'));
    const exchange = await askThere(context, accessToken === null ? null : { accessToken });
    expectUnauthorised(exchange, `${bad.what} on the lending host`);
  },
}));

const expired: Check = {
  ...base,
  id: `${TWIN}.refuses.expired`,
  title: 'answers 401 to an expired token on the lending host',
  requirements: ['LOAN-45'],
  states: [...states, 'expired-token'],
  cause: 'an expired token is not answered with 401',
  async run(context) {
    const { token } = await context.state('expired-token');
    const exchange = await askThere(context, { accessToken: token });
    expectUnauthorised(exchange, 'an expired token on the lending host');
  },
};

const roles: Check[] = (['manager', 'cashier'] as const).map((user) => ({
  ...base,
  id: `${TWIN}.forbids.${user}`,
  title: `answers a ${user} with 403 and its body on the lending host`,
  requirements: ['LOAN-46'],
  users: [user, 'customer'],
  async run(context) {
    const what = `a request for a loan by a ${user} on the lending host`;
    const exchange = await askThere(context, await context.session(user));
    expectForbidden(exchange, what);
    const problem = forbiddenBodyProblem(exchange, user);
    if (problem) {
      deviate(`error, message and role in the 403 for ${what}`, problem);
    }
  },
}));

/** Section 4.6 where the lending host is declared: sections 5 and 7 hold there too. */
export const lendingHostChecks: Check[] = [...tokens, expired, ...roles];
