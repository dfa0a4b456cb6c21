import { decodeBody } from '../http/bodies/body.ts';
import { KEPT_BYTES, parse, receiveBody } from '../http/bodies/received-body.ts';
import { type Exchange, holdJson } from '../http/exchange.ts';
import type { Relayed } from './relay.ts';

/** An exchange that passed by, with what is needed to judge it. */
export interface SeenExchange {
  exchange: Exchange;
  /** the whole body of the request as text, of which `exchange` may hold the beginning only */
  requestText: string | undefined;
  /** that body as JSON, or undefined where it is none */
  requestJson: unknown;
  /** whether all of request and answer was kept: what is cut cannot be judged */
  whole: boolean;
}

/** An exchange as the rules and the reports know it; its URL is the target's. */
export function relayedExchange(origin: string, relayed: Relayed): SeenExchange {
  const { method, path, requestHeaders, requestBody, answer, problem } = relayed;
  const requestText =
    requestBody === undefined || requestBody.length === 0
      ? undefined
      : requestBody.toString('utf8');
  const shownBody =
    requestText !== undefined && requestText.length > KEPT_BYTES
      ? `${requestText.slice(0, KEPT_BYTES)}… [cut, ${requestText.length} characters in all]`
      : requestText;
  const exchange: Exchange = {
    request: {
      method,
      url: `${origin}${path}`,
      headers: lowerCased(requestHeaders),
      ...(shownBody !== undefined && { body: shownBody }),
    },
    startedAt: relayed.startedAt.toISOString(),
    durationMs: relayed.durationMs,
    retries: [],
  };
  let whole = requestBody !== undefined && answer?.body !== undefined;
  if (answer) {
    const headers = lowerCased(answer.headers);
    const response = { status: answer.status, headers, body: '' };
    try {
      const bytes = answer.body ?? Buffer.from('[too large to be kept]');
      const decoded = decodeBody(bytes, headers['content-encoding']);
      const { text, parsed } = receiveBody(decoded);
      response.body = text;
      holdJson(response, parsed);
    } catch {
      whole = false; // too large once it is decompressed
    }
    exchange.response = response;
  } else {
    exchange.error = { kind: 'reset', message: problem ?? 'no answer' };
  }
  const sent = requestText === undefined ? undefined : parse(requestText);
  const requestJson = sent && 'value' in sent ? sent.value : undefined;
  return { exchange, requestText, requestJson, whole };
}

/** Headers by their name in lower case; of one that came twice, both values. */
function lowerCased(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const value = raw[at + 1] ?? '';
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}
