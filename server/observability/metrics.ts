import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../dependencies.ts';
import { patternOf } from '../logger.ts';

/** Counts what a server does, for Prometheus to ask. */
export interface Metrics {
  /** Counts an answer; `seconds` is how long it took to make. */
  count(method: string, path: string, status: number, seconds: number): void;
  /** All of it in the text format of Prometheus, version 0.0.4. */
  text(): string;
}

/** Upper bounds of the histogram of durations, in seconds. */
const BOUNDS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
] as const;

/** Nanoseconds of a second: the unit of the event loop's delay. */
const NANO = 1e9;

interface Series {
  labels: string;
  /** Answers by the first bound that they keep; the last are beyond all. */
  buckets: number[];
  sum: number;
}

/**
 * Metrics of this process. Labels are routes' patterns, methods and status codes, all of them few:
 * nothing that a client sends becomes a series.
 *
 * Written here, since the client library of Prometheus would bring four packages and 4.6 MB, more
 * than the installation has left.
 */
export function createMetrics(): Metrics {
  const series = new Map<string, Series>();
  const delay = monitorEventLoopDelay();
  delay.enable();
  return {
    count(method, path, status, seconds) {
      const key = `${method} ${path} ${status}`;
      let one = series.get(key);
      if (one === undefined) {
        const labels = `method="${method}",path="${path}",status="${status}"`;
        one = { labels, buckets: Array<number>(BOUNDS.length + 1).fill(0), sum: 0 };
        series.set(key, one);
      }
      const at = BOUNDS.findIndex((bound) => seconds <= bound);
      const bucket = at === -1 ? BOUNDS.length : at;
      one.buckets[bucket] = (one.buckets[bucket] ?? 0) + 1;
      one.sum += seconds;
    },
    text() {
      const { user, system } = process.cpuUsage();
      const lines = [
        ...described(
          'assay_http_request_duration_seconds',
          'histogram',
          'Time to make an answer, by route',
        ),
        ...[...series.values()].flatMap(histogram),
        ...single('process_cpu_seconds_total', 'counter', 'Processor time', (user + system) / 1e6),
        ...single(
          'process_resident_memory_bytes',
          'gauge',
          'Resident memory',
          process.memoryUsage.rss(),
        ),
        ...single(
          'process_start_time_seconds',
          'gauge',
          'When the process started, since 1970',
          performance.timeOrigin / 1000,
        ),
        ...single(
          'nodejs_eventloop_lag_p99_seconds',
          'gauge',
          'How late the event loop came, since the last look',
          delay.percentile(99) / NANO,
        ),
      ];
      delay.reset();
      return `${lines.join('\n')}\n`;
    },
  };
}

/** Counts each answer of an application. */
export function measureRequests(metrics: Metrics): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const start = performance.now();
    await next();
    const seconds = (performance.now() - start) / 1000;
    metrics.count(methodOf(c.req.method), patternOf(c), c.res.status, seconds);
  };
}

/** A method of a client's own making must not become a series. */
function methodOf(method: string): string {
  return ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].includes(method) ? method : 'other';
}

function histogram({ labels, buckets, sum }: Series): string[] {
  const name = 'assay_http_request_duration_seconds';
  let below = 0;
  const counted = [...BOUNDS, '+Inf'].map((bound, at) => {
    below += buckets[at] ?? 0;
    return `${name}_bucket{${labels},le="${bound}"} ${below}`;
  });
  return [...counted, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${below}`];
}

function single(name: string, type: 'counter' | 'gauge', help: string, value: number): string[] {
  return [...described(name, type, help), `${name} ${value}`];
}

function described(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}
