import { describe, expect, it } from 'vitest';
import type { Sample } from '../samples/sample-reader.ts';
import { figuresLine } from './figures-line.ts';
import { liveCharts } from './live-charts.ts';
import { LiveFigures } from './live-figures.ts';

/** When the load began, in milliseconds since 1970. */
const START = 1_800_000_000_000;

function sample(
  metric: string,
  second: number,
  value: number,
  change: Partial<Sample> = {},
): Sample {
  return {
    ...{ metric, at: START + 1000 * second, value, scenario: 'lending', name: 'login' },
    ...{ status: 200, errorCode: 0, expected: true, tags: {} },
    ...change,
  };
}

function begun(durationSeconds = 10): LiveFigures {
  const figures = new LiveFigures(['lending'], durationSeconds, 1);
  figures.take(sample('journey_start', 0, START));
  return figures;
}

const at = (second: number) => START + 1000 * second;

describe('the figures of a load that goes on', () => {
  it('are the rate asked and achieved, percentiles, errors by kind, drops and virtual users', () => {
    const figures = begun();
    figures.ask(5, at(0.5));
    for (let request = 1; request <= 100; request++) {
      figures.take(sample('http_req_duration', 0.9, request));
    }
    for (const second of [0.2, 0.4, 0.6, 0.8]) {
      figures.take(sample('iteration_duration', second, 100));
    }
    figures.take(sample('http_req_duration', 0.9, 3, { status: 500, expected: false }));
    figures.take(sample('wrong_answers', 0.9, 2, { tags: { endpoint: 'login', kind: 'schema' } }));
    figures.take(sample('dropped_iterations', 0.9, 1));
    figures.take(sample('vus_max', 0.9, 20));
    figures.take(sample('vus_max', 0.9, 30), 1);
    const soFar = figures.soFar(at(2.6));
    expect(soFar).toMatchObject({
      ...{ elapsedSeconds: 2.6, rateAsked: 5, rateAchieved: 4, requests: 101 },
      ...{ errors: { 'status-500': 1, schema: 2 }, droppedIterations: 1, virtualUsers: 50 },
    });
    expect(soFar.latency?.p50).toBeCloseTo(50, 0);
    expect(soFar.latency?.p99).toBeCloseTo(99, 0);
    expect(figuresLine(soFar)).toMatch(
      /^4\.00\/s of 5\.00\/s, p50 .*, p99 .* ms, 2 schema, 1 status-500, 1 dropped, 50 VUs$/,
    );
  });

  it('leave out iterations of the background, the states hook and refused tokens', () => {
    const figures = begun();
    figures.take(sample('iteration_duration', 0.5, 1, { scenario: 'refresh' }));
    figures.take(sample('http_req_duration', 0.5, 1, { name: 'states' }));
    figures.take(sample('http_req_duration', 0.5, 1, { name: 'repay-loan', status: 401 }));
    expect(figures.soFar(at(3))).toMatchObject({ rateAchieved: 0, requests: 0, latency: null });
  });

  it('take no answer for no fast one', () => {
    const figures = begun();
    const lost = { status: 0, expected: false };
    figures.take(sample('http_req_duration', 0.5, 0, lost));
    expect(figures.soFar(at(1))).toMatchObject({ errors: { connection: 1 }, latency: null });
    figures.take(sample('http_req_duration', 0.9, 1000, { ...lost, errorCode: 1050 }));
    expect(figures.soFar(at(1)).errors).toEqual({ connection: 1, timeout: 1 });
    expect(figures.soFar(at(1)).latency?.p50).toBeCloseTo(1000, -1);
  });

  it('put a request where it began, and tell of a second when all of it has come', () => {
    const figures = begun();
    figures.take(sample('http_req_duration', 1.2, 500));
    figures.take(sample('http_req_duration', 1.4, 100));
    expect(figures.course(at(2.4))).toHaveLength(0);
    const [first, second] = figures.course(at(3.6));
    expect(first?.latency?.p50).toBeCloseTo(500, -1);
    expect(second?.latency?.p50).toBeCloseTo(100, -1);
  });

  it('keep at most 400 stretches of a run of a week, and close those that get no more', () => {
    const week = 7 * 86_400;
    const figures = begun(week);
    for (let second = 0; second < week; second += 600) {
      figures.take(sample('http_req_duration', second, 10));
    }
    const course = figures.course(at(week));
    expect(course.length).toBeGreaterThan(350);
    expect(course.length).toBeLessThanOrEqual(400);
    expect(course[0]?.latency?.p50).toBeCloseTo(10, 1);
  });

  it('leave out what begins in the warm-up, and say for how long yet', () => {
    const figures = new LiveFigures(['lending'], 10, 1, 5);
    figures.take(sample('journey_start', 0, START));
    figures.ask(20, at(2));
    figures.take(sample('vus_max', 1, 7));
    figures.take(sample('http_req_duration', 5.2, 900));
    figures.take(sample('http_req_duration', 2, 3, { status: 500, expected: false }));
    figures.take(sample('dropped_iterations', 4, 3));
    figures.take(sample('wrong_answers', 4, 1, { tags: { endpoint: 'login', kind: 'schema' } }));
    const warming = figures.soFar(at(2));
    expect(warming).toMatchObject({
      ...{ elapsedSeconds: 0, warmUpSeconds: 3, requests: 0, errors: {}, droppedIterations: 0 },
      ...{ latency: null, virtualUsers: 7 },
    });
    expect(figuresLine(warming)).toBe('warming up for another 3 s, which is in no figure, 7 VUs');
    figures.ask(5, at(6));
    figures.take(sample('http_req_duration', 6, 10));
    expect(figures.soFar(at(8))).toMatchObject({
      elapsedSeconds: 3,
      warmUpSeconds: 0,
      requests: 1,
    });
    expect(figures.course(at(8))[0]).toMatchObject({ rateAsked: 20, dropped: 0, errors: {} });
  });

  it('begin anew for another step of a search', () => {
    const figures = begun();
    figures.take(sample('http_req_duration', 0.5, 10));
    figures.restart();
    expect(figures.soFar(at(9))).toMatchObject({ elapsedSeconds: 0, requests: 0, latency: null });
  });

  it('are four plots, that of errors only once there are some', () => {
    const figures = begun();
    const viewsOf = () =>
      liveCharts(figures.course(at(4))).map(({ id, views, series }) => [
        id,
        views.length,
        series.length,
      ]);
    figures.take(sample('vus_max', 1, 20));
    expect(viewsOf()).toEqual([
      ['latency', 1, 3],
      ['rate', 1, 3],
      ['errors', 0, 0],
      ['users', 1, 1],
    ]);
    figures.take(sample('http_req_duration', 1, 3, { status: 503, expected: false }));
    expect(viewsOf()[2]).toEqual(['errors', 1, 1]);
  });
});
