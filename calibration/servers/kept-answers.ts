import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { Layer, LayerContext, PlainRequest, PlainResponse } from './exchange-layer.ts';

/**
 * Keeps the successful answers of an endpoint by key, and gives them again before anything else is looked
 * at, to whomever `isGiven` says.
 */
export const keepsAnswers =
  (
    endpoint: EndpointName,
    isGiven: (request: PlainRequest, context: LayerContext) => boolean,
  ): Layer =>
  async (request, next, context) => {
    const key = request.headers['x-idempotency-key'];
    if (context.endpoint !== endpoint || key === undefined) {
      return next(request);
    }
    const slot = `kept answer of ${endpoint} to ${key}`;
    const kept = context.memory.get(slot) as PlainResponse | undefined;
    if (kept && isGiven(request, context)) {
      return kept;
    }
    const response = await next(request);
    if (response.status === 200) {
      context.memory.set(slot, response);
    }
    return response;
  };
