import { randomUUID } from 'node:crypto';
import type { User } from '../../store/users.ts';
import type { TestServer } from '../../test-client.ts';
import { newSecret } from '../signature.ts';

/** Makes endpoints and deliveries that are of any user's organisation, past all routes. */
export function ownedWebhooks({ dependencies: { store } }: TestServer) {
  const endpoint = ({ tenantId }: Pick<User, 'tenantId'>, changes = {}): string => {
    const id = randomUUID();
    store.webhooks.add({
      ...{ id, tenantId, url: 'https://hooks.example/', description: '', eventTypes: [] },
      ...{ secret: newSecret(), createdAt: 0, ...changes },
    });
    return id;
  };

  /** One that is a dead letter. */
  const delivery = (owner: User): string => {
    const id = endpoint(owner);
    store.sessions.start(owner.id, 0);
    const [made] = store.webhooks.deliveriesOf(id, null, [1, 0]);
    if (made === undefined) {
      throw new Error('a session that starts is an event');
    }
    const attempt = { startedAt: 0, milliseconds: 1, statusCode: 500, problem: 'of a test' };
    store.webhooks.record(made, attempt, { status: 'DEAD', settledAt: 1 });
    return made.id;
  };

  return { endpoint, delivery };
}
