import type { Context } from 'hono';
import type { AppEnv } from '../dependencies.ts';

/**
 * A header of a request. Where nobody has changed the request it is taken as node:http read it: the
 * adapter looks at name and value again at each of a dozen look-ups.
 *
 * @param name in small letters; none of which node:http keeps the first only, as `authorization`
 */
export function headerOf(c: Context<AppEnv>, name: string): string | undefined {
  const headers = c.env?.headers;
  if (headers === undefined) {
    return c.req.header(name);
  }
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
