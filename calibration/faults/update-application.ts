import { setTimeout as pause } from 'node:timers/promises';
import type { LoanStatus } from '../../fixtures/records.ts';
import { lendingDesk } from '../../server/lending-desk.ts';
import { pathParameterOf } from '../endpoint-of.ts';
import {
  jsonAnswer,
  type Layer,
  type LayerContext,
  type PlainRequest,
  type PlainResponse,
} from '../exchange-layer.ts';
import { becomes, changed, edit, editBody, gone, renamed, replace, withBody } from './answers.ts';
import type { Fault } from './fault.ts';
import { forbiddenBodyFaults } from './forbidden-bodies.ts';
import { amend, queryOf, supplyHeader, withPathParameter, withQuery } from './requests.ts';
import { callerOf, issueFor, standardUser, withToken } from './tokens.ts';

const endpoint = 'update-application' as const;

/** The application that a request's path names. */
function named(request: PlainRequest, { dependencies }: LayerContext) {
  return dependencies.store.loanApplications.byId(
    pathParameterOf(request.method, request.path) ?? '',
  );
}

/** Puts an application into a status, however it got there. */
function put({ db }: LayerContext, id: string, status: LoanStatus): void {
  db.prepare('UPDATE loan_applications SET loan_status = ? WHERE id = ?').run(status, id);
}

/** Whether the caller used the request's key on this endpoint before. */
function keyWasUsed(request: PlainRequest, context: LayerContext): boolean {
  const userId = callerOf(request, context)?.id ?? '';
  const key = request.headers['x-idempotency-key'] ?? '';
  return context.dependencies.store.idempotency.find({ userId, endpoint, key }, 0) !== undefined;
}

/** Lets an answer through though the application's status does not allow it. */
const answerable = (from: LoanStatus, status: string): Layer =>
  amend(endpoint, (request, context) => {
    const application = named(request, context);
    if (application?.loanStatus !== from || queryOf(request).get('status') !== status)
      return undefined;
    if (!keyWasUsed(request, context)) put(context, application.id, 'OFFER_SENT');
    return undefined;
  });

const STATES = [
  { from: 'ACCEPTED', word: 'accepted', breaks: 'APP-19' },
  { from: 'WITHDRAWN', word: 'withdrawn', breaks: 'APP-20' },
  { from: 'REQUESTED', word: 'requested', breaks: 'APP-18' },
] as const;

const wrongStates: Fault[] = STATES.flatMap(({ from, word, breaks }) =>
  ['true', 'false'].map((status) => ({
    id: `update-application.${word}-answered-${status}`,
    breaks,
    caughtBy: `update-application.refuses.${word}-then-${status}`,
    how: `An application in ${from} can be answered with status=${status}.`,
    layers: [answerable(from, status)],
  })),
);

/** Looks whether the offer is open, and only then, some time later, acts. */
const race: Fault = {
  id: 'update-application.check-then-act',
  breaks: 'APP-21',
  caughtBy: 'update-application.answers-at-once',
  how: 'Answers that arrive together all find the offer open and all succeed.',
  layers: [
    async (request, next, context) => {
      const application = context.endpoint === endpoint ? named(request, context) : undefined;
      if (application?.loanStatus !== 'OFFER_SENT') return next(request);
      if (keyWasUsed(request, context)) return next(request);
      await pause(20);
      const response = () => next(request);
      if (callerOf(request, context)?.id === application.userId && hasHeaders(request))
        put(context, application.id, 'OFFER_SENT');
      return response();
    },
  ],
};

const hasHeaders = ({ headers }: PlainRequest) =>
  ['x-idempotency-key', 'x-fapi-auth-date', 'x-fapi-interaction-id'].every((name) => headers[name]);

const oneKey: Fault[] = (['accepted', 'withdrawn'] as const).map((first) => ({
  id: `update-application.one-key-two-effects.${first}`,
  breaks: 'APP-37',
  caughtBy: `update-application.one-key.${first}`,
  how: `The key under which an offer was ${first} brings about the other answer as well.`,
  layers: [
    amend(endpoint, (request, context) => {
      const application = named(request, context);
      const isOther = queryOf(request).get('status') === String(first === 'withdrawn');
      if (application?.loanStatus !== first.toUpperCase() || !isOther) return undefined;
      if (!keyWasUsed(request, context)) return undefined;
      put(context, application.id, 'OFFER_SENT');
      const key = `${request.headers['x-idempotency-key']}-again`;
      return { ...request, headers: { ...request.headers, 'x-idempotency-key': key } };
    }),
  ],
}));

