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

const DAY_MS = 24 * 60 * 60_000;

/** A day of a range, dd/MM/yyyy, in milliseconds. */
function dayOf(text: unknown): number {
  const [day, month, year] = String(text).split('/').map(Number);
  return Date.UTC(year ?? NaN, (month ?? NaN) - 1, day);
}

const isPlain = (text: unknown) => text === undefined || /^[ -~]*$/.test(String(text));

/** More than nothing and less than 5, or more than a million. */
const isOddAmount = (amount: number) => (amount > 0 && amount < 5) || amount > 1e6;

/** What a vendor need not take, and the specification does not refuse either. */
function isBeyondLimits(request: PlainRequest, endpoint: EndpointName | undefined): boolean {
  const body = objectOf(request.body) ?? {};
  switch (endpoint) {
    case 'awaiting-payments':
      return dayOf(body.toDate) - dayOf(body.fromDate) > 60 * DAY_MS;
    case 'request-loan':
      return (
        !isPlain(body.firstName) ||
        !isPlain(body.lastName) ||
        ![undefined, 'EMPLOYED'].includes(body.employmentStatus as string)
      );
    case 'repay-loan':
      return (
        isOddAmount(Number(body.repaymentAmount)) ||
        !isPlain(body.paymentNarration) ||
        Date.now() - Date.parse(String(body.paymentDate)) > 30 * DAY_MS
      );
    default:
      return false;
  }
}

const BEYOND = 'beyond the limits of this service';

/** A listing that fails says so; of what a framework refuses elsewhere the body is open. */
const FAILED = { status: 'FAILED', message: BEYOND };

const byLimits: Choice = {
  id: 'validation-first.limits',
  how: 'answers ranges of more than 60 days, small, huge and old payments, letters beside ASCII and who is not EMPLOYED with 400, whoever sends it',
  wrapping: () => ({
    layers: [
      async (request, next, { endpoint }) =>
        isBeyondLimits(request, endpoint)
          ? jsonAnswer(400, endpoint === 'awaiting-payments' ? FAILED : { errors: [BEYOND] })
          : next(request),
    ],
  }),
};

/** Section 7 says 401 of the token and gives no order of what is looked at. */
export const validationFirst: Axis = {
  id: 'validation-first',
  open: ['section 7: gives no order of what is looked at'],
  choices: [bySchema(400), bySchema(422), byDate, byLimits],
};
