import type { EndpointName } from '../../contract/endpoint-names.ts';
import { ENDPOINTS, type HostName, pathOf } from '../../contract/endpoints.ts';
import { type OpenApiVersion, openApiDocument } from '../../contract/openapi/openapi-document.ts';
import type { Target } from '../../target/target.ts';
import type { ExampleValues } from './example-values.ts';

type Json = Record<string, unknown>;
interface Operation extends Json {
  operationId: EndpointName;
  parameters: (Json & { name: string; in: string })[];
  requestBody?: { content: Record<string, Json> };
}
type PathItem = { servers: { url: string }[] } & Record<string, Operation>;

/** A request to every endpoint that a right server answers with success. */
export interface ExampleRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: unknown;
}

/**
 * The contract's OpenAPI document with a valid example for every parameter and body. The hosts are
 * one server and their prefixes part of the paths, since not every tool reads servers of a path.
 * Logout comes last, for tools that go by the order of the document.
 */
export function enrichedOpenApi(
  servers: Readonly<Record<HostName, string>>,
  values: ExampleValues,
  version: OpenApiVersion,
): Json {
  const document = openApiDocument(servers, version);
  const items = Object.entries(document.paths as Record<string, PathItem>);
  const paths = items.map(([path, { servers: own, ...methods }]): [string, Json] => {
    for (const operation of Object.values(methods) as unknown as Operation[]) {
      enrich(operation, values);
    }
    const prefix = new URL(own[0]?.url ?? servers.base).pathname.replace(/\/$/, '');
    return [prefix + path, methods];
  });
  const isLogout = ([path]: [string, Json]) => path.endsWith('/logout');
  const ordered = [...paths.filter((each) => !isLogout(each)), ...paths.filter(isLogout)];
  return { ...document, paths: Object.fromEntries(ordered) };
}

const IDEMPOTENCY_KEY = 'x-idempotency-key';

function enrich(operation: Operation, values: ExampleValues): void {
  const { path, query } = parametersOf(operation.operationId, values);
  const known: Record<string, unknown> = { ...path, ...query };
  for (const parameter of operation.parameters) {
    if (parameter.name in known) {
      parameter.example = known[parameter.name];
    }
    if (parameter.name === IDEMPOTENCY_KEY) {
      parameter.example = values.idempotencyKey;
    }
  }
  const json = operation.requestBody?.content['application/json'];
  if (json) {
    json.example = bodyOf(operation.operationId, values);
  }
}

/** The token that an endpoint is called with: logout and refresh use up theirs, one is a manager's. */
export function tokenOf(name: EndpointName, values: ExampleValues): string | undefined {
  if (name === 'login') {
    return undefined;
  }
  if (name === 'logout') {
    return values.logoutToken;
  }
  if (name === 'fetch-organisation-preference') {
    return values.managerToken;
  }
  return name === 'refresh' ? values.refreshAuthToken : values.token;
}

/** The example request of an endpoint, for tools that take whole requests. */
export function exampleRequest(
  name: EndpointName,
  servers: Readonly<Record<HostName, string>>,
  values: ExampleValues,
): ExampleRequest {
  const { method, host, headers } = ENDPOINTS[name];
  const { path, query } = parametersOf(name, values);
  const url = new URL(servers[host] + pathOf(name, path));
  for (const [key, value] of Object.entries(query)) {
    url.searchParams.set(key, String(value));
  }
  const token = tokenOf(name, values);
  const sent = headers.map(({ name, example }): [string, string] => [
    name,
    name === IDEMPOTENCY_KEY ? values.idempotencyKey : example,
  ]);
  return {
    method,
    url,
    headers: { ...Object.fromEntries(sent), ...(token !== undefined && { 'X-Auth-Token': token }) },
    body: bodyOf(name, values),
  };
}

