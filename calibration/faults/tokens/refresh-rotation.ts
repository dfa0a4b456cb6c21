import type { User } from '../../../server/store/users.ts';
import { tokenHash } from '../../../server/tokens.ts';
import { edit, gone } from '../../servers/answers.ts';
import type { Layer, LayerContext, PlainRequest } from '../../servers/exchange-layer.ts';
import { amend, objectOf } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { isBearer } from './bearer.ts';

/** Answers with the refresh token that was sent where a refresh is meant. */
const tokenAgain =
  (isMeant: (request: PlainRequest) => boolean): Layer =>
  async (request, next, context) => {
    const response = await next(request);
    const body = objectOf(response.body);
    if (context.endpoint !== 'refresh' || !body?.refresh_token || !isMeant(request)) {
      return response;
    }
    const sent = objectOf(request.body)?.refresh_token;
    return { ...response, body: JSON.stringify({ ...body, refresh_token: sent }) };
  };

/** Lets a refresh token be used again. */
export function unspend(token: unknown, { db }: Pick<LayerContext, 'db'>): void {
  if (typeof token === 'string') {
    db.prepare('UPDATE refresh_tokens SET spent_at = NULL WHERE hash = ?').run(tokenHash(token));
  }
}

/** The same of each that is sent, by some users. */
const usableAgain = (isOf: (caller: User | undefined) => boolean = () => true): Layer =>
  amend('refresh', (request, context) => {
    if (isOf(callerOf(request, context))) {
      unspend(objectOf(request.body)?.refresh_token, context);
    }
    return undefined;
  });

const spent: Fault[] = [
  {
    id: 'refresh.rotation.no-new-token',
    breaks: 'AUT-13',
    caughtBy: 'refresh.rotation.new-token',
    how: 'A refresh answers without a refresh token.',
    layers: [edit('refresh', 'refresh_token', gone)],
  },
  {
    id: 'refresh.rotation.old-token-again',
    breaks: 'AUT-13',
    caughtBy: 'refresh.rotation.new-token',
    how: 'A refresh answers with the refresh token that was sent.',
    layers: [tokenAgain(() => true)],
  },
  {
    id: 'refresh.rotation.spent-token-works',
    breaks: 'AUT-14',
    caughtBy: 'refresh.rotation.spent-token',
    how: 'A refresh token can be used any number of times.',
    layers: [
      usableAgain(),
      // No new one is shown, so that none is replaced.
      edit('refresh', 'refresh_token', gone),
    ],
    alsoCaughtBy: [
      {
        checks: ['refresh.rotation.new-token'],
        because: 'a target that does not spend refresh tokens gives no new ones either',
      },
    ],
  },
  {
    id: 'refresh.rotation.spent-token-works-for-cashiers',
    breaks: 'AUT-14',
    caughtBy: 'refresh.rotation.spent-token',
    how: 'A cashier may use a refresh token any number of times.',
    layers: [usableAgain((caller) => caller?.role === 'CASHIER')],
  },
  {
    id: 'refresh.rotation.old-token-again-by-bearer',
    breaks: 'AUT-13',
    caughtBy: 'refresh.rotation.new-token',
    how: 'A refresh by Bearer answers with the refresh token that was sent.',
    layers: [tokenAgain(isBearer)],
  },
];

/** Gives a new refresh token and lets the one that it replaces work on. */
const replacedWorks: Fault = {
  id: 'refresh.replaced-token-works',
  breaks: 'AUT-29',
  caughtBy: 'refresh.replaced-token',
  how: 'A refresh gives a new refresh token, and the one before it works on.',
  layers: [usableAgain()],
  alsoCaughtBy: [
    {
      checks: ['refresh.rotation.spent-token'],
      because: 'rotation, which is declared, spends the token that was used',
    },
  ],
};

/** Section 5.5: refresh tokens that are given again, or work once they were used. */
export const refreshRotationFaults: Fault[] = [...spent, replacedWorks];
