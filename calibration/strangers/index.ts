import { KEY_FAULTS } from './keys.ts';
import { LISTING_FILTER_FAULTS } from './listing-filters.ts';
import { LISTING_PAGE_FAULTS } from './listing-pages.ts';
import { LOGIN_FAULTS } from './logins.ts';
import { LOGOUT_FAULTS } from './logouts.ts';
import { OFFER_FAULTS } from './offers.ts';
import { PORTFOLIO_FAULTS } from './portfolios.ts';
import { REFRESH_FAULTS } from './refreshes.ts';
import { REPAYMENT_FAULTS } from './repayments.ts';
import { REQUEST_FAULTS } from './requests.ts';
import type { SituationalFault } from './situational-fault.ts';
import { TOKEN_FAULTS } from './tokens.ts';

/** Every situational fault, in the order of the specification's sections. */
export const SITUATIONAL_FAULTS: readonly SituationalFault[] = [
  ...LOGIN_FAULTS,
  ...REFRESH_FAULTS,
  ...LOGOUT_FAULTS,
  ...TOKEN_FAULTS,
  ...LISTING_PAGE_FAULTS,
  ...LISTING_FILTER_FAULTS,
  ...REQUEST_FAULTS,
  ...REPAYMENT_FAULTS,
  ...KEY_FAULTS,
  ...OFFER_FAULTS,
  ...PORTFOLIO_FAULTS,
];
