import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { AppEnv, Dependencies } from './dependencies.ts';
import { answer } from './http/answer.ts';
import { readJson } from './http/body.ts';
import { answerFailure } from './http/failure.ts';
import { patiently } from './http/patience.ts';
import { invalid, notFound, Refusal, unauthorized } from './http/refusal.ts';
import { NoSuchState, statesOf } from './states.ts';

/** The text format of Prometheus. */
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The names of this machine's loopback, with any port. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * The states hook: `POST /states` with `{"state": "offer-sent"}` answers with the values of that
 * state as flat JSON, 404 where it is unknown or cannot be provided. It makes loans and hands out
 * tokens, so it belongs on a port of its own, bound to loopback, off unless asked for, and demands
 * `Authorization: Bearer <secret>`. A Host that is not loopback is refused: a page that a browser on
 * this machine shows could otherwise be led here by a name of its own (DNS rebinding).
 *
 * `GET /metrics`, under the same secret, answers with what Prometheus collects.
 */
export function createControlApp(dependencies: Dependencies, secret: string): Hono<AppEnv> {
  const states = statesOf(dependencies);
  const expected = digest(`Bearer ${secret}`);
  const app = new Hono<AppEnv>();

  app.use(async (c, next) => {
    if (!LOOPBACK.test(c.req.header('Host') ?? new URL(c.req.url).host)) {
      throw new Refusal(421, 'the Host must be localhost, 127.0.0.1 or [::1]');
    }
    // Digests are compared, so that neither content nor length of the secret shows in the time.
    if (!timingSafeEqual(digest(c.req.header('Authorization') ?? ''), expected)) {
      throw unauthorized('the control secret is missing or wrong');
    }
    await next();
  });

  const provideState = async (c: Context<AppEnv>) => {
    const body = await readJson(c);
    const name = typeof body === 'object' && body !== null && 'state' in body ? body.state : null;
    if (typeof name !== 'string') {
      throw invalid([{ path: 'body /state', message: 'must be the name of a state' }]);
    }
    const provide = states.get(name);
    if (provide === undefined) {
      throw notFound(`there is no state ${JSON.stringify(name)}`);
    }
    try {
      return answer(c, provide());
    } catch (error) {
      if (error instanceof NoSuchState) {
        throw notFound(error.message);
      }
      throw error;
    }
  };
  app.post('/states', patiently(provideState));

  const { metrics } = dependencies;
  if (metrics) {
    app.get('/metrics', (c) => c.text(metrics.text(), 200, { 'Content-Type': METRICS_TYPE }));
  }

  app.notFound((c) =>
    answerFailure(
      c,
      notFound('POST /states and GET /metrics are all there is'),
      dependencies.logger,
    ),
  );
  app.onError((error, c) => answerFailure(c, error, dependencies.logger));
  return app;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
