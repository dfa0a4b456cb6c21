import type { Check } from '../../check.ts';
import { expectSuccess, isRejection, isSuccess } from '../../expectations.ts';
import { sendCall, sendOwn } from '../own-entry.ts';
import { baseOf } from '../valid-call.ts';

/** Two days in a row of a year that has both, on which people of an age to borrow were born. */
const LEAP_DAY = '1988-02-29';
const DAY_AFTER = '1988-03-01';

/**
 * Section 4.6: dateOfBirth is a day. Whether a customer may be born on another than the target knows is
 * its own affair, so both days are of somebody else, and one is no better than the other.
 */
export const leapDayCheck: Check = {
  ...baseOf('request-loan'),
  id: 'request-loan.leap-day',
  title: 'takes 29 February as dateOfBirth where it takes the day after',
  requirements: ['LOAN-75'],
  takes: { 'loan-product': 1 },
  cause: '29 February is taken for no day',
  async run(context) {
    const sent = await sendOwn(context, 'request-loan', { body: { dateOfBirth: LEAP_DAY } });
    const { exchange } = sent;
    if (isRejection(exchange)) {
      const control = await sendCall(context, sent, { body: { dateOfBirth: DAY_AFTER } });
      if (!isSuccess(control.exchange)) {
        context.inconclusive(
          'No dateOfBirth but that of the state is taken, or no other application.',
        );
      }
    }
    expectSuccess(exchange, `request-loan with dateOfBirth ${LEAP_DAY}`);
  },
};
