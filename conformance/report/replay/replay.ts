import { isUuid } from '../../../contract/values/uuid.ts';
import { JSON_TEXT } from '../../http/bodies/json-writing.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { headerValue } from '../../http/header-value.ts';
import { MADE_UP_TOKEN } from '../../http/made-up-token.ts';
import { tokenOf } from '../../http/token-of.ts';
import { sentAtOnce } from './at-once.ts';
import { curlOf } from './curl.ts';
import { forgedFrom, unsignedOfNothing } from './forgery.ts';
import type { Part } from './shell-word.ts';
import { Variables } from './variables.ts';

/** How exchanges are sent again. */
export interface Replay {
  /**
   * lines for a POSIX shell with curl, to be run one after the other; what was under way at one time
   * runs so again, up to a `wait`
   */
  lines: string[];
  /** what somebody has to put into which variables first; the lines ask for them by name */
  asked: { variable: string; value: string }[];
}

/** Requests of one check that a replay sends at most: the last ones, which decide. */
const MOST_REQUESTS = 12;

/** What an answer hands out that a later request may carry, and the variable that takes it. */
const HANDED_OUT = [
  { field: 'access_token', variable: 'TOKEN' },
  { field: 'refresh_token', variable: 'REFRESH_TOKEN' },
];

/** A new UUID of version 4 (RFC 9562 section 5.4). */
const NEW_UUID =
  "$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n' | sed 's/^\\(.\\{8\\}\\)\\(.\\{4\\}\\).\\(...\\).\\(...\\)\\(.\\{12\\}\\)$/\\1-\\2-4\\3-8\\4-\\5/')";

/** A time this near to the request is the time of the request, in milliseconds. */
const NOW_MS = 10_000;

/**
 * The lines that send a check's requests again, in their order: what has to be set, the logins whose
 * tokens are used, how forged tokens are made, and the requests. Secrets never stand in a line: a
 * variable takes each of them from an earlier answer or from whoever replays. Idempotency keys and
 * the times of requests are new each time, since the old ones would get the old answer; an offer that
 * was answered is asked for, since it can be answered only once.
 *
 * `sent` are the exchanges as they were sent, `redact` replaces secrets by `[redacted]`.
 */
export function replayOf(sent: readonly Exchange[], redact: (text: string) => string): Replay {
  const exchanges = sent.map((exchange) => withPlainSecrets(exchange, redact));
  const variables = new Variables(redact);
  const lines: string[] = [];
  for (const id of answeredOffers(exchanges)) {
    variables.ask(
      id,
      'LOAN_APPLICATION_ID',
      'an application of the caller in the state OFFER_SENT',
    );
  }
  const needed = exchanges.filter((exchange, index) =>
    isNeeded(exchange, exchanges.slice(index + 1)),
  );
  const outputsOf = (exchange: Exchange) => {
    const later = exchanges.slice(exchanges.indexOf(exchange) + 1);
    return HANDED_OUT.flatMap(({ field, variable }) => {
      const value = valueAt(jsonOf(exchange), field);
      return typeof value === 'string' && later.some((each) => uses(each, value))
        ? [{ field, value, variable }]
        : [];
    });
  };
  const parts = (text: string): Part[] => variables.parts(text);
  for (const group of sentAtOnce(needed, (exchange) => outputsOf(exchange).length > 0)) {
    lines.push(...group.flatMap((exchange) => made(exchange, variables)));
    const [exchange, second] = group;
    if (!exchange || second) {
      // Each answer is printed in one piece, so that they do not run into one another.
      const calls = group.map(({ request }) => curlOf(request, { parts }));
      lines.push(...calls.map((call) => `printf '%s\\n\\n' "$(${call})" &`), 'wait');
      continue;
    }
    const { request } = exchange;
    const outputs = outputsOf(exchange);
    if (outputs.length === 0) {
      lines.push(curlOf(request, { parts }));
      continue;
    }
    const call = curlOf(request, { parts, head: false });
    const [only, another] = outputs;
    if (only && !another) {
      lines.push(`${variables.name(only.value, only.variable)}=$(${call} | ${taking(only)})`);
      continue;
    }
    lines.push(`ANSWER=$(${call})`);
    for (const output of outputs) {
      lines.push(
        `${variables.name(output.value, output.variable)}=$(printf '%s\\n' "$ANSWER" | ${taking(output)})`,
      );
    }
  }
  const asked = variables.asked();
  return {
    lines: [
      ...asked.map(({ variable, what }) => `: "\${${variable}:?set it to ${what}}"`),
      ...lines,
    ],
    asked: asked.map(({ variable, value }) => ({ variable, value })),
  };
}

