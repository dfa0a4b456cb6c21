import type { EndpointName } from '../../contract/endpoint-names.ts';
import { changed, withBody } from '../servers/answers.ts';
import type { Layer, PlainResponse } from '../servers/exchange-layer.ts';
import { editSuccess, succeeded } from './succeeded.ts';
import type { Axis } from './variant.ts';

const NO_BODY_SHOWN: readonly (EndpointName | undefined)[] = [
  'logout',
  'fetch-organisation-preference',
  'request-loan',
];

function unshownSuccess(change: (response: PlainResponse) => PlainResponse): Layer {
  return async (request, next, context) => {
    const response = await next(request);
    return NO_BODY_SHOWN.includes(context.endpoint) && succeeded(response, request, context)
      ? change(response)
      : response;
  };
}

/** Successful answers whose body is not shown (sections 4.3, 4.4, 4.6). */
export const unshownBody: Axis = {
  id: 'unshown-body',
  open: ['LGO-6', 'ORG-7'],
  choices: [
    ['empty', ''],
    ['empty-object', '{}'],
    ['empty-list', '[]'],
    ['null', 'null'],
    ['text', 'OK'],
  ].map(([way = '', body = '']) => ({
    id: `unshown-body.${way}`,
    how: `answers ${JSON.stringify(body)} where no body is shown`,
    wrapping: () => ({ layers: [unshownSuccess((response) => withBody(response, body))] }),
  })),
};

/** Fields that nobody asked for, in every object. */
function enrich(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(enrich);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const enriched = Object.entries(value).map(([key, each]) => [key, enrich(each)]);
  return { _links: { self: null }, ...Object.fromEntries(enriched), x_vendor: [1, 'two', {}] };
}

/** Extra fields are allowed everywhere. */
export const extraFields: Axis = {
  id: 'extra-fields',
  open: ['VER-4'],
  choices: [
    {
      id: 'extra-fields.everywhere',
      how: 'adds fields of its own to every object it answers',
      wrapping: () => ({
        layers: [
          async (request, next) => {
            const response = await next(request);
            try {
              return withBody(response, JSON.stringify(enrich(JSON.parse(response.body))));
            } catch {
              return response; // not JSON, so there is nothing to add to
            }
          },
        ],
      }),
    },
  ],
};

const PAYMENTS = 'data/awaitingPayments/*';

/** Values that were not seen in the specification, where it only gives values seen. */
export const unseenValues: Axis = {
  id: 'unseen-values',
  open: ['PAY-13', 'PAY-14', 'PAY-15', 'PAY-16'],
  choices: [
    {
      id: 'unseen-values.everywhere',
      how: 'answers values of open enumerations that nobody has seen',
      wrapping: () => ({
        layers: [
          editSuccess(
            'awaiting-payments',
            `${PAYMENTS}/payableType`,
            changed(() => 'INVOICE'),
          ),
          editSuccess(
            'awaiting-payments',
            `${PAYMENTS}/bankTransferLifeCycle`,
            changed(() => 'RECEIVED'),
          ),
          editSuccess(
            'awaiting-payments',
            `${PAYMENTS}/bankTransferFollowupActionType`,
            changed(() => 'ASK_AN_OFFICER'),
          ),
          editSuccess(
            'awaiting-payments',
            `${PAYMENTS}/mtoPaymentConfirmtionType`,
            changed(() => ''),
          ),
          editSuccess(
            'update-application',
            'data/employmentStatus',
            changed(() => 'RETIRED'),
          ),
          editSuccess(
            'update-application',
            'data/durationCounterUnitEnum',
            changed(() => 'FORTNIGHTS'),
          ),
        ],
      }),
    },
    {
      id: 'unseen-values.response-code',
      how: 'answers a responseCode of its own and confirms every payment',
      wrapping: () => ({
        layers: [
          editSuccess(
            'awaiting-payments',
            'responseCode',
            changed(() => 0),
          ),
          editSuccess(
            'awaiting-payments',
            `${PAYMENTS}/customerConfirmedPaymentDate`,
            changed(() => '2026-01-02'),
          ),
        ],
      }),
    },
  ],
};

/** Identifiers other than UUIDs, where section 2 says no more than string. */
export const identifiers: Axis = {
  id: 'identifiers',
  open: [
    'section 2.1: an id is a string of any form',
    'section 2.2: an id is a string of any form',
  ],
  choices: [
    {
      id: 'identifiers.numbers-as-text',
      how: 'names payments and tenants by other identifiers than UUIDs',
      wrapping: () => ({
        layers: [
          editSuccess(
            'awaiting-payments',
            `${PAYMENTS}/id`,
            changed((id) => `PMT/${String(id).slice(-9)}`),
          ),
          editSuccess(
            'login',
            'user/tenant_id',
            changed((id) => String(parseInt(String(id).slice(-7), 16))),
          ),
        ],
      }),
    },
  ],
};

/** Response headers are open but for the status code. */
export const responseHeaders: Axis = {
  id: 'response-headers',
  open: ['SVC-15'],
  choices: [
    {
      id: 'response-headers.charset',
      how: 'answers with a charset, a cookie and headers of a gateway, and echoes nothing',
      wrapping: () => ({
        layers: [
          async (request, next) => {
            const response = await next(request);
            return {
              ...response,
              headers: {
                'content-type': 'application/json;charset=ISO-8859-1',
                'set-cookie': 'route=abc; Path=/',
                'x-request-id': 'gateway-1',
                'cache-control': 'max-age=60',
              },
            };
          },
        ],
      }),
    },
    {
      id: 'response-headers.vendor-type',
      how: 'answers with a JSON type of its own',
      wrapping: () => ({
        layers: [
          async (request, next) => ({
            ...(await next(request)),
            headers: { 'content-type': 'application/vnd.acme.v1+json; charset=utf-8' },
          }),
        ],
      }),
    },
    {
      id: 'response-headers.none',
      how: 'answers without any header of its own, no Content-Type either',
      wrapping: () => ({
        layers: [async (request, next) => ({ ...(await next(request)), headers: {} })],
      }),
    },
  ],
};
