import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { intercept, replace } from '../../servers/answers.ts';
import { failed } from '../../servers/exchange-layer.ts';
import { amend, objectOf } from '../../servers/requests.ts';
import { RELATED } from '../awaiting-payments/listing-situations.ts';
import type { Fault } from '../fault.ts';

const SHOWN: readonly EndpointName[] = [
  'login',
  'refresh',
  'awaiting-payments',
  'update-application',
  'repay-loan',
];

const TYPES = [
  'text/html',
  'text/plain; charset=utf-8',
  'application/x-json',
  'text/json5',
  'jsonp/x',
];

/** An answer whose JSON is sent as something else. */
const answers: Fault[] = SHOWN.map((endpoint, index) => {
  const type = TYPES[index] ?? 'text/html';
  return {
    id: `${endpoint}.answer-sent-as-another-type`,
    breaks: 'SVC-30',
    caughtBy: `${endpoint}.answer-content-type`,
    how: `The JSON of ${endpoint} is sent as ${type}.`,
    layers: [
      replace(endpoint, (response) => ({
        ...response,
        headers: { ...response.headers, 'content-type': type },
      })),
    ],
  };
});

const ASKED: readonly EndpointName[] = ['login', 'awaiting-payments', 'request-loan', 'refresh'];

const requests: Fault[] = ASKED.map((endpoint) => ({
  id: `${endpoint}.charset-refused`,
  breaks: 'SVC-32',
  caughtBy: 'service.content-type-charset',
  how: `${endpoint} compares the whole Content-Type with application/json.`,
  layers: [
    intercept(endpoint, failed(415, 'send application/json'), (request) =>
      request.headers['content-type']?.includes('charset'),
    ),
  ],
}));

/** Bodies that are looked at as texts, and not as what they say. */
const textual: Fault[] = [
  {
    id: 'login.escapes-not-read',
    how: 'A login with an escape in its JSON is refused.',
    endpoint: 'login' as const,
    isRefused: (body: string) => /\\[u/]/.test(body),
    ...{ breaks: 'SVC-36', caughtBy: 'service.json-escapes' },
  },
  {
    id: 'logout.empty-object-as-text',
    how: 'A logout is refused whose body is not just the two characters of an empty object.',
    endpoint: 'logout' as const,
    isRefused: (body: string) => body !== '{}',
  },
  {
    id: 'repay-loan.white-space-first',
    how: 'A repayment is refused whose body does not begin with what it holds.',
    endpoint: 'repay-loan' as const,
    isRefused: (body: string) => /^\s/.test(body),
  },
  {
    id: 'repay-loan.exponents-not-read',
    how: 'A repayment whose amount has an exponent is refused.',
    endpoint: 'repay-loan' as const,
    isRefused: (body: string) => /:\s*[\d.]+e/.test(body),
    ...{ breaks: 'SVC-36', caughtBy: 'service.json-exponents' },
  },
].map(({ id, how, endpoint, isRefused, ...caught }) => ({
  id,
  ...{ breaks: 'SVC-35', caughtBy: 'service.json-white-space', ...caught },
  how,
  layers: [
    intercept(endpoint, failed(400, 'send JSON'), (request) => isRefused(request.body ?? '')),
  ],
}));

const searchByLines: Fault = {
  id: 'awaiting-payments.search-on-several-lines-ignored',
  breaks: 'PAY-44',
  caughtBy: 'awaiting-payments.relation.search-leaves-out',
  how: 'A search in a body on several lines is not looked at.',
  layers: [
    amend('awaiting-payments', (request) => {
      const { searchablePaymentReference: _, ...others } = objectOf(request.body) ?? {};
      return request.body.includes('\n') ? { ...request, body: JSON.stringify(others) } : undefined;
    }),
  ],
  alsoCaughtBy: RELATED,
};

const recursive: Fault[] = [
  { kind: 'lists', id: 'request-loan.body-read-by-recursion', deep: /\[{1000}/ },
  { kind: 'objects', id: 'request-loan.objects-read-by-recursion', deep: /(\{"a":){1000}/ },
].map(({ kind, id, deep }) => ({
  id,
  breaks: 'SVC-33',
  caughtBy: 'request-loan.deep-body',
  how: `The ${kind} in the body of request-loan are walked through by recursion, however deep.`,
  layers: [
    intercept('request-loan', failed(500, 'internal error'), (request) =>
      deep.test(request.body ?? ''),
    ),
  ],
}));

/** Section 4, common: bodies are JSON. */
export const contentTypeFaults: Fault[] = [
  ...answers,
  ...requests,
  ...textual,
  searchByLines,
  ...recursive,
];
