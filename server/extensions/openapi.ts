import type { Hono } from 'hono';
import { publishedOpenApi } from '../../contract/openapi/published-openapi.ts';
import type { AppEnv } from '../dependencies.ts';
import { answer } from '../http/answer.ts';

/**
 * `GET /openapi.json`, and `GET /openapi-3.0.json` for tools that read no 3.1: the nine endpoints
 * and the extensions at the address that was asked. Needs no token, since the specification itself is no secret.
 */
export function addOpenApi(app: Hono<AppEnv>): void {
  for (const [path, version] of [
    ['/openapi.json', '3.1'],
    ['/openapi-3.0.json', '3.0'],
  ] as const) {
    app.get(path, (c) => {
      const { origin } = new URL(c.req.url);
      const servers = { base: origin, lending: origin, investment: origin };
      return answer(c, publishedOpenApi(servers, version, 'with extensions'));
    });
  }
}
