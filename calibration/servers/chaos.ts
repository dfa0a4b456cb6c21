import { setTimeout } from 'node:timers/promises';
import { Random } from '../../fixtures/random.ts';
import { jsonAnswer, type Layer } from './exchange-layer.ts';

/** What goes wrong by chance, for people who test clients. */
export interface Chaos {
  /** Each answer waits as long as is drawn between both, in milliseconds. */
  latency?: { least: number; most: number };
  /** Share of requests that fail, 0 to 1. */
  errorRate?: number;
  /** Requests a second that one caller may send; what is beyond is 429 with Retry-After. */
  rateLimit?: number;
  /** What is drawn follows from it, request by request; a whole number from 0. */
  seed: number;
}

/** Holds up an answer, but not the end of a process whose server has stopped. */
function pause(milliseconds: number): Promise<unknown> {
  return setTimeout(milliseconds, undefined, { ref: false });
}

/**
 * Latency, errors and a rate limit before all else. What the n-th request meets is drawn from seed
 * and n. Of those that fail half are refused with 503 before anything happens, and half end with 500
 * although it has happened: what a client has an x-idempotency-key for.
 *
 * @param wait replaces the waiting of `latency`, in milliseconds
 */
export function chaosLayers(
  { latency, errorRate = 0, rateLimit, seed }: Chaos,
  wait: (milliseconds: number) => Promise<unknown> = pause,
): Layer[] {
  const random = new Random(seed, 'chaos');
  let count = 0;

  const chance: Layer = async (request, next) => {
    // Drawn at once: another request may use the same sequence while this one waits.
    random.at(count++);
    const milliseconds = latency ? random.between(latency.least, latency.most) : 0;
    const [fails, isLate] = [random.fraction() < errorRate, random.fraction() < 0.5];
    if (milliseconds > 0) {
      await wait(milliseconds);
    }
    if (fails && !isLate) {
      const body = { status: 'FAILED', message: 'refused on purpose; nothing was done' };
      const refused = jsonAnswer(503, body);
      return { ...refused, headers: { ...refused.headers, 'retry-after': '1' } };
    }
    const answer = await next(request);
    return fails ? jsonAnswer(500, { status: 'FAILED', message: 'lost on purpose' }) : answer;
  };

  return [...(rateLimit === undefined ? [] : [limiting(rateLimit)]), chance];
}

/** Most callers that are counted at once; whoever was seen longest ago is forgotten. */
const MOST_CALLERS = 10_000;

/** A bucket for each token, or for all that send none, that holds a second's requests. */
function limiting(perSecond: number): Layer {
  const buckets = new Map<string, { level: number; at: number }>();
  return async (request, next, { dependencies }) => {
    const caller = request.headers['x-auth-token'] ?? request.headers.authorization ?? '';
    const now = dependencies.clock.now();
    const { level, at } = buckets.get(caller) ?? { level: 0, at: now };
    const left = Math.max(0, level - (Math.max(0, now - at) / 1000) * perSecond);
    const isOver = left + 1 > perSecond;
    buckets.delete(caller);
    buckets.set(caller, { level: isOver ? left : left + 1, at: now });
    if (buckets.size > MOST_CALLERS) {
      buckets.delete(buckets.keys().next().value ?? '');
    }
    if (!isOver) {
      return next(request);
    }
    const refused = jsonAnswer(429, { status: 'FAILED', message: 'too many requests' });
    const seconds = Math.ceil((left + 1 - perSecond) / perSecond);
    return { ...refused, headers: { ...refused.headers, 'retry-after': String(seconds) } };
  };
}
