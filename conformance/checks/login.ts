import type { Check } from '../check.ts';
import { USER_NAMES } from '../target/target.ts';

/** Login for everybody else: each user's session rests on one of these. */
const logins: Check[] = USER_NAMES.map((user) => ({
  id: `login.${user}`,
  title: `logs ${user} in and gives an access token`,
  requirements: [],
  level: 'must',
  endpoint: 'login',
  users: [user],
  cause: 'login does not give an access token',
  async run(context) {
    await context.session(user);
  },
}));

export const loginChecks: Check[] = [...logins];
