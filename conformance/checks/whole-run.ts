import type { Check } from '../check.ts';
import { statusOf } from '../expectations.ts';
import { deviate } from '../outcome.ts';
import { forbiddenBodyProblem, roleRefusals } from './forbidden-body.ts';

/** What both have in common: they come when everything else has been asked. */
const base = {
  level: 'must',
  users: ['customer'],
  phase: 'logins',
  wholeRun: true,
} satisfies Partial<Check>;

const noServerError: Check = {
  ...base,
  id: 'service.no-server-error',
  title: 'answers nothing with a 5xx, also where the specification is open',
  requirements: ['SVC-17'],
  cause: 'a request is answered with 5xx',
  async run(context) {
    const errors = context.serverErrors();
    for (const { exchange } of errors) {
      context.evidence(exchange);
    }
    const [first] = errors;
    if (!first) {
      return;
    }
    const path = new URL(first.exchange.request.url).pathname;
    const more = errors.length > 1 ? `, and ${errors.length - 1} more` : '';
    deviate(
      'no request to be answered with 5xx',
      `HTTP ${statusOf(first.exchange)} to ${first.exchange.request.method} ${path} in ${first.check}${more}`,
    );
  },
};

const roleBodies: Check = {
  ...base,
  id: 'service.forbidden-bodies',
  title: 'tells error, message and role in each 403 to a role that nothing is said of',
  requirements: ['ERR-20'],
  cause: 'the body of a 403 is not as shown',
  async run(context) {
    const refusals = await roleRefusals(context);
    if (refusals.length === 0) {
      context.inconclusive('No role was refused where the specification is open.');
    }
    for (const { user, what, exchange } of refusals) {
      const problem = forbiddenBodyProblem(exchange, user);
      if (problem !== undefined) {
        context.evidence(exchange);
        deviate(`error, message and role of ${user} in the 403 for ${what}`, problem);
      }
    }
  },
};

/** Rules that hold for every exchange, whichever check made it; last of all. */
export const wholeRunChecks: Check[] = [roleBodies, noServerError];
