import type { Check } from '../../../check.ts';
import type { CheckContext } from '../../../check-context.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { sessionAfter } from '../../../http/refreshed-session.ts';
import { listedHeaders, withoutListedHeaders } from '../../kinds/listed-headers.ts';
import { ofRefresh } from './refresh.ts';

/** One session refreshed without each of the headers, with the tokens that it has by then. */
const answersWithout = (context: CheckContext): Promise<Map<string, Exchange>> =>
  context.shared('refreshes without a header', async (own) => {
    let session = await own.freshSession('customer');
    const answers = new Map<string, Exchange>();
    for (const { header } of listedHeaders('refresh', 'open')) {
      const exchange = await own.call('refresh', {
        as: session,
        body: { refresh_token: session.refreshToken },
        headers: { [header]: null },
      });
      answers.set(header, exchange);
      session = sessionAfter(session, exchange) ?? session;
    }
    return answers;
  });

/** Section 4.2 lists these headers and does not say that they are required. */
export const refreshHeaderChecks: Check[] = withoutListedHeaders({
  ...ofRefresh,
  after: [],
  send: async (context, header) => (await answersWithout(context)).get(header),
});
