import { randomUUID } from 'node:crypto';
import express from 'express';

const SERVICES = '/api/v6/services';
const LENDING = '/api/v1/services/user';

class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

function demand(condition, status, message) {
  if (!condition) {
    throw new Refusal(status, message);
  }
}

/**
 * As much of the platform's API as shows that the states are real: all of it rests on the store.
 * Headers and fields are hardly looked at, and nothing is kept of x-idempotency-key.
 */
export function createApi(store) {
  const api = express.Router();
  api.use(express.json());

  const signedIn = (request, _response, next) => {
    const [, bearer] = /^Bearer (.+)$/i.exec(request.get('Authorization') ?? '') ?? [];
    const refreshing = request.path.endsWith('/refresh');
    const token = request.get('X-Auth-Token') ?? bearer;
    request.caller = token && store.caller(token, { ignoreExpiration: refreshing });
    demand(request.caller, 401, 'the access token is missing, invalid or expired');
    next();
  };
  const only =
    (...roles) =>
    ({ caller }, _response, next) => {
      demand(roles.includes(caller.user.role), 403, 'your role may not do this');
      next();
    };

  api.put(`${SERVICES}/securitymanagement/login`, ({ body }, response) => {
    const user = store.userByEmail(body?.email);
    demand(user && user.password === body.currentPassword, 401, 'e-mail or password is wrong');
    const session = store.startSession(user);
    const { id, email, role, tenantId } = user;
    response.json({
      access_token: store.accessToken(session),
      expires_in: 3600,
      refresh_token: session.refreshToken,
      user: { id, email, role, tenant_id: tenantId, permissions: ['transactions:read'] },
    });
  });

  api.post(`${SERVICES}/securitymanagement/refresh`, signedIn, ({ caller, body }, response) => {
    const ours = caller.session && body?.refresh_token === caller.session.refreshToken;
    demand(ours, 401, 'the refresh token is not one of this session');
    response.json({ access_token: store.accessToken(caller.session), expires_in: 3600 });
  });

  api.post(`${SERVICES}/securitymanagement/logout`, signedIn, ({ caller }, response) => {
    caller.revoke();
    response.json({ status: 'SUCCESS' });
  });

  api.get(
    `${SERVICES}/admin/organisation-preference-management/fetch-organisaction-preference`,
    signedIn,
    ({ caller }, response) => response.json({ tenantId: caller.user.tenantId, currency: 'NGN' }),
  );

  api.get(
    `${SERVICES}/paymentmanagement/awaiting-payments`,
    signedIn,
    only('CUSTOMER', 'MANAGER', 'AGENT'),
    ({ caller: { user }, body, query }, response) => {
      const [from, to] = [isoDay(body?.fromDate), isoDay(body?.toDate)];
      const search = String(body.searchablePaymentReference ?? '').toLowerCase();
      const found = store.payments.filter(
        ({ userId, tenantId, createdAt, currency, reference }) =>
          (user.role === 'CUSTOMER' ? userId === user.id : tenantId === user.tenantId) &&
          currency === body.selectedCurrency &&
          createdAt.slice(0, 10) >= from &&
          createdAt.slice(0, 10) <= to &&
          reference.toLowerCase().includes(search),
      );
      const awaitingPayments = pageOf(found, query, 20).map(paymentAnswer);
      response.json({ status: 'SUCCESS', responseCode: 200, data: { awaitingPayments } });
    },
  );

  api.get('/api/v1/user/portfolios/:customer', signedIn, ({ caller, params, query }, response) => {
    demand(params.customer === caller.user.id, 403, 'these are somebody else’s portfolios');
    const own = store.portfolios.filter(({ userId }) => userId === caller.user.id);
    response.json({ status: 'SUCCESS', data: pageOf(own, query, 10) });
  });

  api.post(
    `${SERVICES}/user/request-loan`,
    signedIn,
    only('CUSTOMER', 'AGENT'),
    ({ caller: { user }, body }, response) => {
      demand(body?.loanApplicationStatusEnum === 'REQUESTED', 400, 'the status must be REQUESTED');
      const product = store.products.get(body.loanProductId);
      demand(product?.tenantId === user.tenantId, 404, 'there is no such loan product');
      const application = store.addApplication(user, product, 'REQUESTED', body);
      response.json({ status: 'SUCCESS', data: applicationAnswer(application) });
    },
  );

  api.put(
    `${LENDING}/update-application/:id`,
    signedIn,
    ({ caller: { user }, params, query }, response) => {
      demand(['true', 'false'].includes(query.status), 400, 'status must be true or false');
      const application = store.applications.get(params.id);
      demand(application, 404, 'there is no such application');
      demand(application.user === user, 403, 'this is somebody else’s application');
      demand(application.status === 'OFFER_SENT', 409, 'there is no offer to answer');
      application.status = query.status === 'true' ? 'ACCEPTED' : 'WITHDRAWN';
      response.json({ status: 'SUCCESS', data: applicationAnswer(application) });
    },
  );

  api.post(`${LENDING}/repay-loan/:user`, signedIn, ({ caller, params, body }, response) => {
    const { user } = caller;
    demand(params.user === user.id, 403, 'the user in the path is not you');
    demand(body?.repaymentAmount > 0, 400, 'the amount must be above zero');
    demand(body.customerId === user.id, 403, 'the customer is not you');
    const loan = store.loans.get(body.accountId);
    demand(loan?.userId === user.id, 404, 'there is no active loan');
    demand(!loan.closed, 409, 'the loan is closed');
    demand(loan.applicationId, 409, 'the loan has no application');
    demand(!loan.thirdParty, 409, 'a third party collects this loan');
    const account = store.bankAccounts.get(body.bankAccountId);
    demand(account?.userId === user.id, 403, 'the bank account is not yours');
    demand(body.repaymentAmount <= loan.totalPayable, 400, 'the amount is above what is owed');
    const data = {
      repaymentId: randomUUID(),
      repaymentAmount: body.repaymentAmount,
      customerName: `${user.firstName} ${user.lastName}`,
      customerEmail: user.email,
      productName: loan.productName,
      paymentReference: body.repaymentReference,
      message: 'your repayment is recorded',
      verificationStatus: 'PENDING_VERIFICATION',
    };
    response.json({ status: 'SUCCESS', data });
  });

  // Express knows an error handler by its four parameters
  api.use((error, { caller }, response, _next) => {
    const status = error.status ?? 500;
    const body = { status: 'FAILED', message: error.message };
    const forbidden = { error: 'forbidden', role: caller?.user.role };
    response.status(status).json(status === 403 ? { ...body, ...forbidden } : body);
  });
  return api;
}

