import { STATUS_CODES } from 'node:http';
import type { Exchange } from '../../http/exchange.ts';
import type { Report } from '../report.ts';

/** HAR 1.2 says -1 where a size is not known, as of heads and of bodies that a report cuts. */
const UNKNOWN = -1;

/**
 * The exchanges that a report holds as HAR 1.2, each once, in the order they were sent; those of
 * checks that passed are not in a report. The comment of an entry names its checks and their
 * results. An exchange without an answer has status 0 and says in `_error` what came instead. The
 * report must be redacted.
 */
export function renderHar(report: Report): string {
  const seen = new Map<Exchange, string[]>();
  for (const { id, result, exchanges } of report.checks) {
    for (const exchange of exchanges) {
      seen.set(exchange, [...(seen.get(exchange) ?? []), `${id}: ${result}`]);
    }
  }
  const entries = [...seen]
    .toSorted(([a], [b]) => a.startedAt.localeCompare(b.startedAt))
    .map(([exchange, checks]) => entryOf(exchange, checks));
  const { kit, target, verdict, startedAt } = report;
  const log = {
    version: '1.2',
    creator: { name: kit.name, version: kit.version },
    entries,
    comment: `Conformance of ${target.name}, ${startedAt}: ${verdict}. The exchanges of checks that passed are not kept.`,
  };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

function entryOf(exchange: Exchange, checks: readonly string[]) {
  const { request, response, error, startedAt, durationMs, retries } = exchange;
  const time = Math.round(durationMs * 1000) / 1000;
  return {
    startedDateTime: startedAt,
    time,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairsOf(request.headers),
      queryString: queryOf(request.url),
      ...(request.body !== undefined && {
        postData: {
          mimeType: headerOf(request.headers, 'content-type') ?? '',
          params: [],
          text: request.body,
        },
      }),
      headersSize: UNKNOWN,
      bodySize: request.body === undefined ? 0 : UNKNOWN,
    },
    response: {
      status: response?.status ?? 0,
      statusText: STATUS_CODES[response?.status ?? 0] ?? '',
      httpVersion: response ? 'HTTP/1.1' : '',
      cookies: [],
      headers: pairsOf(response?.headers ?? {}),
      content: {
        size: response === undefined ? 0 : Buffer.byteLength(response.body),
        mimeType: headerOf(response?.headers ?? {}, 'content-type') ?? '',
        ...(response && { text: response.body }),
      },
      redirectURL: headerOf(response?.headers ?? {}, 'location') ?? '',
      headersSize: UNKNOWN,
      bodySize: UNKNOWN,
      ...(error && { _error: `${error.kind}: ${error.message}` }),
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: [
      ...checks,
      ...retries.map(({ reason, waitedMs }) => `sent again after ${waitedMs} ms: ${reason}`),
    ].join('; '),
  };
}

const pairsOf = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

const headerOf = (headers: Record<string, string>, wanted: string) =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];

function queryOf(url: string): { name: string; value: string }[] {
  return URL.canParse(url)
    ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value }))
    : [];
}
