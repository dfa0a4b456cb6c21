import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { expectRefusedBy, expectSuccess, isRefusedAnswer } from '../../expectations.ts';
import { inTheEvening } from '../../http/forms/other-forms.ts';
import { refusalOf } from '../../situations/refusal.ts';
import { answerOwn } from '../offers/update-application-offers.ts';
import { expectAccepted, sendOwn } from '../own-entry.ts';
import { baseOf, type LendingEndpoint, takesOf } from '../valid-call.ts';
import { refusedCall } from './lending-headers.ts';

/** No reader of any date takes this for one. */
const NO_DATE = { 'x-fapi-auth-date': 'not a date' };

/** Now, in the usual form of ISO 8601 where it is evening: hours from 20 on are read as well. */
function nowWithOffset(): Record<string, string> {
  return { 'x-fapi-auth-date': inTheEvening(new Date()).replace(/\.\d+/, '') };
}

interface Dated {
  endpoint: LendingEndpoint;
  requirement: string;
  /** the requirement that other forms of a date are taken */
  form: string;
}

const DATED: Dated[] = [
  { endpoint: 'request-loan', requirement: 'LOAN-50', form: 'LOAN-51' },
  { endpoint: 'update-application', requirement: 'APP-51', form: 'APP-55' },
  { endpoint: 'repay-loan', requirement: 'REP-58', form: 'REP-78' },
];

/** Section 4.6: x-fapi-auth-date is ISO 8601; that anything else is refused is not said. */
const refused: Check[] = DATED.map(({ endpoint, requirement }) => ({
  ...baseOf(endpoint),
  id: `${endpoint}.refuses.x-fapi-auth-date-not-a-date`,
  refusal: refusalOf(endpoint, 'x-fapi-auth-date-not-a-date'),
  title: `refuses ${endpoint} whose x-fapi-auth-date is no date`,
  requirements: [requirement],
  level: 'should',
  cause: 'an x-fapi-auth-date that is not ISO 8601 is accepted',
  async run(context) {
    const what = `${endpoint} with x-fapi-auth-date: ${NO_DATE['x-fapi-auth-date']}`;
    expectRefusedBy(endpoint, await refusedCall(context, endpoint, { headers: NO_DATE }), what);
  },
}));

/** A refusal for the form alone: the same request with the date as all others have it is taken. */
async function expectTaken(context: CheckContext, { endpoint }: Dated): Promise<void> {
  const what = `${endpoint} with an x-fapi-auth-date that has an offset`;
  if (endpoint !== 'update-application') {
    const sent = await sendOwn(context, endpoint, { headers: nowWithOffset() });
    return expectAccepted(context, sent, what);
  }
  const offer = await context.take('offer-sent');
  const exchange = await answerOwn(context, offer, false, nowWithOffset(), {
    meantToSucceed: true,
  });
  if (isRefusedAnswer(exchange) && isRefusedAnswer(await answerOwn(context, offer, false))) {
    context.inconclusive('The offer of the state cannot be answered with any date.');
  }
  expectSuccess(exchange, what);
}

const otherForms: Check[] = DATED.map((dated) => ({
  ...baseOf(dated.endpoint),
  id: `${dated.endpoint}.x-fapi-auth-date-with-offset`,
  title: `takes ${dated.endpoint} whose x-fapi-auth-date has an offset from UTC`,
  requirements: [dated.form],
  level: 'should',
  takes: takesOf(dated.endpoint),
  cause: 'an x-fapi-auth-date with an offset is refused',
  run: (context) => expectTaken(context, dated),
}));

/** Section 4.6: x-fapi-auth-date is ISO 8601, in any of its usual forms and in nothing else. */
export const authDateChecks: Check[] = [...refused, ...otherForms];
