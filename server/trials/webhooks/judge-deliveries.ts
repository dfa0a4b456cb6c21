import type { Db } from '../../database/open.ts';
import type { Receipt } from './unreliable-receivers.ts';

/** What a trial's database and its receivers say of each other. */
export interface Judged {
  /** Each in one line; none is right. */
  wrong: string[];
  events: number;
  /** Messages that were taken, each counted once. */
  delivered: number;
  /** Messages that came again after they were taken. */
  again: number;
  deadLetters: number;
}

/** An event on its way to a receiver, as the database has it. */
interface Row {
  name: string;
  id: string;
  seq: number;
  resource: string;
  status: string;
  attempts: number;
}

/** Effects and the events that tell of them; each of one side has its other side. */
const TOLD: readonly [what: string, effects: string, type: string][] = [
  ['a repayment', 'SELECT id FROM repayments', 'repayment.pending_verification'],
  [
    'a loan application',
    "SELECT id FROM loan_applications WHERE loan_status = 'REQUESTED' AND last_name LIKE '%-%-%-%-%'",
    'loan_application.requested',
  ],
  [
    'an accepted offer',
    "SELECT id FROM loan_applications WHERE loan_status = 'ACCEPTED'",
    'loan_application.accepted',
  ],
  ['a session', 'SELECT id FROM sessions', 'session.started'],
  ['the end of a session', 'SELECT id FROM sessions WHERE ended_at IS NOT NULL', 'session.ended'],
];

/**
 * Holds what was received against the events in the database, once all is settled: each event is of
 * an effect and each effect has its event; each was taken by each receiver or is a dead letter that
 * was tried as often as it may be; and of one resource none came before an earlier one, nor an
 * earlier one after it, but what says that it is late.
 *
 * @param before ids of effects that were there before anybody was registered
 * @param attempts how often a delivery may be tried
 */
export function judgeDeliveries(
  db: Db,
  receipts: readonly Receipt[],
  before: ReadonlySet<string>,
  attempts: number,
): Judged {
  const wrong: string[] = [];
  for (const [what, sql, type] of TOLD) {
    const effects = db.prepare<[], string>(sql).pluck().all() as string[];
    const told = db
      .prepare<[string], string>('SELECT resource FROM webhook_events WHERE type = ?')
      .pluck()
      .all(type) as string[];
    const events = new Set(told);
    const made = new Set(effects.filter((id) => !before.has(id)));
    wrong.push(...[...made].filter((id) => !events.has(id)).map(() => `no event tells of ${what}`));
    wrong.push(
      ...[...events]
        .filter((id) => !made.has(id))
        .map(() => `an event tells of ${what} that is not there`),
    );
    if (told.length !== events.size) {
      wrong.push(`two events tell of ${what}`);
    }
  }

  const rows = db
    .prepare<[], Row>(
      `SELECT p.description AS name, e.id, e.seq, e.resource, d.status, d.attempts
       FROM webhook_deliveries d JOIN webhook_events e ON e.seq = d.event
         JOIN webhook_endpoints p ON p.id = d.endpoint_id WHERE d.late = 0`,
    )
    .all();
  const taken = new Set(receipts.filter((each) => each.taken).map(({ to, id }) => `${to} ${id}`));
  for (const { name, id, status, attempts: tried } of rows) {
    const key = `${name} ${id}`;
    if (status !== 'DELIVERED' && status !== 'DEAD') {
      wrong.push(`${key} is ${status} still`);
    } else if (status === 'DELIVERED' && !taken.has(key)) {
      wrong.push(`${key} is DELIVERED, and nobody took it`);
    } else if (status === 'DEAD' && tried !== attempts) {
      wrong.push(`${key} is a dead letter after ${tried} attempts`);
    } else if (status === 'DEAD' && name === 'well') {
      wrong.push(`${key} is a dead letter, and its receiver is well`);
    }
  }

  const places = new Map<string, { seq: number; resource: string }>();
  const events = db
    .prepare<[], { id: string; seq: number; resource: string }>(
      'SELECT id, seq, resource FROM webhook_events',
    )
    .all();
  for (const { id, seq, resource } of events) {
    places.set(id, { seq, resource });
  }
  const latest = new Map<string, number>();
  for (const { to, id, late } of receipts) {
    const place = places.get(id);
    if (place === undefined) {
      wrong.push(`${to} was sent ${id}, which did not happen`);
    } else if (!late) {
      const key = `${to} ${place.resource}`;
      if (place.seq < (latest.get(key) ?? 0)) {
        wrong.push(`${to} was sent ${id} after a later one of its resource`);
      }
      latest.set(key, place.seq);
    }
  }
  return {
    wrong,
    events: events.length,
    delivered: taken.size,
    again: receipts.filter((each) => each.taken && !each.late).length - taken.size,
    deadLetters: rows.filter(({ status }) => status === 'DEAD').length,
  };
}
