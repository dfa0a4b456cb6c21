import type { Db } from '../database/open.ts';
import { GIVEN } from '../database/statements/given.ts';

/** Somebody's server that wants to be told. Times are milliseconds since 1970. */
export interface WebhookEndpoint {
  id: string;
  tenantId: string;
  url: string;
  description: string;
  /** Types, or their first parts; none means all. */
  eventTypes: string[];
  secret: string;
  /** Signs beside the new one until `oldSecretUntil`. */
  oldSecret: string | null;
  oldSecretUntil: number | null;
  createdAt: number;
}

/** What became of an attempt: the receiver's status, or why there was none. */
export interface Attempt {
  startedAt: number;
  milliseconds: number;
  statusCode: number | null;
  problem: string | null;
}

/** WAITING: an earlier one of its resource is not settled yet. */
export type DeliveryStatus = 'WAITING' | 'PENDING' | 'DELIVERED' | 'DEAD';

/** An event on its way to one endpoint. */
export interface Delivery {
  seq: number;
  id: string;
  endpointId: string;
  /** Whether it was asked for again, and may come after later ones of its resource. */
  late: 0 | 1;
  status: DeliveryStatus;
  attempts: number;
  dueAt: number;
  settledAt: number | null;
  eventId: string;
  type: string;
  resource: string;
  occurredAt: number;
  /** JSON. */
  data: string;
}

/** What is to be done after an attempt. */
export type Verdict =
  | { status: 'DELIVERED' | 'DEAD'; settledAt: number }
  | { status: 'PENDING'; dueAt: number };

/** Endpoints and what is to be told to them; the events themselves are written by triggers. */
export interface Outbox {
  add(endpoint: Omit<WebhookEndpoint, 'oldSecret' | 'oldSecretUntil'>): void;
  endpoint(id: string): WebhookEndpoint | undefined;
  endpointsOf(tenantId: string): WebhookEndpoint[];
  /** All of all organisations. */
  endpointIds(): string[];
  /** Removes an endpoint with all that was to be told to it, and its log. */
  remove(id: string): void;
  /** Gives an endpoint a new secret; the old one signs along until then. */
  rotate(id: string, secret: string, oldUntil: number): void;
  /** What may be sent now, the longest due first. */
  due(endpointId: string, now: number, limit: number): Delivery[];
  /** Writes an attempt down, and lets the next of the resource go where this one is settled. */
  record(delivery: Delivery, attempt: Attempt, verdict: Verdict): void;
  deliveriesOf(endpointId: string, status: DeliveryStatus | null, page: number[]): Delivery[];
  delivery(id: string): Delivery | undefined;
  attemptsOf(delivery: Delivery): (Attempt & { number: number })[];
  /** Sends a settled delivery's event to its endpoint again, beside the order; its new id. */
  replay(delivery: Delivery): string;
  /**
   * Forgets what was settled before `oldest`, and events that nobody is to be told of any more; at
   * most `limit` of each, and gives how many deliveries that were.
   */
  forget(oldest: number, limit: number): number;
}

type EndpointRow = Omit<WebhookEndpoint, 'eventTypes'> & { eventTypes: string };

const ENDPOINT = `SELECT id, tenant_id AS tenantId, url, description, event_types AS eventTypes, secret,
  old_secret AS oldSecret, old_secret_until AS oldSecretUntil, created_at AS createdAt
  FROM webhook_endpoints`;

const DELIVERY = `SELECT d.seq, d.id, d.endpoint_id AS endpointId, d.late, d.status, d.attempts,
  d.due_at AS dueAt, d.settled_at AS settledAt, e.id AS eventId, e.type, e.resource,
  e.occurred_at AS occurredAt, e.data
  FROM webhook_deliveries d JOIN webhook_events e ON e.seq = d.event`;

