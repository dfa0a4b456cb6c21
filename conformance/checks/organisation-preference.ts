import type { Check } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { answerOf, expectSuccess, statusOf } from '../expectations.ts';
import { isJson } from '../http/exchange.ts';

const endpoint = 'fetch-organisation-preference' as const;

/** The preference as a manager fetches it, once for all checks that look at it. */
function preference(context: CheckContext) {
  return context.shared('organisation preference', async (own) =>
    own.call(endpoint, { as: await own.session('manager') }),
  );
}

const succeeds: Check = {
  id: 'fetch-organisation-preference.succeeds',
  title: 'answers a manager who fetches the organisation preference',
  requirements: ['ORG-1', 'SVC-4', 'VER-1', 'AUT-2'],
  level: 'must',
  endpoint,
  users: ['manager'],
  async run(context) {
    expectSuccess(await preference(context), 'fetching the organisation preference');
  },
};

const LISTED_HEADERS = [
  { header: 'Content-Type', requirement: 'ORG-3' },
  { header: 'platform', requirement: 'ORG-4' },
  { header: 'uuid', requirement: 'ORG-5' },
];

const withoutListed: Check[] = LISTED_HEADERS.map(({ header, requirement }) => ({
  id: `fetch-organisation-preference.observes.${header.toLowerCase()}`,
  title: `shows what fetching the preference does without ${header}`,
  requirements: [requirement],
  level: 'open',
  endpoint,
  users: ['manager'],
  async run(context) {
    const as = await context.session('manager');
    const exchange = await context.call(endpoint, { as, headers: { [header]: null } });
    context.observe(`status of ${endpoint} without ${header}`, statusOf(exchange));
  },
}));

const body: Check = {
  id: 'fetch-organisation-preference.observes.body',
  title: 'shows what the organisation preference is answered with',
  requirements: ['ORG-7'],
  level: 'open',
  endpoint,
  users: ['manager'],
  async run(context) {
    const exchange = await preference(context);
    const text = exchange.response?.body ?? '';
    context.observe(
      `body of ${endpoint}`,
      text === '' ? 'empty' : isJson(exchange) ? 'JSON' : 'other text',
    );
  },
};

const roles: Check[] = (['agent', 'cashier', 'customer'] as const).map((user) => ({
  id: `fetch-organisation-preference.observes.role.${user}`,
  title: `shows whether ${user} may fetch the organisation preference`,
  requirements: ['ORG-8'],
  level: 'open',
  endpoint,
  users: [user],
  async run(context) {
    const exchange = await context.call(endpoint, { as: await context.session(user) });
    context.observe(`answer of ${endpoint} to ${user}`, answerOf(exchange));
  },
}));

/** Section 4.4. */
export const organisationPreferenceChecks: Check[] = [succeeds, ...withoutListed, body, ...roles];
