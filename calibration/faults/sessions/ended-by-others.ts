import { READING } from '../../../conformance/checks/valid-call.ts';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { jsonAnswer, type Layer } from '../../servers/exchange-layer.ts';
import { kept } from '../../servers/memory.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf, claimedUser, sentToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

/** A manager's logout has everybody else turned away, once. */
const byManager = (endpoint: EndpointName): Layer => {
  return async (request, next, context) => {
    const { memory } = context;
    const held = kept(context, 'tokens given', () => new Map<string, string>());
    const caller = callerOf(request, context);
    const token = sentToken(request)?.token;
    if (context.endpoint === endpoint && memory.delete(`ended ${token}`)) {
      return jsonAnswer(401, { message: 'signed out' });
    }
    const response = await next(request);
    const given = objectOf(response.body)?.access_token;
    const user = typeof given === 'string' ? claimedUser(given, context) : undefined;
    if (typeof given === 'string' && user) {
      held.set(given, user.id);
    }
    if (context.endpoint === 'logout' && caller?.role === 'MANAGER') {
      for (const [other, id] of held) {
        if (id !== caller.id) {
          memory.set(`ended ${other}`, true);
        }
      }
    }
    return response;
  };
};

const afterManagers: Fault[] = [...READING, 'logout' as const].map((endpoint) => ({
  id: `${endpoint}.turned-away-after-managers`,
  breaks: 'AUT-34',
  caughtBy: `${endpoint}.token-lives-on`,
  how: `After a logout of a manager everybody else is turned away once on ${endpoint}.`,
  layers: [byManager(endpoint)],
  alsoCaughtBy: [
    {
      checks: ['*'],
      because: 'A request that is refused with 401 shows nothing of what else it is about.',
    },
  ],
}));

/** What a token says is read to end its session before its signature is looked at. */
const revokesForged: Fault = {
  id: 'logout.forged-and-revoked',
  breaks: 'LGO-11',
  caughtBy: 'logout.refused-token-ends-nothing',
  how: 'A logout with a changed signature is refused, once the token that it was made of is revoked.',
  layers: [
    async (request, next, context) => {
      const ended = kept(context, 'ended by forgery', () => new Set<string>());
      const [head, payload, signature = ''] = (sentToken(request)?.token ?? '').split('.');
      const signed = `${head}.${payload}`;
      if (ended.has(signed)) {
        return jsonAnswer(401, { message: 'signed out' });
      }
      const response = await next(request);
      if (context.endpoint === 'logout' && response.status === 401 && signature !== '') {
        ended.add(signed);
      }
      return response;
    },
  ],
};

/** Sections 4.3 and 5.5: a token works for its hour, whatever other users do, or who has one like it. */
export const endedByOthersFaults: Fault[] = [...afterManagers, revokesForged];
