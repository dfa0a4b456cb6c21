import { textOf } from '../checks/entry-text.ts';
import { expectField, isObject } from '../expectations.ts';
import { valueAt } from '../http/exchange.ts';
import { deviate } from '../outcome.ts';
import type { Rule, Told } from './rule.ts';

const base = {
  endpoint: 'update-application',
  level: 'must',
  users: ['customer'],
  after: ['update-application.succeeds', 'update-application.withdraw.succeeds'],
} satisfies Partial<Rule>;

/** The answered application of a success; anything else may be how the target refuses. */
function applicationOf({ succeeded, json }: Told): object | undefined {
  const data = valueAt(json, 'data');
  return succeeded && isObject(data) ? data : undefined;
}

/** Whether a repeat leaves out a value: what it is answered is open (APP-38), but not the type of what is there. */
const isLeftOut = ({ repeatedKey }: Told, value: unknown): boolean =>
  repeatedKey && value === undefined;

/** The fields of section 2.4, in its order. */
const FIELDS = [
  { field: 'applicationId', requirement: 'APP-1' },
  { field: 'loanProductId', requirement: 'APP-2' },
  { field: 'userName', requirement: 'APP-3' },
  { field: 'productName', requirement: 'APP-4' },
  { field: 'currencyCode', requirement: 'APP-5' },
  { field: 'employmentStatus', requirement: 'APP-6' },
  { field: 'loanApplicationcreatedDate', requirement: 'APP-7' },
  { field: 'userId', requirement: 'APP-8' },
  { field: 'durationCounterUnitEnum', requirement: 'APP-9' },
  { field: 'requestedLoanAmount', requirement: 'APP-10' },
  { field: 'loanStatus', requirement: 'APP-11' },
  { field: 'monthlyIncome', requirement: 'APP-12' },
  { field: 'dateOfBirth', requirement: 'APP-13' },
  { field: 'loanDuration', requirement: 'APP-14' },
];

const fields = FIELDS.map(
  ({ field, requirement }): Rule => ({
    ...base,
    id: `update-application.field.${field}`,
    title: `gives ${field} of the right type in answered applications`,
    requirements: [requirement],
    judge(told) {
      const application = applicationOf(told);
      if (!application || isLeftOut(told, valueAt(application, field))) {
        return false;
      }
      expectField([application], 'loan-application', field, 'answered application');
      return true;
    },
  }),
);

const ANSWERS = [
  { status: 'true', id: 'accepted', loanStatus: 'ACCEPTED', requirement: 'APP-15' },
  { status: 'false', id: 'withdrawn', loanStatus: 'WITHDRAWN', requirement: 'APP-16' },
];

const transitions = ANSWERS.map(
  ({ status, id, loanStatus, requirement }): Rule => ({
    ...base,
    id: `update-application.${id}`,
    title: `answers status=${status} with loanStatus ${loanStatus}`,
    requirements: [requirement],
    judge(told) {
      const application = applicationOf(told);
      const said = valueAt(application, 'loanStatus');
      // Under a key that was sent before, the older answer may come again.
      if (said === undefined || told.repeatedKey) {
        return false;
      }
      if (String(told.options.query?.status) !== status) {
        return false;
      }
      if (said !== loanStatus) {
        deviate(`loanStatus "${loanStatus}" after status=${status}`, textOf(said));
      }
      return true;
    },
  }),
);

/** Whose application it is: the caller's, since nobody else may answer. Names may differ by application. */
const applicant: Rule = {
  ...base,
  id: 'update-application.applicant',
  title: 'tells one userId of each customer who answers, and of two customers two',
  requirements: ['APP-54'],
  level: 'should',
  unseen: 'No customer of the target file answered twice.',
  judge(told, known) {
    const user = told.caller?.user;
    const userId = valueAt(applicationOf(told), 'userId');
    const isCustomer = user === 'customer' || user === 'otherCustomer';
    if (!isCustomer || typeof userId !== 'string') {
      return false;
    }
    const now = { userId };
    const first = known.firstTold(`applicant ${user}`, now);
    if (first.userId !== userId) {
      deviate(`userId ${first.userId} for ${user}, as before`, userId);
    }
    const owner = known.firstTold(`user of applications ${userId}`, user);
    if (owner !== user) {
      deviate(`a userId of its own for ${user}`, `${userId}, which was told for ${owner}`);
    }
    return first !== now;
  },
};

const own: Rule = {
  ...base,
  id: 'update-application.own.everywhere',
  title: 'answers nobody with an application that another customer answered',
  requirements: ['APP-36'],
  unseen: 'Not two customers were answered with applications.',
  judge(told, known) {
    const id = valueAt(applicationOf(told), 'applicationId');
    const user = told.caller?.user;
    // Whether staff may answer for a customer is open.
    if (typeof id !== 'string' || (user !== 'customer' && user !== 'otherCustomer')) {
      return false;
    }
    if (known.firstTold(`holder of ${id.toLowerCase()}`, user) !== user) {
      deviate('an application of the caller', `${textOf(id)}, which was another customer's`);
    }
    // The first customer's answers alone tell nothing: whoever answers all alike would pass.
    return known.firstTold('first holder of an application', user) !== user;
  },
};

/** Whoever answers an offer; what a success without `status` holds is for the checks of the offers that were open. */
const eachData: Rule = {
  ...base,
  id: 'update-application.data-each-time',
  title: 'gives the application in data wherever it answers SUCCESS',
  requirements: ['APP-34'],
  after: ['update-application.data'],
  judge({ succeeded, json, repeatedKey }) {
    if (!succeeded || repeatedKey || valueAt(json, 'status') !== 'SUCCESS') {
      return false;
    }
    const data = valueAt(json, 'data');
    if (!isObject(data)) {
      deviate('data to be an object', textOf(data));
    }
    return true;
  },
};

/** Sections 2.4, 3.1 and 4.8: every answer to an offer, whoever gave it. */
export const updateApplicationRules: Rule[] = [
  {
    ...base,
    id: 'update-application.status',
    title: 'answers with a status that is a string and not FAILED',
    requirements: ['APP-33'],
    judge(told) {
      if (!applicationOf(told) || isLeftOut(told, valueAt(told.json, 'status'))) {
        return false;
      }
      expectField(
        [told.json],
        'update-application-response',
        'status',
        'answer to an answered offer',
      );
      return true;
    },
  },
  {
    ...base,
    id: 'update-application.status-success',
    title: 'answers with status SUCCESS, the default',
    requirements: ['APP-43'],
    level: 'should',
    judge(told) {
      const status = valueAt(told.json, 'status');
      if (!applicationOf(told) || typeof status !== 'string') {
        return false;
      }
      if (status !== 'SUCCESS') {
        deviate('status "SUCCESS"', textOf(status));
      }
      return true;
    },
  },
  eachData,
  ...fields,
  applicant,
  own,
  ...transitions,
  {
    ...base,
    id: 'update-application.answered-application',
    title: 'answers with the application that the path names',
    requirements: ['APP-17'],
    judge(told) {
      const named = valueAt(applicationOf(told), 'applicationId');
      const asked = told.options.path?.['loan-application-id'];
      if (named === undefined || asked === undefined || told.repeatedKey) {
        return false;
      }
      if (String(named).toLowerCase() !== asked.toLowerCase()) {
        deviate(`applicationId ${asked}, that of the path`, textOf(named));
      }
      return true;
    },
  },
];
