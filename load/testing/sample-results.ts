import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { RunEvent } from '../scripts/record/events.ts';
import { segmentsOf } from '../shares/segments.ts';

export const START = 1_795_000_000_000;
export const RUN: RunEvent = {
  ...{
    event: 'run',
    runId: 'run-1',
    journey: 'payment-listing',
    journeys: [],
    profile: 'smoke',
    rate: 10,
  },
  ...{
    durationSeconds: 2,
    warmUpSeconds: 0,
    seed: 1,
    scriptDigest: 'a'.repeat(64),
    segment: null,
    sequence: null,
  },
};
const HEADER =
  'metric_name,timestamp,metric_value,error_code,expected_response,name,scenario,status,extra_tags';

/** Lines of k6's CSV for an endpoint's answers after so many milliseconds. */
export function listed(latencies: readonly number[]): string {
  const lines = latencies.map(
    (latency, index) =>
      `http_req_duration,${(START + 10 * index + latency) * 1000},${latency},,true,awaiting-payments,payment-listing,200,`,
  );
  return [
    HEADER,
    `journey_start,${START * 1000},${START},,,,payment-listing,,`,
    ...lines,
    `listed_payments,${(START + 500) * 1000},20,,,,payment-listing,,`,
    ...['login', 'refresh'].map(
      (name) => `http_req_duration,${(START + 600) * 1000},5,,true,${name},sessions,200,`,
    ),
    '',
  ].join('\n');
}

/** Console output with these events. */
export const logged = (...messages: object[]) =>
  messages.map((message) => `${JSON.stringify({ msg: JSON.stringify(message) })}\n`).join('');

/**
 * Leaves in a folder what a k6 process does, for tests: share 0 or 1 of two, or the whole for any
 * other. Each part may be replaced.
 */
export async function leave(
  folder: string,
  name: string,
  share: number,
  changes: Partial<Left> = {},
): Promise<void> {
  const { segment = null, sequence = null } = segmentsOf(2)[share] ?? {};
  const {
    csv = gzipSync(listed([1, 2, 3])),
    console = logged({ ...RUN, segment, sequence }, { event: 'end' }),
    log = '',
  } = changes;
  await writeFile(join(folder, `${name}.csv.gz`), csv);
  await writeFile(join(folder, `${name}.console`), console);
  await writeFile(join(folder, `${name}.log`), log);
}

export interface Left {
  csv: Buffer;
  console: string;
  log: string;
}