/** A body that a successful answer may have, where the specification shows one. */
export function exampleResponse(name: EndpointName): Json | undefined {
  const token = { access_token: 'a.b.c', expires_in: 3600 };
  const user = { id: 'u', email: 'a@b.example', role: 'CUSTOMER', tenant_id: 't', permissions: [] };
  const loan = Object.fromEntries(APPLICATION_TEXTS.map((field) => [field, 'x']));
  const amounts = { requestedLoanAmount: 1000, monthlyIncome: 5000, loanDuration: 6 };
  const bodies: Partial<Record<EndpointName, Json>> = {
    login: { ...token, refresh_token: 'r', user },
    refresh: token,
    'awaiting-payments': { status: 'SUCCESS', responseCode: 200, data: { awaitingPayments: [] } },
    'repay-loan': { status: 'SUCCESS', data: { verificationStatus: 'PENDING_VERIFICATION' } },
    'update-application': {
      status: 'SUCCESS',
      data: { ...loan, ...amounts, loanStatus: 'ACCEPTED', dateOfBirth: '1990-04-17' },
    },
  };
  return bodies[name];
}

/** The text fields of a loan application (section 2.4) whose form is free. */
const APPLICATION_TEXTS = [
  'applicationId',
  'loanProductId',
  'userName',
  'productName',
  'currencyCode',
  'employmentStatus',
  'loanApplicationcreatedDate',
  'userId',
  'durationCounterUnitEnum',
];

/** The three hosts of a target. */
export function serversOf({ baseUrl, lendingUrl, investmentUrl }: Target) {
  return { base: baseUrl, lending: lendingUrl, investment: investmentUrl };
}

function parametersOf(
  name: EndpointName,
  values: ExampleValues,
): { path: Record<string, string>; query: Record<string, unknown> } {
  if (name === 'awaiting-payments') {
    return { path: {}, query: { page: 1, size: 20 } };
  }
  if (name === 'repay-loan') {
    return { path: { 'user-id': values.customerId }, query: {} };
  }
  if (name === 'update-application') {
    return { path: { 'loan-application-id': values.applicationId }, query: { status: true } };
  }
  if (name === 'portfolios') {
    return { path: { 'customer-id': values.customerId }, query: { page: 1, size: 10 } };
  }
  return { path: {}, query: {} };
}

function bodyOf(name: EndpointName, values: ExampleValues): Json | undefined {
  const { customerId, accountId, bankAccountId, repaymentReference } = values;
  const bodies: Partial<Record<EndpointName, Json>> = {
    login: { email: values.loginEmail, currentPassword: values.loginPassword },
    refresh: { refresh_token: values.refreshToken },
    logout: {},
    'awaiting-payments': {
      selectedCurrency: values.paymentsCurrency,
      fromDate: values.fromDate,
      toDate: values.toDate,
    },
    'request-loan': {
      currencyCode: values.loanCurrency,
      dateOfBirth: '1990-04-17',
      durationCounter: 6,
      loanApplicationStatusEnum: 'REQUESTED',
      employmentStatus: 'EMPLOYED',
      loanAmount: 1000,
      bvn: '22123456789',
      firstName: 'Amina',
      lastName: 'Okafor',
      accountNumber: '0123456789',
      bankCode: '044',
      phoneNumber: '+2348012345678',
      loanDuration: 6,
      loanProductId: values.loanProductId,
      loanRepaymentMethodEnum: 'DIRECT_DEBIT',
      monthlyIncome: 5000,
      eligibilityAnswers: [{ questionId: 'q1', answer: 'yes' }],
    },
    'repay-loan': {
      repaymentAmount: 1,
      customerId,
      accountId,
      bankAccountId,
      repaymentReference,
      paymentDate: '2026-01-31',
      paymentNarration: 'monthly instalment',
    },
  };
  return bodies[name];
}

/** The document for tools that know no ranges of status codes: 2XX and 4XX are 200 and 400. */
export function withoutRanges(document: Json): Json {
  const inFull = (_key: string, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value).map(([key, each]) => [key.replace(/^([24])XX$/, '$100'), each]),
        )
      : value;
  return JSON.parse(JSON.stringify(document), inFull);
}
