import type { SituationalFault } from '../situational-fault.ts';
import { HEADER_FAULTS } from './headers.ts';
import { LISTING_BODY_FAULTS } from './listing-bodies.ts';
import { LISTING_PAGE_FAULTS } from './listing-pages.ts';
import { LOGIN_FAULTS } from './logins.ts';
import { LOGOUT_FAULTS } from './logouts.ts';
import { OFFER_FAULTS } from './offers.ts';
import { PORTFOLIO_FAULTS } from './portfolios.ts';
import { PREFERENCE_FAULTS } from './preferences.ts';
import { REFRESH_FAULTS } from './refreshes.ts';
import { REPAYMENT_FAULTS } from './repayments.ts';
import { REQUEST_FAULTS } from './requests.ts';
import { TOKEN_FAULTS } from './tokens.ts';

/**
 * Situational faults of a second stranger, who had not seen the checks either; their ids begin with
 * `second.`, since what is found of each list is told apart.
 */
export const SECOND_SITUATIONAL_FAULTS: readonly SituationalFault[] = [
  ...LOGIN_FAULTS,
  ...REFRESH_FAULTS,
  ...LOGOUT_FAULTS,
  ...TOKEN_FAULTS,
  ...HEADER_FAULTS,
  ...PREFERENCE_FAULTS,
  ...LISTING_PAGE_FAULTS,
  ...LISTING_BODY_FAULTS,
  ...REQUEST_FAULTS,
  ...REPAYMENT_FAULTS,
  ...OFFER_FAULTS,
  ...PORTFOLIO_FAULTS,
];
