import {
  asked,
  DONE,
  type Extension,
  exactly,
  listOf,
  MOMENT,
  MOMENT_OR_NULL,
  OURS,
  oneOf,
  success,
  TEXT,
  UUID,
} from './extension.ts';

const COMMON = { named: '6', tag: 'Webhooks' } as const;

/** What events are of; the part of an event's type before the full stop. */
export const EVENT_AREAS = [
  'login',
  'session',
  'payment',
  'loan_application',
  'repayment',
] as const;

/** A type such as `loan_application.accepted`, or what comes before its full stop. */
const EVENT_TYPE = {
  type: 'string',
  pattern: `^(${EVENT_AREAS.join('|')})(\\.[a-z_]{1,60})?$`,
};

/** What becomes of a delivery. */
export const DELIVERY_STATUSES = ['WAITING', 'PENDING', 'DELIVERED', 'DEAD'] as const;

const URL_TEXT = { ...TEXT, maxLength: 2048 };

const ENDPOINT = {
  id: UUID,
  url: URL_TEXT,
  description: { type: 'string' },
  eventTypes: listOf(EVENT_TYPE),
  createdDate: MOMENT,
  oldSecretUntil: MOMENT_OR_NULL,
};

/** With the secret, which no later answer shows. */
const SHOWN_ONCE = success(
  exactly({ ...ENDPOINT, secret: { type: 'string', pattern: '^whsec_[A-Za-z0-9+/]+=*$' } }),
);

const DELIVERY = {
  id: UUID,
  endpointId: UUID,
  eventId: TEXT,
  type: TEXT,
  occurredDate: MOMENT,
  deliveryStatus: oneOf(DELIVERY_STATUSES),
  late: { type: 'boolean' },
  attempts: { type: 'integer', minimum: 0 },
  nextAttemptDate: MOMENT_OR_NULL,
  settledDate: MOMENT_OR_NULL,
};

const ATTEMPT = exactly({
  number: { type: 'integer', minimum: 1 },
  startedDate: MOMENT,
  milliseconds: { type: 'integer', minimum: 0 },
  statusCode: { type: ['integer', 'null'] },
  problem: { type: ['string', 'null'] },
});

/** Webhooks (section 6): who is told, and what became of it. */
export const WEBHOOKS = {
  'list-webhook-endpoints': {
    ...COMMON,
    summary: "List the organisation's webhook endpoints, without their secrets",
    method: 'GET',
    path: `${OURS}/webhook-endpoints`,
    response: success(exactly({ webhookEndpoints: listOf(exactly(ENDPOINT)) })),
    successStatus: 200,
  },
  'create-webhook-endpoint': {
    ...COMMON,
    summary: 'Register a URL that is told of events; its secret is shown this once',
    method: 'POST',
    path: `${OURS}/webhook-endpoints`,
    request: {
      schema: asked(
        {
          url: URL_TEXT,
          description: { type: 'string', maxLength: 200 },
          eventTypes: { ...listOf(EVENT_TYPE), maxItems: 50 },
        },
        ['description', 'eventTypes'],
      ),
      example: {
        url: 'https://hooks.example/assay',
        description: 'ledger',
        eventTypes: ['repayment', 'loan_application.accepted'],
      },
    },
    response: SHOWN_ONCE,
    successStatus: 201,
  },
  'remove-webhook-endpoint': {
    ...COMMON,
    summary: 'Remove a webhook endpoint; nothing goes to it once this is answered',
    method: 'DELETE',
    path: `${OURS}/webhook-endpoints/{id}`,
    response: DONE,
    successStatus: 200,
  },
  'rotate-webhook-secret': {
    ...COMMON,
    summary: 'Give a webhook endpoint a new secret; the old one signs along for 24 hours',
    method: 'POST',
    path: `${OURS}/webhook-endpoints/{id}/rotate`,
    response: SHOWN_ONCE,
    successStatus: 200,
  },
  'list-webhook-deliveries': {
    ...COMMON,
    summary: 'List what was, is and will be delivered to an endpoint, the latest first',
    method: 'GET',
    path: `${OURS}/webhook-endpoints/{id}/deliveries`,
    query: [
      {
        name: 'status',
        required: false,
        meaning: 'only those of this status; DEAD are the dead letters',
        schema: oneOf(DELIVERY_STATUSES),
        example: 'DEAD',
      },
      {
        name: 'page',
        required: false,
        meaning: 'starts at 1, the default',
        schema: { type: 'integer', minimum: 1 },
        example: 1,
      },
      {
        name: 'size',
        required: false,
        meaning: 'default 20, at most 500',
        schema: { type: 'integer', minimum: 1, maximum: 500 },
        example: 20,
      },
    ],
    response: success(exactly({ deliveries: listOf(exactly(DELIVERY)) })),
    successStatus: 200,
  },
  'show-webhook-delivery': {
    ...COMMON,
    summary: 'Show a delivery with its attempts',
    method: 'GET',
    path: `${OURS}/webhook-deliveries/{id}`,
    response: success(exactly({ ...DELIVERY, log: listOf(ATTEMPT) })),
    successStatus: 200,
  },
  'replay-webhook-delivery': {
    ...COMMON,
    summary: 'Deliver an event again, which says that it is late',
    method: 'POST',
    path: `${OURS}/webhook-deliveries/{id}/replay`,
    response: success(exactly(DELIVERY)),
    successStatus: 201,
  },
} satisfies Record<string, Extension>;
