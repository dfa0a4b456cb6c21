import { randomUUID } from 'node:crypto';
import type { UserName } from '../../../target/target.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, isSuccess } from '../../expectations.ts';
import { bodyKind, type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { claimsOfIdentity } from '../claims-of-identity.ts';
import { noteRoleRefusal } from '../forbidden-body.ts';
import { withoutListedHeaders } from '../kinds/listed-headers.ts';
import { organisationsIn, tellingApart } from './organisation.ts';

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
    return deviate(`${PREFERENCE} to succeed for a role`, answers.join('; '));
  });
}

const succeeds: Check = {
  id: 'fetch-organisation-preference.succeeds',
  title: 'answers a user who fetches the organisation preference',
  requirements: ['ORG-1', 'SVC-4', 'AUT-2'],
  level: 'must',
  inOtherForms: true,
  endpoint,
  users: ['manager'],
  async run(context) {
    await preferenceCaller(context);
  },
};

const withoutListed = withoutListedHeaders({
  endpoint,
  users: ['manager'],
  after: ['fetch-organisation-preference.succeeds'],
  subject: 'fetching the preference',
  async send(context, header) {
    const { user } = await preferenceCaller(context);
    const as = await context.session(user);
    return context.call(endpoint, { as, headers: { [header]: null } });
  },
});

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
    context.observe(`body of ${endpoint}`, bodyKind(exchange));
  },
};

/** What a user is answered who fetches the preference, once a run. */
export function preferenceOf(context: CheckContext, user: UserName): Promise<Exchange> {
  return context.shared(`organisation preference for ${user}`, async (own) =>
    own.call(endpoint, { as: await own.session(user) }),
  );
}

const roles: Check[] = (['agent', 'cashier', 'customer'] as const).map((user) => ({
  id: `fetch-organisation-preference.observes.role.${user}`,
  title: `shows whether ${user} may fetch the organisation preference`,
  requirements: ['ORG-8'],
  level: 'open',
  endpoint,
  users: [user],
  async run(context) {
    const exchange = await preferenceOf(context, user);
    await noteRoleRefusal(context, { user, what: PREFERENCE, exchange });
    context.observe(`answer of ${endpoint} to ${user}`, answerOf(exchange));
  },
}));

const ANSWERED_ALIKE = 'The users of two tenants are not answered with different preferences.';

/** What users of two tenants are answered, each on a device of its own, where that differs. */
function ofTwoTenants(context: CheckContext) {
  return context.shared('preferences of two tenants', async (own) => {
    const { user } = await preferenceCaller(own);
    const device = randomUUID();
    const theirs = await preferenceOfOther(own);
    const ours = await ask(own, user, { uuid: device });
    const tell = tellingApart(ours, theirs);
    if (!isSuccess(theirs) || !isSuccess(ours) || !tell) {
      return own.inconclusive(ANSWERED_ALIKE);
    }
    return { user, device, tell, ours: tell(ours), theirs: tell(theirs) };
  });
}

async function ask(context: CheckContext, user: UserName, headers: Record<string, string>) {
  const as = await context.session(user);
  return context.call(endpoint, { as, headers, situation: user });
}

const ofOneTenant = {
  requirements: ['ORG-9'],
  level: 'must',
  endpoint,
  users: ['manager', 'otherManager'],
  after: ['fetch-organisation-preference.succeeds'],
} satisfies Partial<Check>;

/** Section 5.10: an answer that was kept for one user's device is not for who uses it next. */
const sameDevice: Check = {
  ...ofOneTenant,
  id: 'fetch-organisation-preference.own.same-device',
  title: 'gives nobody the preference of another tenant, whose user had the same device',
  async run(context) {
    const { user, device, tell, ours } = await ofTwoTenants(context);
    const after = await ask(context, 'otherManager', { uuid: device });
    if (isSuccess(after) && tell(after) === ours) {
      deviate(
        `another preference for otherManager than for ${user} of another tenant, as before`,
        'the same one, with the uuid that the other had sent',
      );
    }
  },
};