/** The outbox of a database. */
export function outboxOf(db: Db): Outbox {
  const add = db.prepare('INSERT INTO webhook_endpoints VALUES (?, ?, ?, ?, ?, ?, NULL, NULL, ?)');
  const endpoint = db.prepare<[string], EndpointRow>(`${ENDPOINT} WHERE id = ?`);
  const endpointsOf = db.prepare<[string], EndpointRow>(
    `${ENDPOINT} WHERE tenant_id = ${GIVEN} ORDER BY created_at, id`,
  );
  const endpointIds = db.prepare<[], string>('SELECT id FROM webhook_endpoints').pluck();
  const remove = db.prepare('DELETE FROM webhook_endpoints WHERE id = ?');
  const rotate = db.prepare(
    `UPDATE webhook_endpoints SET old_secret = secret, old_secret_until = ?, secret = ?
     WHERE id = ?`,
  );
  const due = db.prepare<[string, number, number], Delivery>(
    `${DELIVERY} WHERE d.endpoint_id = ${GIVEN} AND d.status = 'PENDING' AND d.due_at <= ${GIVEN}
     ORDER BY d.due_at, d.seq LIMIT ${GIVEN}`,
  );
  // By its id, too: the number of a delivery that went with its endpoint is given again.
  const settle = db.prepare(
    `UPDATE webhook_deliveries SET status = ?, attempts = ?, due_at = ?, settled_at = ?
     WHERE seq = ? AND id = ?`,
  );
  const log = db.prepare('INSERT INTO webhook_attempts VALUES (?, ?, ?, ?, ?, ?)');
  const promote = db.prepare(
    `UPDATE webhook_deliveries SET status = 'PENDING' WHERE seq = (
       SELECT min(seq) FROM webhook_deliveries
       WHERE endpoint_id = ? AND resource = ? AND status IN ('WAITING', 'PENDING') AND late = 0)`,
  );
  const ofEndpoint = (which: string) =>
    db.prepare<unknown[], Delivery>(
      `${DELIVERY} WHERE d.endpoint_id = ${GIVEN} ${which}
       ORDER BY d.seq DESC LIMIT ${GIVEN} OFFSET ${GIVEN}`,
    );
  const all = ofEndpoint('');
  const ofStatus = ofEndpoint(`AND d.status = ${GIVEN}`);
  const byId = db.prepare<[string], Delivery>(`${DELIVERY} WHERE d.id = ${GIVEN}`);
  const attemptsOf = db.prepare<[number], Attempt & { number: number }>(
    `SELECT number, started_at AS startedAt, milliseconds, status_code AS statusCode, problem
     FROM webhook_attempts WHERE delivery = ${GIVEN} ORDER BY number`,
  );
  const replay = db
    .prepare<[number], string>(
      `INSERT INTO webhook_deliveries (endpoint_id, event, resource, late, status)
       SELECT endpoint_id, event, resource, 1, 'PENDING' FROM webhook_deliveries WHERE seq = ?
       RETURNING id`,
    )
    .pluck();
  const forget = db.prepare(
    `DELETE FROM webhook_deliveries WHERE seq IN (
       SELECT seq FROM webhook_deliveries WHERE settled_at <= ? ORDER BY settled_at LIMIT ?)`,
  );
  const forgetEvents = db.prepare(
    `DELETE FROM webhook_events WHERE seq IN (
       SELECT seq FROM webhook_events e WHERE occurred_at <= ?
         AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event = e.seq)
       ORDER BY occurred_at LIMIT ?)`,
  );

  return {
    add({ id, tenantId, url, description, eventTypes, secret, createdAt }) {
      add.run(id, tenantId, url, description, JSON.stringify(eventTypes), secret, createdAt);
    },
    endpoint: (id) => read(endpoint.get(id)),
    endpointsOf: (tenantId) => endpointsOf.all(tenantId).map((row) => read(row)),
    endpointIds: () => endpointIds.all() as string[],
    remove: (id) => {
      remove.run(id);
    },
    rotate: (id, secret, oldUntil) => {
      rotate.run(oldUntil, secret, id);
    },
    due: (endpointId, now, limit) => due.all(endpointId, now, limit),
    record({ seq, id, endpointId, resource, attempts, late }, attempt, verdict) {
      const { startedAt, milliseconds, statusCode, problem } = attempt;
      const dueAt = verdict.status === 'PENDING' ? verdict.dueAt : 0;
      const settledAt = verdict.status === 'PENDING' ? null : verdict.settledAt;
      const number = attempts + 1;
      if (settle.run(verdict.status, number, dueAt, settledAt, seq, id).changes === 0) {
        // The endpoint was removed meanwhile.
        return;
      }
      log.run(seq, number, startedAt, milliseconds, statusCode, problem);
      if (settledAt !== null && late === 0) {
        promote.run(endpointId, resource);
      }
    },
    deliveriesOf: (endpointId, status, page) =>
      status === null ? all.all(endpointId, ...page) : ofStatus.all(endpointId, status, ...page),
    delivery: (id) => byId.get(id),
    attemptsOf: ({ seq }) => attemptsOf.all(seq),
    replay: ({ seq }) => String(replay.get(seq)),
    forget(oldest, limit) {
      const { changes } = forget.run(oldest, limit);
      forgetEvents.run(oldest, limit);
      return changes;
    },
  };
}

function read(row: EndpointRow): WebhookEndpoint;
function read(row: EndpointRow | undefined): WebhookEndpoint | undefined;
function read(row: EndpointRow | undefined): WebhookEndpoint | undefined {
  return row && { ...row, eventTypes: JSON.parse(row.eventTypes) as string[] };
}