/** The exchange with the secrets of its body told without escapes, so that a variable can take their place. */
function withPlainSecrets(exchange: Exchange, redact: (text: string) => string): Exchange {
  const { request } = exchange;
  const body = request.body?.replace(JSON_TEXT, (text) => {
    const value: unknown = readJson(text);
    return typeof value === 'string' && redact(value) !== value ? JSON.stringify(value) : text;
  });
  return { ...exchange, request: { ...request, ...(body !== undefined && { body }) } };
}

/** The offers that were accepted or withdrawn, which can be done once (section 4.8). */
function answeredOffers(exchanges: readonly Exchange[]): string[] {
  return exchanges.flatMap(({ request, response }) => {
    const id = /\/update-application\/([^/?]{8,})/.exec(request.url)?.[1];
    return id && response && response.status < 300 ? [id] : [];
  });
}

/** Whether a login gives what a later request carries; any other request may have had an effect. */
function isNeeded(exchange: Exchange, later: readonly Exchange[]): boolean {
  if (later.length === 0) {
    return true;
  }
  const token = valueAt(jsonOf(exchange), 'access_token');
  if (exchange.request.url.endsWith('/login') && typeof token === 'string') {
    return HANDED_OUT.some(({ field }) => {
      const value = valueAt(jsonOf(exchange), field);
      return typeof value === 'string' && later.some((each) => uses(each, value));
    });
  }
  return later.length < MOST_REQUESTS;
}

/** Whether a request carries a value, or a token forged from it; an empty one is carried by none. */
function uses({ request }: Exchange, value: string): boolean {
  if (value === '') {
    return false;
  }
  const token = tokenOf(request.headers);
  return (
    token === value ||
    request.body?.includes(JSON.stringify(value)) ||
    (token !== undefined && forgedFrom(token, value, 'TOKEN') !== undefined)
  );
}

/** Takes a field out of JSON, without its escapes of `/`. */
const taking = ({ field, value }: { field: string; value: string }) =>
  `sed -n 's/.*"${field}" *: *"\\([^"]*\\)".*/\\1/p'${value.includes('/') ? " | tr -d '\\\\'" : ''}`;

/** Sees to it that each value of a request that must not stand in a line has a variable. */
function made({ request, startedAt }: Exchange, variables: Variables): string[] {
  const lines: string[] = [];
  const { headers, body } = request;
  const token = tokenOf(headers);
  if (token && token !== MADE_UP_TOKEN && !variables.has(token)) {
    const expression =
      variables.first((value, variable) => forgedFrom(token, value, variable)) ??
      unsignedOfNothing(token);
    if (expression) {
      lines.push(`${variables.name(token, 'FORGED')}=${expression}`);
    } else {
      variables.ask(token, 'TOKEN', 'the token that was sent');
    }
  }
  const key = headerValue(headers, 'x-idempotency-key');
  if (key && isUuid(key) && !variables.has(key)) {
    lines.push(`${variables.name(key, 'KEY')}=${NEW_UUID}`);
  }
  const time = headerValue(headers, 'x-fapi-auth-date') ?? '';
  if (Math.abs(Date.parse(time) - Date.parse(startedAt)) < NOW_MS && /T.*Z$/.test(time)) {
    variables.express(time, '"$(date -u +%Y-%m-%dT%H:%M:%SZ)"');
  }
  for (const [name, value] of Object.entries(headers)) {
    variables.askIfSecret(value, name, `the value of the header ${name}`);
  }
  for (const [name, value] of fieldsOf(body)) {
    const email = valueAt(JSON.parse(body ?? ''), 'email');
    const owner = typeof email === 'string' ? ` of ${email}` : '';
    const what = /password/i.test(name) ? `the password${owner}` : `the ${name} that was sent`;
    variables.askIfSecret(value, name, what);
  }
  return lines;
}

/** The texts of a JSON object's fields. */
function fieldsOf(body: string | undefined): [string, string][] {
  const value = readJson(body ?? '');
  return typeof value === 'object' && value !== null
    ? Object.entries(value).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      )
    : [];
}

/** What a text is as JSON; `undefined` where it is none. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
