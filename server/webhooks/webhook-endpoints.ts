import { randomUUID } from 'node:crypto';
import { WEBHOOKS } from '../../contract/extensions/webhooks.ts';
import { permitReach } from '../authorization/authorize.ts';
import type { Operation } from '../authorization/rights.ts';
import type { Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { conflict, invalid, notFound } from '../http/refusal.ts';
import { bodyLike } from '../http/validation.ts';
import type { GuardedRoute } from '../routes/route.ts';
import type { User } from '../store/users.ts';
import { addressOf } from './call.ts';
import type { Outbox, WebhookEndpoint } from './outbox.ts';
import { newSecret } from './signature.ts';

/** Most endpoints of an organisation: each multiplies what the server sends. */
const MOST_ENDPOINTS = 10;

/** How long an old secret signs along, in milliseconds, as Standard Webhooks' own service has it. */
const OVERLAP = 24 * 3600 * 1000;

/** How long a registration waits for DNS, in milliseconds; a delivery looks again anyway. */
const LOOK_UP = 5000;

type Wanted = { url: string; description?: string; eventTypes?: string[] };

/** Extension, section 6: registers an endpoint; its secret is shown this once. */
export function createWebhookEndpoint(dependencies: Dependencies): GuardedRoute {
  const { store, clock, webhooks } = dependencies;
  const body = bodyLike<Wanted>(WEBHOOKS['create-webhook-endpoint'].request.schema);

  return async (c, { user }) => {
    const { url: text, description = '', eventTypes = [] } = await body(c);
    const url = webAddress(text);
    const signal = AbortSignal.timeout(LOOK_UP);
    const found = await addressOf(url, webhooks, signal);
    // A name that DNS does not know yet may be set up later.
    if ('problem' in found && found.problem !== 'the host was not found' && !signal.aborted) {
      throw invalid([{ path: 'body /url', message: `is refused: ${found.problem}` }]);
    }
    const endpoint = {
      ...{ id: randomUUID(), tenantId: user.tenantId, url: url.href, description, eventTypes },
      ...{ secret: newSecret(), createdAt: clock.now() },
    };
    store.transaction(() => {
      if (store.webhooks.endpointsOf(user.tenantId).length >= MOST_ENDPOINTS) {
        throw conflict(`an organisation has at most ${MOST_ENDPOINTS} webhook endpoints`);
      }
      store.webhooks.add(endpoint);
    });
    const data = {
      ...shown({ ...endpoint, oldSecret: null, oldSecretUntil: null }),
      secret: endpoint.secret,
    };
    return answer(c, { status: 'SUCCESS', data }, 201);
  };
}

/** Extension: the endpoints of the caller's organisation, without their secrets. */
export function listWebhookEndpoints({ store }: Dependencies): GuardedRoute {
  return (c, { user }) => {
    const webhookEndpoints = store.webhooks.endpointsOf(user.tenantId).map(shown);
    return answer(c, { status: 'SUCCESS', data: { webhookEndpoints } });
  };
}

/** Extension: removes an endpoint; when that is answered, nothing is on its way to it any more. */
export function removeWebhookEndpoint({ store, webhooks }: Dependencies): GuardedRoute {
  return async (c, { user }) => {
    const id = c.req.param('id') ?? '';
    endpointOf(store.webhooks, id, user, 'remove-webhook-endpoint');
    store.transaction(() => store.webhooks.remove(id));
    await webhooks.removed(id);
    return answer(c, { status: 'SUCCESS', message: 'the webhook endpoint is removed' });
  };
}

/** Extension: a new secret; for OVERLAP what is sent is signed by the old one, too. */
export function rotateWebhookSecret({ store, clock }: Dependencies): GuardedRoute {
  return (c, { user }) => {
    const id = c.req.param('id') ?? '';
    endpointOf(store.webhooks, id, user, 'rotate-webhook-secret');
    const secret = newSecret();
    store.webhooks.rotate(id, secret, clock.now() + OVERLAP);
    const rotated = endpointOf(store.webhooks, id, user, 'rotate-webhook-secret');
    return answer(c, { status: 'SUCCESS', data: { ...shown(rotated), secret } });
  };
}

/**
 * An endpoint of the caller's organisation.
 *
 * @throws Refusal 404 where there is none, 403 where it is another organisation's
 */
export function endpointOf(
  outbox: Outbox,
  id: string,
  user: User,
  operation: Operation,
): WebhookEndpoint {
  const endpoint = outbox.endpoint(id);
  if (endpoint === undefined) {
    throw notFound('there is no such webhook endpoint');
  }
  // It is the organisation's, whoever registered it.
  const owner = { userId: '', tenantId: endpoint.tenantId };
  permitReach(user, operation, owner, 'the webhook endpoint');
  return endpoint;
}

function webAddress(text: string): URL {
  const wrong = (message: string) => invalid([{ path: 'body /url', message }]);
  if (!URL.canParse(text)) {
    throw wrong('must be a URL');
  }
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw wrong('must be https');
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    throw wrong('must have neither a user, a password nor a fragment');
  }
  return url;
}

function shown({
  id,
  url,
  description,
  eventTypes,
  createdAt,
  oldSecretUntil,
}: Omit<WebhookEndpoint, 'secret'>) {
  return {
    ...{ id, url, description, eventTypes, createdDate: new Date(createdAt).toISOString() },
    oldSecretUntil: oldSecretUntil === null ? null : new Date(oldSecretUntil).toISOString(),
  };
}
