import { randomUUID } from 'node:crypto';
import type { UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, isSuccess, statusOf } from '../../expectations.ts';
import { type Exchange, isJson } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { noteRoleRefusal } from '../forbidden-body.ts';

const endpoint = 'fetch-organisation-preference' as const;

/** What a role may be refused, as the object of a sentence. */
const PREFERENCE = 'fetching the organisation preference';

const CALLERS: readonly UserName[] = ['manager', 'agent', 'customer', 'cashier'];

/**
 * The user who may fetch the preference, with the answer: the first that succeeds, since which
 * roles may is not said. Deviates where nobody may.
 */
export function preferenceCaller(
  context: CheckContext,
): Promise<{ user: UserName; exchange: Exchange }> {
  return context.shared('organisation preference', async (own) => {
    const answers: string[] = [];
    for (const user of CALLERS.filter((name) => own.target.users[name])) {
      const exchange = await own.call(endpoint, { as: await own.session(user) });
      if (isSuccess(exchange)) {
        return { user, exchange };
      }
      await noteRoleRefusal(own, { user, what: PREFERENCE, exchange });
      answers.push(`${user}: ${answerOf(exchange)}`);
    }
    return deviate(
      'fetching the organisation preference to succeed for a role',
      answers.join('; '),
    );
  });
}

const succeeds: Check = {
  id: 'fetch-organisation-preference.succeeds',
  title: 'answers a user who fetches the organisation preference',
  requirements: ['ORG-1', 'SVC-4', 'AUT-2'],
  level: 'must',
  endpoint,
  users: ['manager'],
  async run(context) {
    await preferenceCaller(context);
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
  after: ['fetch-organisation-preference.succeeds'],
  async run(context) {
    const { user } = await preferenceCaller(context);
    const as = await context.session(user);
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
  after: ['fetch-organisation-preference.succeeds'],
  async run(context) {
    const { exchange } = await preferenceCaller(context);
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
    await noteRoleRefusal(context, { user, what: PREFERENCE, exchange });
    context.observe(`answer of ${endpoint} to ${user}`, answerOf(exchange));
  },
}));

/** Section 5.10: an answer that was kept for one user's device is not for who uses it next. */
const sameDevice: Check = {
  id: 'fetch-organisation-preference.own.same-device',
  title: 'gives nobody the preference of another tenant, whose user had the same device',
  requirements: ['ORG-9'],
  level: 'must',
  endpoint,
  users: ['manager', 'otherManager'],
  after: ['fetch-organisation-preference.succeeds'],
  async run(context) {
    const { user } = await preferenceCaller(context);
    const ask = async (name: UserName, uuid: string) => {
      const exchange = await context.call(endpoint, {
        as: await context.session(name),
        headers: { uuid },
        situation: name,
      });
      return isSuccess(exchange) ? exchange.response?.body : undefined;
    };
    const [device, another] = [randomUUID(), randomUUID()];
    const before = await ask('otherManager', another);
    const ours = await ask(user, device);
    if (before === undefined || ours === undefined || before === ours) {
      context.inconclusive('The users of two tenants are not answered with different texts.');
    }
    const after = await ask('otherManager', device);
    if (after === ours) {
      deviate(
        `another preference for otherManager than for ${user} of another tenant, as before`,
        'the same one, with the uuid that the other had sent',
      );
    }
  },
};

/** Section 4.4. */
export const organisationPreferenceChecks: Check[] = [
  succeeds,
  sameDevice,
  ...withoutListed,
  body,
  ...roles,
];
