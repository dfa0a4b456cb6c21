import { PHASES } from '../report/load-report.ts';

/** A sample of k6's CSV output that the report needs. */
export interface Sample {
  metric: string;
  /** milliseconds since 1970, with fractions: when it was taken, so at the end of a request */
  at: number;
  value: number;
  scenario: string;
  /** of HTTP metrics: the endpoint, the status (0 for none), k6's error code or 0 */
  name: string;
  status: number;
  errorCode: number;
  /** of HTTP metrics: whether the status is one that the script expects */
  expected: boolean;
  /** tags of our own metrics */
  tags: Record<string, string>;
}

/** k6 writes about 15 samples per request; all others are skipped by their name alone. */
const WANTED = new Set([
  'http_req_duration',
  ...PHASES.map((phase) => `http_req_${phase}`),
  'data_received',
  'data_sent',
  'wrong_answers',
  'judged_answers',
  'refused_answers',
  'listed_payments',
  'generator_lag',
  'token_failures',
  'states_exhausted',
  'journey_start',
  'iteration_duration',
  'dropped_iterations',
  'vus_max',
]);

/**
 * Reads k6's CSV as it comes, in pieces of any size, and hands on the samples that matter. Call
 * `end` after the last piece, but not where the output broke off: half a line would be read as a
 * whole one, with half a number or half the name of an endpoint.
 */
export function sampleReader(onSample: (sample: Sample) => void) {
  let rest = '';
  let columns: Columns | undefined;
  const readLine = (line: string) => {
    if (columns === undefined) {
      columns = columnsOf(line);
      return;
    }
    const metric = line.slice(0, line.indexOf(','));
    if (!WANTED.has(metric)) {
      return;
    }
    const fields = line.split(',');
    onSample({
      metric,
      at: Number(fields[columns.timestamp]) / 1000,
      value: Number(fields[columns.value]),
      scenario: fields[columns.scenario] ?? '',
      name: fields[columns.name] ?? '',
      status: Number(fields[columns.status]),
      errorCode: Number(fields[columns.errorCode]),
      expected: fields[columns.expected] === 'true',
      tags: tagsOf(fields[columns.tags] ?? ''),
    });
  };
  return {
    write(chunk: Buffer): void {
      const text = rest + chunk.toString('latin1');
      let start = 0;
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        readLine(text.slice(start, end));
        start = end + 1;
      }
      rest = text.slice(start);
    },
    end(): void {
      if (rest !== '') {
        readLine(rest);
      }
      rest = '';
    },
  };
}

interface Columns {
  timestamp: number;
  value: number;
  scenario: number;
  name: number;
  status: number;
  errorCode: number;
  expected: number;
  tags: number;
}

function columnsOf(header: string): Columns {
  const names = header.trim().split(',');
  const place = (name: string) => {
    const index = names.indexOf(name);
    if (index < 0) {
      throw new Error(`k6's CSV has no column ${name}: ${header}`);
    }
    return index;
  };
  return {
    timestamp: place('timestamp'),
    value: place('metric_value'),
    scenario: place('scenario'),
    name: place('name'),
    status: place('status'),
    errorCode: place('error_code'),
    expected: place('expected_response'),
    tags: place('extra_tags'),
  };
}

function tagsOf(text: string): Record<string, string> {
  if (text === '') {
    return {};
  }
  return Object.fromEntries(
    text.split('&').map((pair) => {
      const equals = pair.indexOf('=');
      return [pair.slice(0, equals), pair.slice(equals + 1)];
    }),
  );
}
