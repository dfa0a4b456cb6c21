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
import { failed, type Layer } from '../../servers/exchange-layer.ts';
import { queryOf, setQuery } from '../../servers/requests.ts';
import type { Fault } from '../fault.ts';

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
    caughtBy: 'update-application.body-is-json',
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
    layers: [setQuery(endpoint, { status: 'true' }, (query) => query.get('status') === 'false')],
  },
  {
    id: 'update-application.withdrawing-refused',
    breaks: 'APP-16',
    caughtBy: 'update-application.withdraw.succeeds',
    how: 'Offers can be accepted, but no withdrawal is taken.',
    layers: [
      replace(
        endpoint,
        failed(400, 'cannot be withdrawn'),
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

/** Sections 2.4 and 4.8: the answer to an offer. */
export const updateApplicationFaults: Fault[] = [
  ...wrongFields,
  ...onlyWhenWithdrawn,
  ...wrongAnswers,
];
