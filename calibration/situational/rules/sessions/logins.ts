import { STANDARD_LOGINS } from '../../../../fixtures/standard-users.ts';
import { editBody } from '../../../servers/answers.ts';
import type { LayerContext } from '../../../servers/exchange-layer.ts';
import { amendBody, objectOf } from '../../../servers/requests.ts';
import { standardUser } from '../../../servers/tokens.ts';
import type { Answer } from '../../../strangers/proofs/client.ts';
import type { Rule } from '../../rule.ts';

const givesToken = ({ body }: Answer): boolean =>
  typeof body?.access_token === 'string' || typeof body?.data?.access_token === 'string';

/** No token is given, however the answer is wrapped. */
export const givesNone: Rule['kept'] = (answer) => !givesToken(answer);

/** A user of the caller's organisation with another role than his. */
export function colleagueOf(userId: string, context: LayerContext): string {
  const user = context.dependencies.store.users.byId(userId);
  const names =
    user?.tenantId === standardUser(context, 'customer').tenantId
      ? (['customer', 'agent'] as const)
      : (['otherTenantCustomer', 'otherAgent'] as const);
  const [one, other] = names.map((name) => standardUser(context, name));
  return (user?.role === 'CUSTOMER' ? other?.id : one?.id) ?? '';
}

const passwordOf = (email: unknown): string | undefined =>
  Object.values(STANDARD_LOGINS).find((each) => each.email === email)?.password;

const logins: readonly Omit<Rule, 'endpoint'>[] = [
  {
    id: 'login.wrong-password-accepted',
    way: 'wrong-credentials-accepted',
    breaks: ['LGN-8'],
    how: 'a wrong password is accepted',
    layer: amendBody('login', (body) => {
      body.currentPassword =
        typeof body.currentPassword === 'string' ? passwordOf(body.email) : body.currentPassword;
    }),
    request(plan) {
      plan.fields.currentPassword = 'Not-the-password-1';
    },
    kept: givesNone,
  },
  {
    id: 'login.password-not-demanded',
    way: 'field-not-demanded',
    breaks: ['LGN-6'],
    how: 'the password may be missing',
    layer: amendBody('login', (body) => {
      body.currentPassword ??= passwordOf(body.email);
    }),
    request(plan) {
      plan.fields.currentPassword = undefined;
    },
    kept: givesNone,
  },
  {
    id: 'login.nobody-accepted',
    way: 'wrong-credentials-accepted',
    breaks: ['LGN-9'],
    how: 'an address that nobody has is taken for a customer',
    layer: amendBody('login', (body, context) => {
      const { email } = body;
      if (
        typeof email === 'string' &&
        context.dependencies.store.users.byEmail(email) === undefined
      ) {
        const { email: known, password } = STANDARD_LOGINS.otherCustomer;
        Object.assign(body, { email: known, currentPassword: password });
      }
    }),
    request(plan) {
      plan.fields.email = 'nobody@savannah.example';
    },
    kept: givesNone,
    // Nobody has no role, no turn and nothing that he did before.
    without: ['caller', 'often', 'order', 'at-once=same-user'],
  },
  {
    id: 'login.wrapped',
    way: 'session-wrapped',
    breaks: ['LGN-7'],
    how: 'the session is wrapped into data',
    layer: editBody('login', (data) => ({ status: 'SUCCESS', data })),
    kept: ({ body }) => typeof body.access_token === 'string',
  },
  {
    id: 'login.permission-missing',
    way: 'permission-missing',
    breaks: ['SES-11'],
    how: 'webhooks:manage is missing from the permissions of a manager',
    layer: editBody('login', (body) => {
      const { user } = body as { user: { permissions: string[] } };
      user.permissions = user.permissions.filter((each) => each !== 'webhooks:manage');
    }),
    request(plan) {
      plan.caller = plan.caller === 'customer' ? 'manager' : plan.caller;
    },
    kept: ({ body }) => body.user.permissions.includes('webhooks:manage'),
    without: ['caller'],
  },
  {
    id: 'login.session-of-somebody-else',
    way: 'session-of-somebody-else',
    breaks: ['SES-15', 'SVC-6', 'SES-20', 'AUT-25'],
    how: 'the session is that of another user',
    layer: async (request, next, context) => {
      const user = context.dependencies.store.users.byEmail(
        String(objectOf(request.body)?.email ?? ''),
      );
      const own = await next(request);
      if (own.status !== 200 || user === undefined) {
        return own;
      }
      const colleague = context.dependencies.store.users.byId(colleagueOf(user.id, context));
      const { email, password: currentPassword } =
        Object.values(STANDARD_LOGINS).find((each) => each.email === colleague?.email) ??
        STANDARD_LOGINS.agent;
      return next({ ...request, body: JSON.stringify({ email, currentPassword }) });
    },
    kept: ({ body }, right) => body.user.email === right.body.user.email,
  },
];

/** Logins (sections 2.1 and 4.1). */
export const LOGIN_RULES: readonly Rule[] = logins.map(
  (rule): Rule => ({ ...rule, endpoint: 'login' }),
);
