import type { Check } from '../../../check.ts';
import type { CheckContext } from '../../../check-context.ts';
import { statusOf } from '../../../expectations.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { sessionAfter } from '../../refreshed-session.ts';
import { ofRefresh } from './refresh.ts';

const LISTED_HEADERS = [
  { header: 'Content-Type', requirement: 'RFR-2' },
  { header: 'platform', requirement: 'RFR-4' },
  { header: 'uuid', requirement: 'RFR-5' },
] as const;

type ListedHeader = (typeof LISTED_HEADERS)[number]['header'];

/** One session refreshed without each of the headers, with the tokens that it has by then. */
const answersWithout = (context: CheckContext): Promise<Map<ListedHeader, Exchange>> =>
  context.shared('refreshes without a header', async (own) => {
    let session = await own.freshSession('customer');
    const answers = new Map<ListedHeader, Exchange>();
    for (const { header } of LISTED_HEADERS) {
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
export const refreshHeaderChecks: Check[] = LISTED_HEADERS.map(({ header, requirement }) => ({
  ...ofRefresh,
  id: `refresh.observes.${header.toLowerCase()}`,
  title: `shows what refresh does without ${header}`,
  requirements: [requirement],
  level: 'open',
  async run(context) {
    const exchange = (await answersWithout(context)).get(header);
    if (exchange) {
      context.observe(`status of refresh without ${header}`, statusOf(exchange));
    }
  },
}));
