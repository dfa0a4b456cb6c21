import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { withBody } from '../../servers/answers.ts';
import type { Layer, LayerContext, PlainResponse } from '../../servers/exchange-layer.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf, issueFor, sentToken, standardUser, withToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

const ENDPOINT: EndpointName = 'fetch-organisation-preference';

/** A layer around good answers with the preference. */
const onPreference =
  (layer: Layer): Layer =>
  (request, next, context) =>
    context.endpoint === ENDPOINT ? layer(request, next, context) : next(request);

const byManager = (context: LayerContext) => issueFor(context, standardUser(context, 'manager').id);

/** Remembers the tokens that refreshes give. */
const rememberRefreshed: Layer = async (request, next, context) => {
  const response = await next(request);
  if (context.endpoint === 'refresh') {
    context.memory.set(`refreshed ${objectOf(response.body)?.access_token}`, true);
  }
  return response;
};

/** Why a preference of another tenant is seen by more than one check. */
export const EVERY_PREFERENCE = {
  checks: [
    'fetch-organisation-preference.own.everywhere',
    'fetch-organisation-preference.same-everywhere',
  ],
  because: 'they look at every preference that is given',
};

/** Requests by one user after which the answer is another one. */
const OFTEN = 5;

/** Section 4.4, where whose preference it is depends on more than the token. */
export const preferenceFaults: Fault[] = [
  {
    id: 'fetch-organisation-preference.of-the-first-for-everybody',
    breaks: 'ORG-9',
    caughtBy: 'fetch-organisation-preference.own.after-another',
    how: 'Everybody is given the preference that was fetched first.',
    layers: [
      onPreference(async (request, next, context) => {
        const response = await next(request);
        const first = context.memory.get('first preference') as PlainResponse | undefined;
        if (response.status !== 200) {
          return response;
        }
        context.memory.set('first preference', first ?? response);
        return first ?? response;
      }),
    ],
    alsoCaughtBy: [EVERY_PREFERENCE],
  },
  {
    id: 'fetch-organisation-preference.by-the-device-alone',
    breaks: 'ERR-1',
    caughtBy: 'authentication.missing.fetch-organisation-preference',
    how: 'Without a token the preference is given to the device of a session.',
    layers: [
      async (request, next, context) => {
        const slot = `whose device ${request.headers.uuid}`;
        const user = context.memory.get(slot);
        if (context.endpoint === ENDPOINT && !sentToken(request) && user !== undefined) {
          return next(withToken(request, issueFor(context, String(user))));
        }
        const response = await next(request);
        if (context.endpoint === 'login' && response.status === 200) {
          const { user: begun } = JSON.parse(response.body) as { user: { id: string } };
          context.memory.set(slot, begun.id);
        }
        return response;
      },
    ],
  },
  {
    id: 'fetch-organisation-preference.of-the-first-tenant-after-a-refresh',
    breaks: 'ORG-10',
    caughtBy: 'fetch-organisation-preference.own.after-refresh',
    how: 'Whoever has refreshed is given the preference of the tenant that was there first.',
    layers: [
      rememberRefreshed,
      onPreference((request, next, context) => {
        const isRefreshed = context.memory.has(`refreshed ${sentToken(request)?.token}`);
        const isGood = callerOf(request, context) !== undefined;
        return next(isRefreshed && isGood ? withToken(request, byManager(context)) : request);
      }),
    ],
    alsoCaughtBy: [EVERY_PREFERENCE],
  },
  {
    id: 'fetch-organisation-preference.of-the-tenant-before',
    breaks: 'ORG-10',
    caughtBy: 'fetch-organisation-preference.own.everywhere',
    how: 'Who asks right after a user of another tenant is given what that one was given.',
    layers: [
      onPreference(async (request, next, context) => {
        const tenant = callerOf(request, context)?.tenantId;
        const response = await next(request);
        if (tenant === undefined || response.status !== 200) {
          return response;
        }
        const last = context.memory.get('preference before') as
          | { tenant: string; response: PlainResponse }
          | undefined;
        context.memory.set('preference before', { tenant, response });
        return last && last.tenant !== tenant ? last.response : response;
      }),
    ],
    alsoCaughtBy: [
      {
        checks: [
          'fetch-organisation-preference.same-everywhere',
          'fetch-organisation-preference.own.same-device',
        ],
        because: 'users of two tenants ask right after each other for these, too',
      },
    ],
  },
  {
    id: 'fetch-organisation-preference.another-organisation-after-a-while',
    breaks: 'ORG-11',
    caughtBy: 'fetch-organisation-preference.same-everywhere',
    how: `Who asks more than ${OFTEN} times is told another organisation from then on.`,
    layers: [
      onPreference(async (request, next, context) => {
        const caller = callerOf(request, context)?.id;
        const response = await next(request);
        const times = Number(context.memory.get(`asked by ${caller}`) ?? 0) + 1;
        context.memory.set(`asked by ${caller}`, times);
        const body = objectOf(response.body);
        if (times <= OFTEN || response.status !== 200 || !body) {
          return response;
        }
        const data = { ...(body.data as object), tenantId: `branch-of-${caller}` };
        return withBody(response, JSON.stringify({ ...body, data }));
      }),
    ],
  },
  {
    id: 'fetch-organisation-preference.tenant-of-a-header',
    breaks: 'ORG-9',
    caughtBy: 'fetch-organisation-preference.own.claimed-tenant',
    how: 'The preference is that of the tenant that X-Tenant-Id names.',
    layers: [
      onPreference((request, next, context) => {
        const other = standardUser(context, 'otherManager');
        const isMeant =
          request.headers['x-tenant-id'] === other.tenantId &&
          callerOf(request, context) !== undefined;
        return next(isMeant ? withToken(request, issueFor(context, other.id)) : request);
      }),
    ],
    alsoCaughtBy: [EVERY_PREFERENCE],
  },
  {
    id: 'fetch-organisation-preference.401-with-the-preference',
    breaks: 'ERR-23',
    caughtBy: 'fetch-organisation-preference.refusal-holds-nothing',
    how: 'The 401 to a bad token holds the preference.',
    layers: [
      onPreference(async (request, next, context) => {
        const response = await next(request);
        if (response.status !== 401) {
          return response;
        }
        const { data } = objectOf((await next(withToken(request, byManager(context)))).body) ?? {};
        return withBody(response, JSON.stringify({ ...objectOf(response.body), data }));
      }),
    ],
  },
];
