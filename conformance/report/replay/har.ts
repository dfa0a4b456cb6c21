import { STATUS_CODES } from 'node:http';
import { writeWhole } from '../../../contract/write-whole.ts';
import type { Exchange } from '../../http/exchange.ts';
import { headerValue } from '../../http/header-value.ts';
import type { Sent } from '../../http/traffic.ts';
import type { Redactor } from '../../redaction/redact.ts';
import { redactJson } from '../../redaction/redact-json.ts';
import { redactExchange } from '../redact-report.ts';
import type { Report } from '../report.ts';

/** HAR 1.2 says -1 where a size is not known, as of heads and of bodies that a report cuts. */
const UNKNOWN = -1;

/**
 * Writes every exchange of a run as HAR 1.2, one after the other, so that a run of any length takes
 * the memory of one. The comment of an entry names what it was sent for, and of the checks in whose
 * evidence it is the results. An exchange without an answer has status 0 and says in `_error` what
 * came instead. Secrets are taken out of each as of a report. The file is complete or not there.
 *
 * @throws UnwrittenError when it cannot be written
 */
export async function writeHar(
  path: string,
  report: Report,
  sent: Iterable<Sent>,
  redactor: Redactor,
): Promise<void> {
  await writeWhole(path, partsOf(report, sent, redactor));
}

function* partsOf(report: Report, sent: Iterable<Sent>, redactor: Redactor): Generator<string> {
  const results = resultsOf(report);
  // A password that is a word of HAR, of HTTP or of our ids tells nothing where that word stands.
  const own = redactor.without(JSON.stringify([BLANK, report.checks.map(({ id }) => id)]));
  const { kit, target, verdict, startedAt, requests } = report;
  const creator = { name: kit.name, version: kit.version };
  yield `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`;
  let count = 0;
  for (const { exchange, sentFor } of sent) {
    const comments = [`for ${sentFor}`, ...(results.get(keyOf(exchange)) ?? [])];
    const entry = entryOf(redactExchange(redactor)(exchange), comments);
    yield `${count === 0 ? '' : ','}\n${redactJson(JSON.stringify(entry), own.text)}`;
    count += 1;
  }
  const missing = requests > count ? ` ${requests - count} requests or more are missing.` : '';
  const comment = `Conformance of ${target.name}, ${startedAt}: ${verdict}.${missing}`;
  yield `\n],"comment":${JSON.stringify(comment)}}}\n`;
}

/** The checks in whose evidence an exchange is, with their results, by `keyOf`. */
function resultsOf(report: Report): Map<string, string[]> {
  const results = new Map<string, string[]>();
  for (const { id, result, exchanges } of report.checks) {
    for (const exchange of exchanges) {
      const key = keyOf(exchange);
      results.set(key, [...(results.get(key) ?? []), `${id}: ${result}`]);
    }
  }
  return results;
}

/** No two of a run took the same time to the nanosecond; a report may show less of a body. */
const keyOf = ({ startedAt, durationMs }: Exchange) => `${startedAt} ${durationMs}`;

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
          mimeType: headerValue(request.headers, 'content-type') ?? '',
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
        mimeType: headerValue(response?.headers ?? {}, 'content-type') ?? '',
        ...(response && { text: response.body }),
      },
      redirectURL: headerValue(response?.headers ?? {}, 'location') ?? '',
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

function queryOf(url: string): { name: string; value: string }[] {
  return URL.canParse(url)
    ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value }))
    : [];
}

/** An entry that holds nothing but words of HAR. */
const BLANK = entryOf(
  {
    request: { method: 'GET', url: '', headers: { 'content-type': 'application/json' }, body: '' },
    response: { status: 200, headers: {}, body: '' },
    startedAt: '',
    durationMs: 0,
    retries: [],
  },
  ['for '],
);
