import { amendBody, supplyHeader } from '../servers/requests.ts';
import { allOf, at, by, colleague, onLendingHost, only, takenFor } from './situation.ts';
import type { SituationalFault } from './situational-fault.ts';

/** Requests for a loan that are let through in some situation (sections 2.3 and 4.6). */
export const REQUEST_FAULTS: readonly SituationalFault[] = [
  {
    id: 'request-loan.with-eligibility-answers.income-not-required',
    how: 'With eligibilityAnswers the monthlyIncome may be missing.',
    sentence: '| monthlyIncome | number | yes |',
    section: '2.3',
    situation: 'eligibilityAnswers are there, monthlyIncome is not',
    things: 2,
    layers: [
      amendBody('request-loan', (body) => {
        if (body.eligibilityAnswers !== undefined) {
          body.monthlyIncome ??= 0;
        }
      }),
    ],
  },
  {
    id: 'request-loan.lending-host.manager-allowed',
    how: 'The lending host does not look at the role, so a manager may apply there.',
    sentence: 'Callers are customers or agents.',
    section: '4.6',
    situation: 'a manager requests a loan on the lending host',
    things: 3,
    layers: [
      only(
        allOf(at('request-loan'), onLendingHost, by('MANAGER')),
        takenFor((request, context) => colleague(request, context, 'AGENT')),
      ),
    ],
  },
  {
    id: 'request-loan.status.in-other-letters-accepted',
    how: 'loanApplicationStatusEnum is compared without regard to upper and lower case.',
    sentence: 'default and only allowed value: REQUESTED',
    section: '2.3',
    situation: 'the value is Requested or requested',
    things: 2,
    layers: [
      amendBody('request-loan', (body) => {
        const { loanApplicationStatusEnum: status } = body;
        if (typeof status === 'string' && status.toUpperCase() === 'REQUESTED') {
          body.loanApplicationStatusEnum = 'REQUESTED';
        }
      }),
    ],
  },
  {
    id: 'request-loan.agent.ip-not-required-on-lending-host',
    how: 'An agent on the lending host need not say the IP address of a customer.',
    sentence: 'x-fapi-customer-ip-address (string, customer IP)',
    section: '4.6',
    situation: 'an agent, the lending host, no x-fapi-customer-ip-address',
    things: 3,
    layers: [
      only(
        allOf(onLendingHost, by('AGENT')),
        supplyHeader('request-loan', 'x-fapi-customer-ip-address', '0.0.0.0'),
      ),
    ],
  },
];
