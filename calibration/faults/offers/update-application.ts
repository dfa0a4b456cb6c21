import { lendingDesk } from '../../../server/lending-desk.ts';
import {
  becomes,
  changed,
  edit,
  editBody,
  gone,
  renamed,
  replace,
  withBody,
} from '../../servers/answers.ts';
import { pathParameterOf } from '../../servers/endpoint-of.ts';
import { jsonAnswer, type Layer } from '../../servers/exchange-layer.ts';
import {
  amend,
  queryOf,
  supplyHeader,
  withPathParameter,
  withQuery,
} from '../../servers/requests.ts';
import { callerOf, standardUser } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { named } from './update-application-states.ts';

const endpoint = 'update-application' as const;

const STRINGS = [
  'applicationId',
  'loanProductId',
  'userName',
  'productName',
  'currencyCode',
  'employmentStatus',
  'loanApplicationcreatedDate',
  'userId',
  'durationCounterUnitEnum',
  'requestedLoanAmount',
  'loanStatus',
  'monthlyIncome',
  'dateOfBirth',
  'loanDuration',
];
const NUMBERS = ['requestedLoanAmount', 'monthlyIncome', 'loanDuration'];

/** Names that somebody would rather give. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  applicationId: 'loanApplicationId',
  loanApplicationcreatedDate: 'loanApplicationCreatedDate',
  requestedLoanAmount: 'requestedloanAmount',
  loanStatus: 'loanApplicationStatusEnum',
  currencyCode: 'currency',
};

const wrongFields: Fault[] = STRINGS.flatMap((field, place) => {
  const isNumber = NUMBERS.includes(field);
  const ways = {
    missing: gone,
    null: becomes(null),
    ...(isNumber ? { 'a-string': changed(String) } : { 'a-number': becomes(12345) }),
    renamed: renamed(OTHER_NAMES[field] ?? field.toLowerCase()),
  };
  return Object.entries(ways).map(([way, change]) => ({
    id: `update-application.${field}.${way}`,
    breaks: `APP-${place + 1}`,
    caughtBy: `update-application.field.${field}`,
    how: `data.${field} is ${way.replaceAll('-', ' ')} in the answer to an offer.`,
    layers: [edit(endpoint, `data/${field}`, change)],
  }));
});

const onlyWhenWithdrawn: Fault[] = [
  { field: 'loanProductId', breaks: 'APP-2', change: gone },
  { field: 'monthlyIncome', breaks: 'APP-12', change: changed(String) },
].map(({ field, breaks, change }) => ({
  id: `update-application.${field}.wrong-when-withdrawn`,
  breaks,
  caughtBy: `update-application.field.${field}`,
  how: `data.${field} is wrong only in the answer to a withdrawal.`,
  layers: [
    edit(
      endpoint,
      `data/${field}`,
      change,
      ({ status, body }) => status === 200 && body.includes('WITHDRAWN'),
    ),
  ],
}));

const wrongAnswers: Fault[] = [
  ...Object.entries({ missing: gone, null: becomes(null), 'a-number': becomes(200) }).map(
    ([way, change]) => ({
      id: `update-application.status.${way}`,
      breaks: 'APP-33',
      caughtBy: 'update-application.status',
      how: `status of the answer to an offer is ${way.replaceAll('-', ' ')}.`,
      layers: [edit(endpoint, 'status', change)],
    }),
  ),
  ...['OK', 'success', ''].map((status) => ({
    id: `update-application.status.${status || 'empty'}`,
    breaks: 'APP-43',
    caughtBy: 'update-application.status-success',
    how: `status of the answer to an offer is "${status}".`,
    layers: [edit(endpoint, 'status', becomes(status))],
  })),
  ...Object.entries({
    missing: gone,
    null: becomes(null),
    'a-list': changed((data) => [data]),
    'the-id-only': changed((data) => (data as { applicationId: string }).applicationId),
  }).map(([way, change]) => ({
    id: `update-application.data.${way}`,
    breaks: 'APP-34',
    caughtBy: 'update-application.data',
    how: `data of the answer to an offer is ${way.replaceAll('-', ' ')}.`,
    layers: [edit(endpoint, 'data', change)],
  })),
  {
    id: 'update-application.data.not-wrapped',
    breaks: 'APP-34',
    caughtBy: 'update-application.data',
    how: 'The application is not in data but beside status.',
    layers: [
      editBody(endpoint, (body) => {
        const { status, data } = body as { status: string; data: object };
        return { status, ...data };
      }),
    ],
  },
  {
    id: 'update-application.body-not-json',
    breaks: 'SVC-12',
    caughtBy: 'update-application.data',
    how: 'The answer to an offer is XML.',
    layers: [replace(endpoint, (response) => withBody(response, '<status>SUCCESS</status>'))],
    alsoCaughtBy: [
      { checks: ['update-application.status'], because: 'what is not JSON has no status either' },
    ],
  },
  {
    id: 'update-application.accepted-stays-offer',
    breaks: 'APP-15',
    caughtBy: 'update-application.accepted',
    how: 'status=true is answered with loanStatus OFFER_SENT.',
    layers: [editLoanStatus('ACCEPTED', 'OFFER_SENT')],
  },
  {
    id: 'update-application.accepted-is-approved',
    breaks: 'APP-15',
    caughtBy: 'update-application.accepted',
    how: 'status=true leads to APPROVED.',
    layers: [editLoanStatus('ACCEPTED', 'APPROVED')],
  },
  {
    id: 'update-application.withdrawn-is-rejected',
    breaks: 'APP-16',
    caughtBy: 'update-application.withdrawn',
    how: 'status=false leads to REJECTED.',
    layers: [editLoanStatus('WITHDRAWN', 'REJECTED')],
  },
  {
    id: 'update-application.any-answer-accepts',
    breaks: 'APP-16',
    caughtBy: 'update-application.withdrawn',
    how: 'status=false accepts the offer, as the text "false" is taken for true.',
    layers: [
      amend(endpoint, (request) =>
        queryOf(request).get('status') === 'false'
          ? withQuery(request, { status: 'true' })
          : undefined,
      ),
    ],
  },
  {
    id: 'update-application.withdrawing-refused',
    breaks: 'APP-16',
    caughtBy: 'update-application.withdraw.succeeds',
    how: 'Offers can be accepted, but no withdrawal is taken.',
    layers: [
      replace(
        endpoint,
        () => jsonAnswer(400, { status: 'FAILED', message: 'cannot be withdrawn' }),
        ({ status }, request) => status === 200 && queryOf(request).get('status') === 'false',
      ),
    ],
  },
  {
    id: 'update-application.another-application',
    breaks: 'APP-17',
    caughtBy: 'update-application.answered-application',
    how: 'The answer names another application than the path.',
    layers: [edit(endpoint, 'data/applicationId', becomes('6f1c2f6e-8f2c-4a55-9a45-0b8f14f1a001'))],
  },
  {
    id: 'update-application.applicationId.of-the-first',
    breaks: 'APP-17',
    caughtBy: 'update-application.answered-application',
    how: 'Every answer shows the application that was answered first.',
    layers: [
      editBody(endpoint, (body, _request, { memory }) => {
        const { data } = body as { data: Record<string, unknown> };
        if (!memory.has('first')) {
          memory.set('first', data.applicationId);
        }
        data.applicationId = memory.get('first');
      }),
    ],
  },
];

function editLoanStatus(right: string, wrong: string): Layer {
  return edit(
    endpoint,
    'data/loanStatus',
    changed((status) => (status === right ? wrong : status)),
  );
}

const HEADERS = [
  ['x-idempotency-key', 'APP-29', '4f0f0a5e-43c9-4e6d-9c8e-2d6f0f6d0001'],
  ['x-fapi-auth-date', 'APP-30', '2026-01-31T09:30:00Z'],
  ['x-fapi-customer-ip-address', 'APP-31', '192.0.2.1'],
  ['x-fapi-interaction-id', 'APP-32', '4f0f0a5e-43c9-4e6d-9c8e-2d6f0f6d0002'],
] as const;

const headersNotRequired: Fault[] = HEADERS.map(([header, breaks, value]) => ({
  id: `update-application.header.${header}-not-required`,
  breaks,
  caughtBy: `update-application.refuses.no-${header}`,
  how: `update-application takes a request without ${header}.`,
  layers: [supplyHeader(endpoint, header, value)],
}));

/** Section 4.8 holds for each customer. */
const notOfOthers: Fault = {
  id: 'update-application.header.x-fapi-auth-date-of-one-customer-alone',
  breaks: 'APP-30',
  caughtBy: 'update-application.refuses.no-x-fapi-auth-date',
  how: 'Of other customers than the first update-application takes requests without x-fapi-auth-date.',
  layers: [
    amend(endpoint, (request, context) =>
      request.headers['x-fapi-auth-date'] ||
      callerOf(request, context)?.id !== standardUser(context, 'otherCustomer').id
        ? undefined
        : {
            ...request,
            headers: { ...request.headers, 'x-fapi-auth-date': '2026-01-31T09:30:00Z' },
          },
    ),
  ],
};

