import { STANDARD_LOGINS } from '../../fixtures/standard-users.ts';
import { changed, edit } from '../servers/answers.ts';
import type { Fault } from './fault.ts';

const REFUSING = ['repay-loan', 'update-application', 'portfolios'] as const;

/** Section 5.10: refusals whose text says whose it is that was asked for. */
export const tellingRefusalFaults: Fault[] = REFUSING.map((endpoint) => ({
  id: `${endpoint}.refusal-tells-the-owner`,
  breaks: 'ERR-22',
  caughtBy: `${endpoint}.refusal-tells-of-nobody`,
  how: `A refusal of ${endpoint} says that it belongs to ${STANDARD_LOGINS.customer.email}.`,
  layers: [
    edit(
      endpoint,
      'message',
      changed((message) => `${message} (of ${STANDARD_LOGINS.customer.email})`),
      ({ status }) => status >= 400 && status < 500,
    ),
  ],
}));
