import { editBody } from '../../../servers/answers.ts';
import { jsonAnswer, type LayerContext } from '../../../servers/exchange-layer.ts';
import { objectOf } from '../../../servers/requests.ts';
import { callerOf } from '../../../servers/tokens.ts';
import { statusOf } from '../../../strangers/proofs/calls.ts';
import type { Answer } from '../../../strangers/proofs/client.ts';
import { givenTokens } from '../../facts.ts';
import { type Rule, sameStatus } from '../../rule.ts';
import type { Visit } from '../../visit.ts';

/** Uses the token that a call gave, where the preference is fetched. */
async function using({ client, send }: Visit): Promise<Answer> {
  const { body } = await send();
  const status = await statusOf(client, String(body?.access_token));
  return { status, headers: {}, body: {} };
}

/** Ends the session of an access token in the database. */
function end(token: string, { db, dependencies }: LayerContext): void {
  const claims = dependencies.tokens.read(token, 'accept');
  db.prepare('UPDATE sessions SET ended_at = ? WHERE id = ?').run(Date.now(), claims?.sid ?? '');
}

const bothGive: Rule[] = (['login', 'refresh'] as const).flatMap((endpoint): Rule[] => [
  {
    id: `${endpoint}.token-of-no-use`,
    way: 'token-of-no-use',
    endpoint,
    breaks: endpoint === 'login' ? ['AUT-2', 'AUT-11'] : ['RFR-9'],
    how: 'the access token that is given is not accepted anywhere',
    layer: editBody(endpoint, (body, _request, context) => {
      end((body as { access_token: string }).access_token, context);
    }),
    exchange: using,
    kept: sameStatus,
  },
]);

/** The session of another user ends, though only he himself may end it sooner. */
const endings: Rule[] = (['login', 'refresh', 'logout'] as const).map((endpoint) => ({
  id: `${endpoint}.ends-the-session-of-somebody-else`,
  way: 'ends-the-session-of-somebody-else',
  endpoint,
  breaks: ['AUT-34'],
  how: 'the session that another user began last is ended',
  layer: async (request, next, context) => {
    const body = objectOf(request.body);
    const id =
      callerOf(request, context)?.id ??
      context.dependencies.store.users.byEmail(String(body?.email))?.id;
    const victim = givenTokens(context).findLast(({ userId }) => userId !== id);
    const response = await next(request);
    if (response.status === 200 && victim !== undefined) {
      end(victim.token, context);
    }
    return response;
  },
  async exchange({ client, plan, send }) {
    const name = plan.caller === 'otherCustomer' ? 'customer' : 'otherCustomer';
    const { token } = await client.login(name);
    await send();
    return { status: await statusOf(client, token), headers: {}, body: {} };
  },
  kept: sameStatus,
  without: ['at-once'],
}));

const logouts: Rule[] = [
  {
    id: 'logout.token-lives-on',
    way: 'token-lives-on',
    endpoint: 'logout',
    breaks: ['LGO-5', 'AUT-12'],
    how: 'a logout is answered with success and ends nothing',
    layer: (request, next, context) =>
      callerOf(request, context) === undefined
        ? next(request)
        : Promise.resolve(jsonAnswer(200, { status: 'SUCCESS' })),
    async exchange({ client, session, send }) {
      await send();
      return { status: await statusOf(client, session.token), headers: {}, body: {} };
    },
    kept: sameStatus,
  },
];

/** Sessions that end too soon or too late (sections 5.5 and 5.6). */
export const ENDING_RULES: readonly Rule[] = [...bothGive, ...endings, ...logouts];
