import type { EndpointName } from '../../contract/endpoint-names.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { jsonAnswer, type PlainRequest } from '../servers/exchange-layer.ts';
import { objectOf, queryOf } from '../servers/requests.ts';
import type { Axis, Choice } from './variant.ts';

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

const PATIENCE_MS = 5 * 60_000;

/** The time at which the request was initiated (section 4.6) is long over, or not yet there. */
function isOutOfDate({ headers }: PlainRequest): boolean {
  const date = headers['x-fapi-auth-date'];
  return date !== undefined && Math.abs(Date.now() - Date.parse(date)) > PATIENCE_MS;
}

/** What is not valid by its schema comes first, answered with a status. */
const bySchema = (status: number): Choice => ({
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
});

const byDate: Choice = {
  id: 'validation-first.out-of-date',
  how: 'answers an x-fapi-auth-date that is minutes away with 400, whoever sends it',
  wrapping: () => ({
    layers: [
      async (request, next) =>
        isOutOfDate(request)
          ? jsonAnswer(400, { status: 'FAILED', message: 'the request is out of date' })
          : next(request),
    ],
  }),
};

/** Section 7 says 401 of the token and gives no order of what is looked at. */
export const validationFirst: Axis = {
  id: 'validation-first',
  open: ['section 7: gives no order of what is looked at'],
  choices: [bySchema(400), bySchema(422), byDate],
};