/** Refuses well and changes the application all the same. */
const effectOf =
  (status: number): Layer =>
  async (request, next, context) => {
    const response = await next(request);
    const application = context.endpoint === endpoint ? named(request, context) : undefined;
    if (application?.loanStatus === 'OFFER_SENT' && response.status === status)
      put(context, application.id, 'WITHDRAWN');
    return response;
  };

const refusalsWithEffect: Fault[] = [
  {
    id: 'update-application.faulty-call-has-effect',
    breaks: 'APP-22',
    caughtBy: 'update-application.refusal-changes-nothing.call',
    how: 'A faulty call is refused and withdraws from the offer all the same.',
    layers: [effectOf(400)],
  },
  {
    id: 'update-application.foreign-call-has-effect',
    breaks: 'APP-22',
    caughtBy: 'update-application.refusal-changes-nothing.owner',
    how: 'The call of another user is refused and withdraws from the offer all the same.',
    layers: [effectOf(403)],
  },
];

/** Lets somebody answer who does not own the offer. */
const lets = (isMeant: (role: string, status: string | null) => boolean): Layer =>
  amend(endpoint, (request, context) => {
    const application = named(request, context);
    const caller = callerOf(request, context);
    if (!application || !caller || application.userId === caller.id) return undefined;
    if (!isMeant(caller.role, queryOf(request).get('status'))) return undefined;
    put(context, application.id, 'OFFER_SENT');
    return withToken(request, issueFor(context, application.userId));
  });

const FOREIGN = [
  {
    variant: 'other-customer-accepting',
    breaks: 'APP-36',
    isMeant: (role: string, status: string | null) => role === 'CUSTOMER' && status === 'true',
  },
  {
    variant: 'other-customer-withdrawing',
    breaks: 'APP-36',
    isMeant: (role: string, status: string | null) => role === 'CUSTOMER' && status === 'false',
  },
  { variant: 'other-tenant', breaks: 'APP-40', isMeant: (role: string) => role === 'MANAGER' },
] as const;

const isForeign =
  (isMeant: (typeof FOREIGN)[number]['isMeant']) =>
  (response: PlainResponse, request: PlainRequest, context: LayerContext) =>
    response.status === 403 &&
    isMeant(callerOf(request, context)?.role ?? '', queryOf(request).get('status'));

const ownership: Fault[] = FOREIGN.flatMap(({ variant, breaks, isMeant }): Fault[] => [
  {
    id: `update-application.allows.${variant}`,
    breaks,
    caughtBy: `update-application.forbids.${variant}`,
    how: `The offer of another user can be answered: ${variant.replaceAll('-', ' ')}.`,
    layers: [lets(isMeant)],
  },
  {
    id: `update-application.hides.${variant}`,
    breaks,
    caughtBy: `update-application.forbids.${variant}`,
    how: `Another user's offer is answered with 404 instead of 403: ${variant.replaceAll('-', ' ')}.`,
    layers: [
      replace(
        endpoint,
        () => jsonAnswer(404, { status: 'FAILED', message: 'no such application' }),
        isForeign(isMeant),
      ),
    ],
  },
  ...forbiddenBodyFaults(
    endpoint,
    `update-application.forbids.${variant}`,
    variant.replaceAll('-', ' '),
    isForeign(isMeant),
  ),
]);

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
        if (!memory.has('first')) memory.set('first', data.applicationId);
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

/** Takes another application where the path names none. */
const takesAny = (isMeant: (id: string) => boolean): Layer =>
  amend(endpoint, (request, context) => {
    const id = pathParameterOf(request.method, request.path) ?? '';
    if (named(request, context) || !isMeant(id)) return undefined;
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

/** Sections 2.4, 3.1 and 4.8. */
export const updateApplicationFaults: Fault[] = [
  ...wrongFields,
  ...onlyWhenWithdrawn,
  ...wrongAnswers,
  ...wrongStates,
  race,
  ...oneKey,
  ...refusalsWithEffect,
  ...headersNotRequired,
  ...tooLax,
  ...ownership,
];
