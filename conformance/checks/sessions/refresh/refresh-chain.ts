import type { Check } from '../../../check.ts';
import type { CheckContext, Session } from '../../../check-context.ts';
import { answerOf, expectSuccess, isSuccess, statusOf } from '../../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../../http/exchange.ts';
import { deviate } from '../../../outcome.ts';
import { READING, VALID_CALLS } from '../../valid-call.ts';
import { ofRefresh, refresh } from './refresh.ts';

/** How often a session is refreshed in a row. */
const REFRESHES = 4;

/** Which of them sends its access token as Bearer, where that is taken. */
const BY_BEARER = 3;

/** One refresh of a chain. */
interface Link {
  /** the refresh token that was sent */
  sent: string;
  /** the one that the answer gave; `undefined` where it gave none */
  given: string | undefined;
}

/** A session that was refreshed again and again, each time with its newest tokens. */
interface Chain {
  /** with the newest tokens */
  session: Session;
  links: readonly Link[];
}

/**
 * What the target does with a token is asked where nobody but its holder matters: 401 is about it alone. At
 * another endpoint each time, as far as the customer is served there.
 */
async function tryToken(
  context: CheckContext,
  accessToken: string,
  time: number,
): Promise<Exchange> {
  const asked = READING[time % READING.length] ?? 'fetch-organisation-preference';
  const isServed = await context.passed(`${asked}.succeeds`);
  const endpoint = isServed ? asked : 'fetch-organisation-preference';
  const options = await VALID_CALLS[endpoint].options(context);
  return context.call(endpoint, { ...options, as: { accessToken } });
}

/** What the tokens of a successful refresh are, or what is wrong with it. */
function tokensOf(exchange: Exchange, time: number): { accessToken: string; given?: string } {
  expectSuccess(exchange, `refresh ${time} of ${REFRESHES} in a row`);
  const body = jsonOf(exchange);
  const accessToken = valueAt(body, 'access_token');
  if (typeof accessToken !== 'string' || accessToken === '') {
    deviate(
      `access_token in the answer to refresh ${time} of ${REFRESHES} in a row`,
      'none',
      'RFR-7',
    );
  }
  const given = valueAt(body, 'refresh_token');
  return { accessToken, ...(typeof given === 'string' && given !== '' && { given }) };
}

/**
 * Refreshes a session of the customer again and again. A refresh that gives no refresh token says nothing
 * of the one that was sent, so where that is refused the next time nothing can be told.
 */
function refreshedInARow(context: CheckContext): Promise<Chain> {
  return context.shared('refreshes in a row', async (own) => {
    // Before the session: what it needs may log the customer in, which ends the session of some.
    const isBearer = await own.passed('authentication.bearer.refresh');
    let session = await own.freshSession('customer');
    const links: Link[] = [];
    for (let time = 1; time <= REFRESHES; time += 1) {
      const sent = session.refreshToken ?? '';
      const exchange = await refresh(own, session, undefined, isBearer && time === BY_BEARER);
      const [before] = links.slice(-1);
      if (before && before.given === undefined && !isSuccess(exchange) && links.length === 1) {
        own.inconclusive('A refresh gives no refresh token, and the one before is spent.');
      }
      const { accessToken, given } = tokensOf(exchange, time);
      session = { ...session, accessToken, ...(given !== undefined && { refreshToken: given }) };
      links.push({ sent, given });
      const tried = await tryToken(own, accessToken, time);
      if (statusOf(tried) === 401) {
        deviate(
          `the access token of refresh ${time} of ${REFRESHES} in a row to be accepted`,
          answerOf(tried),
          'RFR-9',
        );
      }
    }
    return { session, links };
  });
}

/**
 * The answers to refresh tokens that themselves came from a refresh and were then replaced by another one,
 * the last of them in a refresh with Bearer; none where the chain does not hold or has no such tokens.
 */
export async function replayedLinks(context: CheckContext): Promise<Exchange[]> {
  if (!(await context.passed(refreshChainCheck.id))) {
    return [];
  }
  return context.shared('replaced refresh tokens of refreshes', async (own) => {
    const { session, links } = await refreshedInARow(own);
    const answers: Exchange[] = [];
    for (const [index, { sent, given }] of links.slice(0, BY_BEARER).entries()) {
      const isReplaced = sent !== links[index - 1]?.sent && given !== undefined && given !== sent;
      if (index > 0 && isReplaced) {
        answers.push(await refresh(own, session, { refresh_token: sent }));
      }
    }
    return answers;
  });
}

/** Sections 4.2 and 5.5: a session is continued for as long as one likes. */
export const refreshChainCheck: Check = {
  ...ofRefresh,
  id: 'refresh.in-a-row',
  title: `refreshes ${REFRESHES} times in a row, each time with the newest tokens`,
  requirements: ['RFR-16'],
  async run(context) {
    await refreshedInARow(context);
  },
};
