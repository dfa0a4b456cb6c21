import type { EndpointName } from '../../contract/endpoint-names.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { jsonAnswer, type PlainRequest } from '../servers/exchange-layer.ts';
import { objectOf, queryOf } from '../servers/requests.ts';
import type { Axis } from './variant.ts';

const WITH_BODY: readonly EndpointName[] = ['awaiting-payments', 'request-loan', 'repay-loan'];

const isNoNumber = (text: string | null) => text !== null && !/^\d+$/.test(text);

/** Whether a framework would refuse the request by its schema, before any code of the server's runs. */
function isInvalid(request: PlainRequest, endpoint: EndpointName): boolean {
  const query = queryOf(request);
  const lacks = ENDPOINTS[endpoint].headers.some(
    ({ name, required }) =>
      required === 'must' &&
      name !== 'X-Auth-Token' &&
      request.headers[name.toLowerCase()] === undefined,
  );
  const body = objectOf(request.body);
  return (
    lacks ||
    (WITH_BODY.includes(endpoint) && Object.keys(body ?? {}).length === 0) ||
    (endpoint === 'update-application' && !query.has('status')) ||
    isNoNumber(query.get('page')) ||
    isNoNumber(query.get('size'))
  );
}

/** Section 7 says 401 of the token and gives no order of what is looked at. */
export const validationFirst: Axis = {
  id: 'validation-first',
  open: ['section 7: gives no order of what is looked at'],
  choices: [400, 422].map((status) => ({
    id: `validation-first.${status}`,
    how: `answers what no schema lets through with ${status}, whoever sends it`,
    wrapping: () => ({
      layers: [
        async (request, next, { endpoint }) => {
          const response = await next(request);
          return response.status === 401 && endpoint && isInvalid(request, endpoint)
            ? jsonAnswer(status, { status: 'FAILED', message: 'the request is not valid' })
            : response;
        },
      ],
    }),
  })),
};
