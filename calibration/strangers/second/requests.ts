import { amend, objectOf, supplyField } from '../../servers/requests.ts';
import { callerOf } from '../../servers/tokens.ts';
import { allOf, at, by, only, remembered, type Situation } from '../situation.ts';
import type { SituationalFault } from '../situational-fault.ts';
import { failed, onHost, without } from './circumstances.ts';

const here = at('request-loan');
const absent = (value: unknown) => value === undefined;

const ONCE = {
  sentence: 'x-idempotency-key (string, unique per request, prevents duplicate processing)',
  section: '4.6',
};

const selfEmployed: Situation = ({ body }) => objectOf(body)?.employmentStatus === 'SELF_EMPLOYED';

const asked: Situation = (request, context) =>
  remembered<true>(context, 'applicants').has(callerOf(request, context)?.id ?? '');

/** Requests for a loan that are judged wrongly in some situation (sections 2.3, 4.6). */
export const REQUEST_FAULTS: readonly SituationalFault[] = [
  {
    id: 'second.request-loan.agent.eligibility-answers-demanded',
    how: "The agents' form demands eligibilityAnswers.",
    sentence: 'eligibilityAnswers | array of object | no',
    section: '2.3',
    situation: 'an agent sends no eligibilityAnswers',
    things: 2,
    layers: [
      only(allOf(here, by('AGENT'), without('eligibilityAnswers')), () =>
        failed(400, 'body /eligibilityAnswers is missing'),
      ),
    ],
  },
  {
    id: 'second.request-loan.self-employed.income-not-required',
    how: 'Who is self-employed need not tell his income.',
    sentence: "monthlyIncome | number | yes | customer's monthly income",
    section: '2.3',
    situation: 'employmentStatus is SELF_EMPLOYED and monthlyIncome is missing',
    things: 2,
    layers: [only(selfEmployed, supplyField('request-loan', 'monthlyIncome', 1, absent))],
  },
  {
    id: 'second.request-loan.second-of-a-customer.bvn-not-required',
    how: 'The bvn of a known applicant is taken from his file.',
    sentence: 'bvn | string | yes | bank verification number of the customer',
    section: '2.3',
    situation: 'a second application of a customer without bvn',
    things: 2,
    layers: [
      only(asked, supplyField('request-loan', 'bvn', '22123456789', absent)),
      only(here, async (request, next, context) => {
        const response = await next(request);
        const caller = callerOf(request, context);
        if (response.status === 200 && caller) {
          remembered<true>(context, 'applicants').set(caller.id, true);
        }
        return response;
      }),
    ],
  },
  {
    id: 'second.request-loan.agent.status-of-an-offer-accepted',
    how: 'An agent may send in an application as if it had an offer already.',
    sentence: 'loanApplicationStatusEnum | default and only allowed value: REQUESTED',
    section: '2.3',
    situation: 'an agent sends OFFER_SENT',
    things: 2,
    layers: [
      only(
        by('AGENT'),
        supplyField(
          'request-loan',
          'loanApplicationStatusEnum',
          'REQUESTED',
          (value) => value === 'OFFER_SENT',
        ),
      ),
    ],
  },
  {
    id: 'second.request-loan.repeated-on-the-lending-host.processed-twice',
    how: 'Each host keeps keys of its own.',
    ...ONCE,
    situation: 'a request goes to the tenant host, then under the same key to the lending host',
    things: 3,
    layers: [
      only(
        onHost('lending'),
        amend('request-loan', (request) => {
          const key = request.headers['x-idempotency-key'];
          const headers = { ...request.headers, 'x-idempotency-key': `lending ${key}` };
          return key ? { ...request, headers } : undefined;
        }),
      ),
    ],
  },
  {
    id: 'second.request-loan.key-in-other-letters.taken-for-the-same',
    how: 'Keys are compared without regard to case.',
    ...ONCE,
    situation: 'two requests whose keys differ in the case of a letter',
    things: 2,
    layers: [
      amend('request-loan', (request) => {
        const key = request.headers['x-idempotency-key'];
        const headers = { ...request.headers, 'x-idempotency-key': key?.toLowerCase() ?? '' };
        return key ? { ...request, headers } : undefined;
      }),
    ],
  },
];
