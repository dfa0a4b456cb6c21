import type { EndpointFigures, Gate, LoadReport } from '../report/load-report.ts';
import { holds } from '../run/gates.ts';
import { decodeHistogram, percentileOf } from '../samples/latency-histogram.ts';

/**
 * The gates of the whole, judged on merged figures: percentiles from the merged histograms, rates
 * weighted by the requests behind them, counts summed. k6 judges each instance by its own share only.
 */
export function mergedGates(
  parts: readonly LoadReport[],
  endpoints: readonly EndpointFigures[],
): Gate[] {
  const [first] = parts;
  return (first?.gates ?? []).map((gate) => {
    const value = figureOf(gate, parts, endpoints);
    // As in one run: nothing measured breaches no latency, but the count of answers, which is 0 then.
    return { ...gate, value, ok: value === null || holds(value, gate) };
  });
}

function figureOf(
  gate: Gate,
  parts: readonly LoadReport[],
  endpoints: readonly EndpointFigures[],
): number | null {
  const percentile = /^p\(([\d.]+)\)$/.exec(gate.statistic)?.[1];
  if (percentile !== undefined) {
    const found = endpoints.find(({ name }) => name === gate.endpoint);
    if (found === undefined || found.requests === 0) {
      return null;
    }
    return percentileOf(decodeHistogram(found.histogram), Number(percentile));
  }
  const measured = parts.flatMap((part) => {
    const same = part.gates.find(
      ({ metric, statistic }) => metric === gate.metric && statistic === gate.statistic,
    );
    return same === undefined || same.value === null ? [] : [{ part, value: same.value }];
  });
  if (measured.length === 0) {
    return null;
  }
  const total = measured.reduce((sum, { value }) => sum + value, 0);
  if (gate.statistic === 'count') {
    return total;
  }
  if (gate.statistic !== 'rate') {
    return null;
  }
  const weights = measured.map(({ part }) => requestsOf(part, gate.endpoint));
  const weight = weights.reduce((sum, each) => sum + each, 0);
  const weighted = measured.reduce((sum, { value }, at) => sum + value * (weights[at] ?? 0), 0);
  return weight === 0 ? total / measured.length : weighted / weight;
}

function requestsOf(part: LoadReport, endpoint: string | null): number {
  if (endpoint === null) {
    return part.totals.requests;
  }
  return part.endpoints.find(({ name }) => name === endpoint)?.requests ?? 0;
}
