import { NotSupplied } from '../../../target/states/not-supplied.ts';
import type { Check } from '../../check.ts';
import { answerOf, isSuccess, leavesOf, statusOf } from '../../expectations.ts';
import { type Exchange, jsonOf } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { allDone } from '../all-done.ts';
import { withoutListedHeaders } from '../kinds/listed-headers.ts';
import { loginBody, ofLogin, PATIENCE_MS, patientLogin } from './login.ts';
import { afterWrongPasswordChecks } from './sessions-kept.ts';
import { wrongLogin } from './wrong-login.ts';
import { otherCase, WRONG_LOGINS, wrongOnes } from './wrong-logins.ts';

const withoutListed = withoutListedHeaders({
  ...ofLogin,
  atOnce: 'headers of logins',
  send: (context, header) =>
    context.call('login', {
      ...patientLogin(context, 'customer'),
      headers: { [header]: null },
    }),
});

/** A login without currentPassword gives no token. */
const NOT_DEMANDED = 'LGN-6';

/**
 * Demands that nothing in the answer is a token (section 7 shows no more of a failed login).
 *
 * @param breaks what a token breaks beside the rule that is tried
 */
function expectNoToken(exchange: Exchange, what: string, breaks?: string): void {
  if (statusOf(exchange) >= 500) {
    deviate(`${what} to be rejected`, answerOf(exchange));
  }
  const token = leavesOf(jsonOf(exchange)).find(
    ({ path, value }) =>
      /\/(access|refresh)_?token$/i.test(path) && typeof value === 'string' && value !== '',
  );
  if (token) {
    deviate(`no token for ${what}`, `${answerOf(exchange)} with ${token.path.slice(1)}`, breaks);
  }
}

const refusals: Check[] = WRONG_LOGINS.map((rule) => ({
  ...ofLogin,
  id: `login.refuses.${rule.variant}`,
  title: `gives no token for ${rule.what}`,
  requirements: [rule.requirement],
  level: 'must',
  wrongLogins: true,
  atOnce: 'wrong logins',
  async run(context) {
    const wrong = wrongOnes(rule, context);
    if (wrong.length === 0) {
      context.inconclusive('All users have the same password.');
    }
    const answers = await Promise.allSettled(wrong.map((one) => wrongLogin(context, one)));
    for (const [index, answer] of answers.entries()) {
      if (answer.status === 'fulfilled') {
        const which = ` by ${wrong[index]?.user} (${index + 1} of ${wrong.length})`;
        const change = wrong[index]?.change ?? {};
        const isWithout = 'currentPassword' in change && change.currentPassword === undefined;
        const what = `${rule.what}${index === 0 ? '' : which}`;
        expectNoToken(answer.value, what, isWithout ? NOT_DEMANDED : undefined);
        continue;
      }
      if (!(answer.reason instanceof NotSupplied) || (index === 0 && !rule.isFurther)) {
        throw answer.reason;
      }
      if (index === 0) {
        context.inconclusive('The target locks the user before this.');
      }
    }
  },
}));

const emailInCapitals: Check = {
  ...ofLogin,
  id: 'login.observes.email-in-capitals',
  title: 'shows whether an e-mail address in other case logs in',
  requirements: ['LGN-20'],
  level: 'open',
  async run(context) {
    const { email } = loginBody(context, 'customer');
    const exchange = await wrongLogin(context, {
      user: 'customer',
      change: { email: otherCase(email) },
    });
    context.observe('login with the e-mail address in other case', answerOf(exchange));
    const others = (['otherCustomer', 'manager'] as const).filter(
      (user) => context.target.users[user],
    );
    // Where it logs in it is no wrong login, and what it says of anybody is judged by the rules.
    await allDone(
      (isSuccess(exchange) ? others : []).map((user) => {
        const { body, ...right } = patientLogin(context, user);
        const email = otherCase(body.email);
        return context.call('login', { ...right, body: { ...body, email } });
      }),
    );
  },
};

const failure: Check = {
  ...ofLogin,
  id: 'login.observes.failure',
  title: 'shows how a failed login is answered',
  requirements: ['LGN-11'],
  level: 'open',
  async run(context) {
    const exchange = await context.call('login', {
      body: { email: 'nobody-at-all@assay.invalid', currentPassword: 'wrong' },
      patienceMs: PATIENCE_MS,
    });
    context.observe('answer to a failed login', answerOf(exchange));
  },
};

/** Failed logins come last of all, since a target may lock a user after some of them. */
export const loginRefusalChecks: Check[] = [
  ...withoutListed,
  // One comes first, so that the session that is looked at begins after a refused login.
  ...refusals.slice(0, 1),
  ...afterWrongPasswordChecks,
  ...refusals.slice(1),
  emailInCapitals,
  failure,
];
