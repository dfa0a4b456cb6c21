import { randomUUID } from 'node:crypto';
import type { EndpointName } from '../../contract/endpoint-names.ts';
import { ENDPOINTS, type HostName } from '../../contract/endpoints.ts';
import type { Target } from '../../target/target.ts';
import type { CallOptions } from '../check-context.ts';
import { jsonOf } from './bodies/json-writing.ts';
import type { PlainRequest } from './client.ts';
import type { Device } from './devices.ts';
import {
  type FormHeaders,
  type HeaderNames,
  TOKEN_HEADER,
  type Writing,
} from './forms/other-forms.ts';
import { MADE_UP_TOKEN } from './made-up-token.ts';

/** A request with the secrets it carries, so that they can be redacted wherever they come back. */
interface BuiltRequest {
  plain: PlainRequest;
  secrets: string[];
}

/**
 * An address as a customer's provider gives it out, unless the target file has one: those kept for
 * documentation (RFC 5737) and for private networks are turned away by filters against forgery.
 */
export const CUSTOMER_ADDRESS = '102.88.34.10';

const HEADER_VALUES: Record<string, () => string> = {
  platform: () => 'WEB',
  uuid: () => randomUUID(),
  'content-type': () => 'application/json',
  'x-idempotency-key': () => randomUUID(),
  'x-fapi-auth-date': () => new Date().toISOString(),
  'x-fapi-customer-ip-address': () => CUSTOMER_ADDRESS,
  'x-fapi-interaction-id': () => randomUUID(),
};

/**
 * A request that carries every header listed for the endpoint and is changed by the options.
 * `device` is that of whoever sends it, any other where absent; `forms` are other forms of headers, and `writing`
 * is how the whole is written, which the options may override. A path parameter that is not given stays as an error, since no such
 * request is meant.
 */
export function buildRequest(
  target: Target,
  name: EndpointName,
  options: CallOptions,
  {
    forms = {},
    writing = {},
    device,
  }: { forms?: FormHeaders; writing?: Writing; device?: Device } = {},
): BuiltRequest {
  const endpoint = ENDPOINTS[name];
  const body =
    options.rawBody ?? (options.body === undefined ? undefined : jsonOf(options.body, writing));
  const headers = new Map<string, string>(
    Object.entries(target.headers).map(([header, value]) => [header.toLowerCase(), value]),
  );
  const ofTarget = new Set(headers.keys());
  for (const { name: header } of endpoint.headers) {
    const value = HEADER_VALUES[header.toLowerCase()];
    if (value && !ofTarget.has(header.toLowerCase())) {
      headers.set(header.toLowerCase(), value());
    }
  }
  for (const [header, value] of Object.entries(device ?? {})) {
    if (headers.has(header) && !ofTarget.has(header)) {
      headers.set(header, value);
    }
  }
  for (const [header, value] of Object.entries(forms)) {
    if (value === null) {
      headers.delete(header);
    } else if (!ofTarget.has(header)) {
      headers.set(header, value);
    }
  }
  if (body !== undefined) {
    headers.set('content-type', forms['content-type'] ?? 'application/json');
  }
  const token = options.as?.accessToken;
  if (token !== undefined) {
    if (options.bearer ?? forms[TOKEN_HEADER] === null) {
      headers.set('authorization', `Bearer ${token}`);
    } else {
      headers.set(TOKEN_HEADER, token);
    }
  }
  for (const [header, value] of Object.entries(options.headers ?? {})) {
    if (value === null) {
      headers.delete(header.toLowerCase());
    } else {
      headers.set(header.toLowerCase(), value);
    }
  }
  const host = options.baseUrl ?? hostUrl(target, options.host ?? endpoint.host);
  const url = host + pathOf(endpoint.path, options);
  return {
    plain: {
      method: endpoint.method,
      url,
      headers: Object.fromEntries(
        [...headers].map(([header, value]) => [
          writtenAs(header, options.headerNames ?? writing.names),
          value,
        ]),
      ),
      ...(body !== undefined && { body }),
    },
    secrets: token && token !== MADE_UP_TOKEN ? [token] : [],
  };
}

/** The name of a header, in small letters, as it is to be written. */
function writtenAs(header: string, names: HeaderNames | undefined): string {
  if (names === 'X-Auth-Token') {
    return header.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
  }
  return names === undefined ? header : header.toUpperCase();
}

function hostUrl(target: Target, host: HostName): string {
  return { base: target.baseUrl, lending: target.lendingUrl, investment: target.investmentUrl }[
    host
  ];
}

function pathOf(template: string, options: CallOptions): string {
  const spelled = template.replaceAll(/\{([^}]+)\}/g, (_, parameter: string) => {
    const value = options.path?.[parameter];
    if (value === undefined) {
      throw new Error(`the path needs a value for {${parameter}}`);
    }
    return encodeURIComponent(value);
  });
  const path = options.respell?.(spelled) ?? spelled;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined) {
      query.set(key, String(value));
    }
  }
  return query.size > 0 ? `${path}?${query}` : path;
}
