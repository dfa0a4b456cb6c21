import { PERMISSIONS } from '../../../server/authorization/permissions.ts';
import { editBody } from '../../servers/answers.ts';
import type { Fault } from '../fault.ts';

/** Section 2.1, where a login before decides what a login says. */
export const loginOrderFaults: Fault[] = [
  {
    id: 'session.permissions-of-the-login-before',
    breaks: 'SES-21',
    caughtBy: 'session.user.same-permissions',
    how: 'A cashier who logs in right after an agent gets the permissions of agents.',
    layers: [
      editBody('login', (body, _request, { memory }) => {
        const { user } = body as { user: { role: string; permissions: string[] } };
        if (user.role === 'CASHIER' && memory.get('last role') === 'AGENT') {
          user.permissions = [...PERMISSIONS.AGENT];
        }
        memory.set('last role', user.role);
      }),
    ],
  },
];
