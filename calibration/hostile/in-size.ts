import { randomUUID } from 'node:crypto';
import { jsonAnswer, type Layer } from '../servers/exchange-layer.ts';
import { startWrapped } from '../servers/wrapped-server.ts';
import type { Hostile } from './hostile.ts';

/** Entries in a list that is sent whole, whatever page was asked for. */
const MANY = 5_000;

/** The size of the answers of a target that knows no measure, in bytes. */
const FIVE_MEGABYTES = 5_000_000;

const DEPTH = 100_000;

const DEEP = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;

/** Puts something into every answer that is a JSON object; what was in it stays. */
const stuffed =
  (stuffing: () => string): Layer =>
  async (request, next) => {
    const answer = await next(request);
    const object = answer.body.startsWith('{') ? answer.body.slice(1) : '}';
    const rest = object === '}' ? object : `,${object}`;
    return { ...answer, body: `{"stuffing":${stuffing()}${rest}` };
  };

/** As many bytes of payments as asked for, none like another, as a JSON array. */
function paymentsOf(bytes: number): string {
  const payment = { id: randomUUID(), currency: 'NGN', amount: 150000.5, reference: 'TRF-7Q4K9Z' };
  const text = JSON.stringify(payment);
  const count = Math.floor(bytes / (text.length + 1));
  // the first id is enough to make the whole different from every other
  const others = Array.from({ length: count - 1 }, (_, index) =>
    text.replace(payment.id, `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`),
  );
  return `[${[text, ...others].join(',')}]`;
}

/** Lists all of many payments, each on its own, on every page. */
const withoutPages: Layer = async (request, next, { endpoint }) => {
  const answer = await next(request);
  if (endpoint !== 'awaiting-payments' || answer.status !== 200) {
    return answer;
  }
  const body = JSON.parse(answer.body) as { data: { awaitingPayments: { id: string }[] } };
  const entries = body.data.awaitingPayments;
  if (entries.length === 0) {
    return answer;
  }
  const awaitingPayments = Array.from({ length: MANY }, (_, index) => {
    const entry = entries[index % entries.length];
    return index < entries.length ? entry : { ...entry, id: `${entry?.id}-${index}` };
  });
  return { ...answer, ...jsonAnswer(200, { ...body, data: { awaitingPayments } }) };
};

interface Behaviour {
  id: string;
  how: string;
  layer: Layer;
  verdicts: Hostile['verdicts'];
  deadlineMs?: number;
}

const BEHAVIOURS: Behaviour[] = [
  {
    id: 'lists-without-pages',
    how: 'conforms, but lists 5,000 payments on every page',
    layer: withoutPages,
    verdicts: ['not conformant'],
    deadlineMs: 60_000,
  },
  {
    id: 'answers-of-5-mb',
    how: 'conforms, but puts 5 MB of objects into every answer',
    layer: stuffed(() => paymentsOf(FIVE_MEGABYTES)),
    verdicts: ['incomplete', 'not conformant', 'conformant'],
  },
  {
    id: 'deep-in-every-answer',
    how: 'conforms, but puts an array nested 100,000 levels deep into every answer',
    layer: stuffed(() => DEEP),
    verdicts: ['incomplete', 'not conformant', 'conformant'],
  },
];

/** Targets that would fill the memory of whoever keeps what they send. */
export const IN_SIZE: readonly Hostile[] = BEHAVIOURS.map(({ layer, ...hostile }) => ({
  ...hostile,
  start: () => startWrapped({ layers: [layer] }),
}));