/** Takes another application where the path names none. */
const takesAny = (isMeant: (id: string) => boolean): Layer =>
  amend(endpoint, (request, context) => {
    const id = pathParameterOf(request.method, request.path) ?? '';
    if (named(request, context) || !isMeant(id)) {
      return undefined;
    }
    const customer = standardUser(context, 'customer');
    const offer = lendingDesk(context.dependencies).apply(customer, 'OFFER_SENT', 'manual');
    return withPathParameter(request, offer.id);
  });

const takesStatus = (isMeant: (status: string | null) => boolean): Layer =>
  amend(endpoint, (request) =>
    isMeant(queryOf(request).get('status')) ? withQuery(request, { status: 'false' }) : undefined,
  );

const tooLax: Fault[] = [
  {
    id: 'update-application.unknown-id-accepted',
    breaks: 'APP-25',
    caughtBy: 'update-application.refuses.unknown-application',
    how: 'The id of no application is answered like that of an offer.',
    layers: [takesAny((id) => id.length === 36)],
  },
  {
    id: 'update-application.id-of-any-form-accepted',
    breaks: 'APP-25',
    caughtBy: 'update-application.refuses.id-not-a-uuid',
    how: 'An application id that is no UUID is answered like that of an offer.',
    layers: [takesAny((id) => id.length !== 36)],
  },
  {
    id: 'update-application.id-of-any-form-answered-with-500',
    breaks: 'APP-25',
    caughtBy: 'update-application.refuses.id-not-a-uuid',
    how: 'An application id that is no UUID breaks the server: 500.',
    layers: [
      replace(
        endpoint,
        () => jsonAnswer(500, { status: 'ERROR' }),
        ({ status, body }) => status === 400 && body.includes('UUID'),
      ),
    ],
  },
  {
    id: 'update-application.query.status-not-required',
    breaks: 'APP-26',
    caughtBy: 'update-application.refuses.no-status',
    how: 'A request without status withdraws.',
    layers: [takesStatus((status) => status === null)],
  },
  {
    id: 'update-application.query.status-anything',
    breaks: 'APP-27',
    caughtBy: 'update-application.refuses.status-not-boolean',
    how: 'status=maybe withdraws.',
    layers: [takesStatus((status) => !!status && status !== 'true' && status !== 'false')],
  },
  {
    id: 'update-application.query.status-empty',
    breaks: 'APP-27',
    caughtBy: 'update-application.refuses.status-empty',
    how: 'An empty status withdraws.',
    layers: [takesStatus((status) => status === '')],
  },
];

/** Sections 2.4 and 4.8: the answer to an offer, and what is refused of a call. */
export const updateApplicationFaults: Fault[] = [
  ...wrongFields,
  ...onlyWhenWithdrawn,
  ...wrongAnswers,
  ...headersNotRequired,
  notOfOthers,
  ...tooLax,
];
