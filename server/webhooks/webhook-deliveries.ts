import type { Context } from 'hono';
import { DELIVERY_STATUSES } from '../../contract/extensions/webhooks.ts';
import type { Operation } from '../authorization/rights.ts';
import type { AppEnv, Dependencies } from '../dependencies.ts';
import { answer } from '../http/answer.ts';
import { LARGEST_SIZE } from '../http/query.ts';
import { conflict, invalid, notFound } from '../http/refusal.ts';
import type { GuardedRoute } from '../routes/route.ts';
import type { User } from '../store/users.ts';
import type { Delivery, DeliveryStatus, Outbox } from './outbox.ts';
import { endpointOf } from './webhook-endpoints.ts';

/** A page without `size`, as section 4.5 has it. */
const SIZE = 20;

const LAST_PAGE = 1_000_000;

/** Extension, section 6: what goes and went to an endpoint; with `status=DEAD` its dead letters. */
export function listWebhookDeliveries({ store }: Dependencies): GuardedRoute {
  return (c, { user }) => {
    const id = c.req.param('id') ?? '';
    endpointOf(store.webhooks, id, user, 'list-webhook-deliveries');
    const size = numberOf(c, 'size', SIZE, LARGEST_SIZE);
    const page = numberOf(c, 'page', 1, LAST_PAGE);
    const found = store.webhooks.deliveriesOf(id, statusOf(c), [size, (page - 1) * size]);
    return answer(c, { status: 'SUCCESS', data: { deliveries: found.map(shown) } });
  };
}

/** Extension: a delivery and each of its attempts; what receivers answered is not kept. */
export function showWebhookDelivery({ store }: Dependencies): GuardedRoute {
  return (c, { user }) => {
    const delivery = deliveryOf(c, store.webhooks, user, 'show-webhook-delivery');
    const log = store.webhooks.attemptsOf(delivery).map(({ startedAt, ...rest }) => ({
      ...rest,
      startedDate: moment(startedAt),
    }));
    return answer(c, { status: 'SUCCESS', data: { ...shown(delivery), log } });
  };
}

/**
 * Extension: delivers an event again, most often a dead letter. It goes beside the order of its
 * resource, holds nothing up, and says in its body that it is late.
 */
export function replayWebhookDelivery({ store }: Dependencies): GuardedRoute {
  return (c, { user }) => {
    const delivery = deliveryOf(c, store.webhooks, user, 'replay-webhook-delivery');
    if (delivery.settledAt === null) {
      throw conflict(`the delivery is ${delivery.status}; it will be tried by itself`);
    }
    const replayed = store.webhooks.delivery(
      store.transaction(() => store.webhooks.replay(delivery)),
    );
    return answer(c, { status: 'SUCCESS', data: replayed && shown(replayed) }, 201);
  };
}

function deliveryOf(
  c: Context<AppEnv>,
  outbox: Outbox,
  user: User,
  operation: Operation,
): Delivery {
  const delivery = outbox.delivery(c.req.param('id') ?? '');
  if (delivery === undefined) {
    throw notFound('there is no such delivery');
  }
  endpointOf(outbox, delivery.endpointId, user, operation);
  return delivery;
}

function statusOf(c: Context<AppEnv>): DeliveryStatus | null {
  const text = c.req.query('status');
  if (text === undefined) {
    return null;
  }
  const known = DELIVERY_STATUSES.find((each) => each === text);
  if (known === undefined) {
    const message = `must be one of ${DELIVERY_STATUSES.join(', ')}`;
    throw invalid([{ path: 'query status', message }]);
  }
  return known;
}

function numberOf(c: Context<AppEnv>, name: string, standard: number, largest: number): number {
  const text = c.req.query(name);
  const value = text === undefined ? standard : /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > largest) {
    const message = `must be a whole number from 1 to ${largest}`;
    throw invalid([{ path: `query ${name}`, message }]);
  }
  return value;
}

function shown(delivery: Delivery) {
  const { id, endpointId, eventId, type, occurredAt, status, late, attempts } = delivery;
  return {
    ...{ id, endpointId, eventId, type, occurredDate: moment(occurredAt) },
    ...{ deliveryStatus: status, late: late === 1, attempts },
    nextAttemptDate: status === 'PENDING' && delivery.dueAt > 0 ? moment(delivery.dueAt) : null,
    settledDate: delivery.settledAt === null ? null : moment(delivery.settledAt),
  };
}

function moment(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