/** Section 5.10: what was kept of the first answer of the run is not for users of other tenants. */
const afterAnother: Check = {
  ...ofOneTenant,
  id: 'fetch-organisation-preference.own.after-another',
  title: 'gives nobody a preference that names the tenant of who fetched it before',
  async run(context) {
    const { user, exchange } = await preferenceCaller(context);
    const given = [
      { who: user, exchange, own: (await context.session(user)).tenantId },
      {
        who: 'otherManager',
        exchange: await preferenceOfOther(context),
        own: (await context.session('otherManager')).tenantId,
      },
    ];
    const tenants = given.map(({ own }) => own);
    if (new Set(tenants).size < tenants.length || !given.every((one) => isSuccess(one.exchange))) {
      context.inconclusive('The users of two tenants are not both answered.');
    }
    const namedIn = (one: Exchange) => organisationsIn(one).map(([, organisation]) => organisation);
    if (!given.some((one) => namedIn(one.exchange).some((name) => tenants.includes(name)))) {
      context.inconclusive('No preference names the tenant of a user.');
    }
    for (const { who, own, exchange: one } of given) {
      const named = namedIn(one);
      const other = tenants.find((tenant) => tenant !== own && named.includes(tenant ?? ''));
      if (other !== undefined && own !== undefined && !named.includes(own)) {
        deviate(
          `the preference of the own tenant (${own}) for ${who}`,
          `one that names ${other}, the tenant of the other user`,
        );
      }
    }
  },
};

/** What otherManager is answered on a device of their own, once per run. */
const preferenceOfOther = (context: CheckContext): Promise<Exchange> =>
  context.shared('preference of another tenant', (own) =>
    ask(own, 'otherManager', { uuid: randomUUID() }),
  );

/** Section 5.2: who asks is told by the token, and by no header that anybody may write. */
const claimedTenant: Check = {
  ...ofOneTenant,
  id: 'fetch-organisation-preference.own.claimed-tenant',
  title: 'gives nobody the preference of another tenant that a header names',
  async run(context) {
    const { user, tell, theirs } = await ofTwoTenants(context);
    const claims = claimsOfIdentity(context, await context.session('otherManager'));
    const exchange = await ask(context, user, claims);
    // A gateway may refuse such a request in any way.
    if (isSuccess(exchange) && tell(exchange) === theirs) {
      deviate(
        `the preference of the own tenant for ${user}`,
        `that of otherManager, whom ${Object.keys(claims).join(', ')} name`,
      );
    }
  },
};

/** Sections 1 and 4.2: a refreshed session is of its tenant still, and so is who asks right after another. */
const afterRefresh: Check = {
  ...ofOneTenant,
  id: 'fetch-organisation-preference.own.after-refresh',
  title: 'gives a user of another tenant the own preference after a refresh, too',
  requirements: ['ORG-10'],
  phase: 'sessions',
  after: [...ofOneTenant.after, 'refresh.succeeds'],
  async run(context) {
    const { user } = await preferenceCaller(context);
    const { baseUrl } = context.target.users.otherManager ?? {};
    const at = baseUrl === undefined ? {} : { baseUrl };
    const session = await context.freshSession('otherManager');
    const askAgain = (as: { accessToken: string }) => context.call(endpoint, { as, ...at });
    const before = await askAgain(session);
    const refreshed = await context.call('refresh', {
      as: session,
      body: { refresh_token: session.refreshToken },
    });
    const accessToken = valueAt(jsonOf(refreshed), 'access_token');
    if (!isSuccess(before) || typeof accessToken !== 'string') {
      return context.inconclusive(
        'A user of another tenant is not answered before and after a refresh.',
      );
    }
    const after = await askAgain({ accessToken });
    const ours = await context.call(endpoint, { as: await context.session(user) });
    const again = await askAgain({ accessToken });
    const tell = tellingApart(ours, before);
    if (!isSuccess(ours) || !tell) {
      return context.inconclusive(ANSWERED_ALIKE);
    }
    for (const [exchange, when] of [
      [after, 'after a refresh'],
      [again, `right after ${user} of another tenant`],
    ] as const) {
      if (isSuccess(exchange) && tell(exchange) === tell(ours)) {
        deviate(`the preference of the own tenant for otherManager ${when}`, `that of ${user}`);
      }
    }
  },
};

/** Section 4.4. */
export const organisationPreferenceChecks: Check[] = [
  succeeds,
  sameDevice,
  claimedTenant,
  afterAnother,
  afterRefresh,
  ...withoutListed,
  body,
  ...roles,
];
