import type { Environment } from '../environment.ts';
import type { JsonPath, Mistake } from '../mistakes.ts';
import type { Proxies } from './ways.ts';

/** The `proxy` of a target file. */
export interface ProxyEntry {
  url: string;
  user?: string;
  password?: string;
  noProxy?: string[];
}

/** Proxies as they were found, what is wrong with them, and what of them no report may show. */
export interface FoundProxies {
  proxies?: Proxies;
  mistakes: Mistake[];
  secrets: string[];
}

/**
 * The proxies of a target: those of its file, else those of the usual variables (HTTPS_PROXY,
 * HTTP_PROXY and NO_PROXY, in small letters too, which come first). Works on any JSON value.
 */
export function findProxies(entry: unknown, env: Environment): FoundProxies {
  return entry === undefined ? fromEnvironment(env) : fromFile(entry);
}

function fromFile(entry: unknown): FoundProxies {
  const { url, user, password, noProxy } = (entry ?? {}) as Partial<ProxyEntry>;
  if (typeof url !== 'string' || url === '') {
    return { mistakes: [], secrets: [] };
  }
  const parsed = proxyUrl(url);
  if (!parsed || /:\/\/[^/]*@/.test(url)) {
    const text = parsed
      ? 'has a user name or password in it; expected them as proxy.user and proxy.password'
      : NO_URL;
    return { mistakes: [{ path: ['proxy', 'url'], text }], secrets: [] };
  }
  parsed.username = typeof user === 'string' ? encodeURIComponent(user) : '';
  parsed.password = typeof password === 'string' ? encodeURIComponent(password) : '';
  return {
    proxies: {
      http: parsed.href,
      https: parsed.href,
      noProxy: Array.isArray(noProxy) ? noProxy.join(',') : '',
    },
    mistakes: [],
    secrets: secretsOf(parsed),
  };
}

function fromEnvironment(env: Environment): FoundProxies {
  const mistakes: Mistake[] = [];
  const secrets: string[] = [];
  const named = (name: string) => env[name.toLowerCase()] || env[name] || undefined;
  const urlOf = (name: string): string | undefined => {
    const value = named(name);
    if (value === undefined) {
      return undefined;
    }
    const url = proxyUrl(value);
    if (!url) {
      const path: JsonPath = [env[name.toLowerCase()] ? name.toLowerCase() : name];
      mistakes.push({ path, text: `(of the environment) ${NO_URL}` });
      return undefined;
    }
    secrets.push(...secretsOf(url));
    return url.href;
  };
  const http = urlOf('HTTP_PROXY');
  const https = urlOf('HTTPS_PROXY');
  const noProxy = named('NO_PROXY') ?? '';
  if (http === undefined && https === undefined) {
    return { mistakes, secrets };
  }
  const proxies = { ...(http && { http }), ...(https && { https }), noProxy };
  return { proxies, mistakes, secrets };
}

const NO_URL = 'is no http or https URL; expected one such as http://proxy.example:3128';

/** `proxy.example:3128` stands for `http://proxy.example:3128`, as it does for curl and Go. */
function proxyUrl(text: string): URL | undefined {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  return url && /^https?:$/.test(url.protocol) && url.hostname !== '' ? url : undefined;
}

/** The password as it was given and as it is sent (RFC 7617 section 2). */
function secretsOf({ username, password }: URL): string[] {
  if (password === '') {
    return [];
  }
  const plain = decodeURIComponent(password);
  const basic = `${decodeURIComponent(username)}:${plain}`;
  return [plain, password, Buffer.from(basic).toString('base64')];
}
