import { type Context, Hono } from 'hono';
import { ENDPOINT_NAMES, type EndpointName } from '../contract/endpoint-names.ts';
import { endpoint } from '../contract/endpoints.ts';
import type { GuardedName } from './authorization/rights.ts';
import type { AppEnv, Dependencies } from './dependencies.ts';
import { addDocumentation } from './documentation/documentation-page.ts';
import { addExtensions } from './extensions/extensions.ts';
import { addOpenApi } from './extensions/openapi.ts';
import { answerFailure } from './http/failure.ts';
import { guard } from './http/guard.ts';
import { patiently } from './http/patience.ts';
import { methodNotAllowed, notFound } from './http/refusal.ts';
import { logRequests } from './logger.ts';
import { addHealth } from './observability/health.ts';
import { measureRequests } from './observability/metrics.ts';
import { payloadOpener } from './payload-encryption/open-payload.ts';
import { answerSealer } from './payload-encryption/seal-answer.ts';
import { awaitingPayments } from './routes/awaiting-payments.ts';
import { fetchOrganisationPreference } from './routes/fetch-organisation-preference.ts';
import { login } from './routes/login.ts';
import { logout } from './routes/logout.ts';
import { portfolios } from './routes/portfolios.ts';
import { refresh } from './routes/refresh.ts';
import { repayLoan } from './routes/repay-loan.ts';
import { requestLoan } from './routes/request-loan.ts';
import type { GuardedRoute, OpenRoute } from './routes/route.ts';
import { updateApplication } from './routes/update-application.ts';
import { addTokenEndpoint } from './server-to-server/token-endpoint.ts';

export type { AppEnv, Bindings, Clock, Dependencies } from './dependencies.ts';

/** Login has no token yet, and refresh accepts one past its hour: they look for themselves. */
type OpenName = Exclude<EndpointName, GuardedName>;

/**
 * The reference server: the nine endpoints of section 4, as the endpoint table of the contract has
 * them, our own extensions, the OpenAPI document with its page, `/healthz` and `/readyz`. All three hosts of the specification are this
 * one application, since their paths differ.
 *
 * A GET with a body reaches it as `app.fetch(request, { body })`.
 */
export function createApp(dependencies: Dependencies): Hono<AppEnv> {
  const open: Record<OpenName, OpenRoute> = {
    login: login(dependencies),
    refresh: refresh(dependencies),
  };
  const guarded: Record<GuardedName, GuardedRoute> = {
    logout: logout(dependencies),
    'fetch-organisation-preference': fetchOrganisationPreference(dependencies),
    'awaiting-payments': awaitingPayments(dependencies),
    'request-loan': requestLoan(dependencies),
    'repay-loan': repayLoan(dependencies),
    'update-application': updateApplication(dependencies),
    portfolios: portfolios(dependencies),
  };

  const opened = payloadOpener(dependencies);
  const sealed = answerSealer(dependencies);

  const app = new Hono<AppEnv>();
  if (dependencies.logger.isLevelEnabled('info')) {
    app.use(logRequests(dependencies.logger));
  }
  if (dependencies.metrics) {
    app.use(measureRequests(dependencies.metrics));
  }
  for (const name of ENDPOINT_NAMES) {
    const { method, path } = endpoint(name);
    app.on(method, honoPath(path), handler(name));
  }
  addExtensions(app, dependencies);
  addTokenEndpoint(app, dependencies);
  addHealth(app, dependencies);
  addOpenApi(app);
  addDocumentation(app);
  refuseOtherMethods(app);
  app.notFound((c) => answerFailure(c, notFound('there is no such endpoint'), dependencies.logger));
  app.onError((error, c) => answerFailure(c, error, dependencies.logger));
  return app;

  function handler(name: EndpointName): (c: Context<AppEnv>) => Response | Promise<Response> {
    if (name === 'login' || name === 'refresh') {
      const route = open[name];
      return patiently((c) => sealed(c, () => opened(c, () => route(c))));
    }
    const route = guarded[name];
    const check = guard(name, dependencies);
    return patiently((c) => {
      const caller = check(c);
      return sealed(c, () => opened(c, () => route(c, caller)));
    });
  }
}

/** Answers the paths that are known, with other methods, by 405; after all routes are there. */
function refuseOtherMethods(app: Hono<AppEnv>): void {
  const known = app.routes.filter(({ method }) => method !== 'ALL');
  for (const [path, routes] of Map.groupBy(known, (route) => route.path)) {
    // Hono answers HEAD by GET.
    const allowed = routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : method));
    app.all(path, () => {
      throw methodNotAllowed(allowed);
    });
  }
}

/** `/repay-loan/{user-id}` is `/repay-loan/:user-id` to Hono. */
function honoPath(template: string): string {
  return template.replaceAll(/\{([a-z-]+)\}/g, ':$1');
}