/** dd/MM/yyyy as yyyy-MM-dd. */
function isoDay(text) {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  demand(year, 400, 'days are written dd/MM/yyyy');
  return `${year}-${month}-${day}`;
}

function pageOf(list, { page = '1', size }, usual) {
  const [number, length] = [Number(page), Number(size ?? usual)];
  const whole = Number.isInteger(number) && Number.isInteger(length);
  demand(whole && number > 0 && length > 0, 400, 'page and size are whole numbers from 1');
  return list.slice((number - 1) * length, number * length);
}

function paymentAnswer({ id, createdAt, currency, amount, reference }) {
  return {
    id,
    payableType: 'TRANSACTION',
    bankTransferFollowupActionType: 'MARK_AS_PENDING_TRANSACTION',
    bankTransferLifeCycle: 'AWAITING_BANK_TRANSFER_PAYMENT',
    mtoPaymentConfirmtionType: 'NOT_CONFIRMED',
    customerConfirmedPaymentDate: null,
    creationDate: createdAt,
    currency,
    requestedBankTransferAmount: amount,
    searchablePaymentReference: reference,
    payerBankTransferReference: reference,
  };
}

function applicationAnswer({ id, user, product, status, createdAt, asked }) {
  const { currencyCode, employmentStatus, monthlyIncome, dateOfBirth, loanDuration } = asked;
  return {
    applicationId: id,
    loanProductId: product.id,
    userName: user.email,
    productName: product.name,
    currencyCode,
    employmentStatus,
    loanApplicationcreatedDate: createdAt,
    userId: user.id,
    durationCounterUnitEnum: 'MONTHS',
    requestedLoanAmount: asked.loanAmount,
    loanStatus: status,
    monthlyIncome,
    dateOfBirth,
    loanDuration,
  };
}
