import type { StateName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { expectUnauthorised } from '../../expectations.ts';
import { VALID_CALLS } from '../valid-call.ts';
import { CALLS, callWith, ofApiToken } from './api-tokens.ts';
import { tamperedTail } from './forged-tokens.ts';

const REFUSED: { state: StateName & `${string}-api-token`; requirement: string; what: string }[] = [
  { state: 'expired-api-token', requirement: 'AUT-16', what: 'an expired API token' },
  { state: 'revoked-api-token', requirement: 'AUT-17', what: 'a revoked API token' },
];

const refused: Check[] = REFUSED.flatMap(({ state, requirement, what }) =>
  CALLS.map((call) => ({
    ...ofApiToken,
    id: `api-tokens.${state.replace('-api-token', '')}.${call.endpoint}`,
    // They are of one user: what varies beside them is tried with the tokens of sessions.
    refusal: {
      name: `api-tokens.${state.replace('-api-token', '')}.${call.endpoint}`,
      ...{ ownToken: true as const, once: true as const, least: 1 },
      ...(state === 'expired-api-token' && { expired: true as const }),
    },
    title: `answers ${what} with 401 on ${call.endpoint}`,
    requirements: [requirement],
    endpoint: call.endpoint,
    users: call.users,
    states: [...call.states, state],
    after: [`api-tokens.accepted.${call.endpoint}`],
    cause: `${what} is not answered with 401`,
    async run(context: CheckContext) {
      const { token } = await context.state(state);
      expectUnauthorised(await callWith(context, call, token), what);
      // In situations the header form is one of what varies.
      if (!context.plain) {
        const asBearer = await callWith(context, call, token, true);
        expectUnauthorised(asBearer, `${what} sent as Bearer`);
      }
    },
  })),
);

/** As an access token's signature, all of an API token is what opens; no form is shown for it. */
const altered: Check = {
  ...ofApiToken,
  id: 'api-tokens.altered',
  title: 'answers an API token with other last characters with 401',
  requirements: ['AUT-51'],
  states: ['api-token', 'awaiting-payments'],
  after: ['api-tokens.accepted.awaiting-payments'],
  async run(context) {
    const { token } = await context.state('api-token');
    const exchange = await context.call('awaiting-payments', {
      ...(await VALID_CALLS['awaiting-payments'].options(context)),
      as: { accessToken: tamperedTail(token) },
    });
    expectUnauthorised(exchange, 'an API token whose end was changed');
  },
};

/** What logout says to a dead token ends nobody's session, whoever made the token. */
const refusedByLogout: Check[] = REFUSED.map(({ state, requirement, what }) => ({
  id: `api-tokens.${state.replace('-api-token', '')}.logout`,
  title: `answers ${what} with 401 on logout`,
  requirements: [requirement],
  level: 'must',
  endpoint: 'logout',
  states: [state],
  capability: 'apiTokens',
  after: ['api-tokens.work', 'logout.succeeds'],
  phase: 'sessions',
  cause: `${what} is not answered with 401`,
  async run(context) {
    const { token } = await context.state(state);
    const bearer = await context.passed('authentication.bearer.logout');
    for (const [index, form] of [{}, bearer ? { bearer } : {}, {}].entries()) {
      const exchange = await context.call('logout', {
        as: { accessToken: token },
        body: {},
        ...form,
        situation: `time ${index + 1}`,
      });
      expectUnauthorised(exchange, what);
    }
  },
}));

/** Section 5.7: API tokens that are past their time, revoked or changed, on every endpoint. */
export const deadApiTokenChecks: Check[] = [altered, ...refused, ...refusedByLogout];
