import { matchesGlob } from 'node:path';

/**
 * Ids that checks had in earlier versions, with the id of today. An id is never given to another
 * check, so that files of known failures and selections of pipelines go on to mean what they meant.
 */
export const FORMER_IDS: readonly { was: string; is: string }[] = [
  { was: 'awaiting-payments.failure.status.*', is: 'awaiting-payments.failure.status' },
  { was: 'awaiting-payments.failure.message.*', is: 'awaiting-payments.failure.message' },
  { was: 'awaiting-payments.observes.page-negative', is: 'awaiting-payments.observes.page-0' },
  {
    was: 'awaiting-payments.observes.page-fraction',
    is: 'awaiting-payments.observes.size-fraction',
  },
  ...['fetch-organisation-preference', 'awaiting-payments', 'portfolios'].map((endpoint) => ({
    was: `${endpoint}.header-names`,
    is: 'service.header-names',
  })),
  ...['login', 'awaiting-payments', 'request-loan'].map((endpoint) => ({
    was: `${endpoint}.content-type-charset`,
    is: 'service.content-type-charset',
  })),
  { was: 'portfolios.observes.page-negative', is: 'portfolios.observes.page-0' },
  { was: 'portfolios.observes.page-fraction', is: 'portfolios.observes.size-fraction' },
];

/** The id of today for one of an earlier version; any other id, or pattern of ids, as it is. */
export function presentId(id: string): string {
  return FORMER_IDS.find(({ was }) => matchesGlob(id, was))?.is ?? id;
}
