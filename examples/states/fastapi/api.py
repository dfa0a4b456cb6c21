"""As much of the platform's API as shows that the states are real: all of it rests on the store.

Headers and fields are hardly looked at, and nothing is kept of x-idempotency-key.
"""

from datetime import datetime
from typing import Annotated, Any
from uuid import uuid4

from fastapi import Body, Depends, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse

from store import HOUR, Application, Caller, Payment, Store

SERVICES = "/api/v6/services"
LENDING = "/api/v1/services/user"

JsonBody = Annotated[dict[str, Any], Body()]
PageNumber = Annotated[int, Query(ge=1)]


class Refusal(Exception):
    def __init__(self, status: int, message: str) -> None:
        self.status = status
        self.message = message


def demand(condition: Any, status: int, message: str) -> None:
    if not condition:
        raise Refusal(status, message)


def add_api(app: FastAPI, store: Store) -> None:
    @app.exception_handler(Refusal)
    async def refuse(request: Request, refusal: Refusal) -> JSONResponse:
        body = {"status": "FAILED", "message": refusal.message}
        if refusal.status == 403:
            body |= {"error": "forbidden", "role": request.state.caller.user.role}
        return JSONResponse(body, refusal.status)

    @app.exception_handler(RequestValidationError)
    async def refuse_shape(_request: Request, error: RequestValidationError) -> JSONResponse:
        return JSONResponse({"status": "FAILED", "message": error.errors()[0]["msg"]}, 400)

    def signed_in(request: Request) -> Caller:
        token = request.headers.get("X-Auth-Token")
        if token is None:
            token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        caller = store.caller(token, may_be_expired=request.url.path.endswith("/refresh"))
        demand(caller, 401, "the access token is missing, invalid or expired")
        request.state.caller = caller
        return caller

    SignedIn = Annotated[Caller, Depends(signed_in)]

    def only(caller: Caller, *roles: str) -> None:
        demand(caller.user.role in roles, 403, "your role may not do this")

    @app.put(f"{SERVICES}/securitymanagement/login")
    async def log_in(body: JsonBody):
        user = store.users.get(str(body.get("email")))
        known = user and user.password == body.get("currentPassword")
        demand(known, 401, "e-mail or password is wrong")
        session = store.start_session(user)
        return {
            "access_token": store.access_token(session),
            "expires_in": HOUR,
            "refresh_token": session.refresh_token,
            "user": {
                "id": user.id,
                "email": user.email,
                "role": user.role,
                "tenant_id": user.tenant_id,
                "permissions": ["transactions:read"],
            },
        }

    @app.post(f"{SERVICES}/securitymanagement/refresh")
    async def refresh(caller: SignedIn, body: JsonBody):
        ours = caller.session and body.get("refresh_token") == caller.session.refresh_token
        demand(ours, 401, "the refresh token is not one of this session")
        return {"access_token": store.access_token(caller.session), "expires_in": HOUR}

    @app.post(f"{SERVICES}/securitymanagement/logout")
    async def log_out(caller: SignedIn):
        if caller.session:
            del store.sessions[caller.session.id]
        if caller.api_token:
            caller.api_token.revoked = True
        return {"status": "SUCCESS"}

    @app.get(f"{SERVICES}/admin/organisation-preference-management/fetch-organisaction-preference")
    async def organisation_preference(caller: SignedIn):
        return {"tenantId": caller.user.tenant_id, "currency": "NGN"}

    @app.get(f"{SERVICES}/paymentmanagement/awaiting-payments")
    async def awaiting_payments(
        caller: SignedIn, body: JsonBody, page: PageNumber = 1, size: PageNumber = 20
    ):
        only(caller, "CUSTOMER", "MANAGER", "AGENT")
        user = caller.user
        first, last = day_of(body.get("fromDate")), day_of(body.get("toDate"))
        search = str(body.get("searchablePaymentReference") or "").lower()
        found = [
            payment
            for payment in store.payments
            if (payment.user is user or user.role != "CUSTOMER")
            and payment.user.tenant_id == user.tenant_id
            and payment.currency == body.get("selectedCurrency")
            and first <= payment.created_at.date() <= last
            and search in payment.reference.lower()
        ]
        answers = [payment_answer(payment) for payment in page_of(found, page, size)]
        return {"status": "SUCCESS", "responseCode": 200, "data": {"awaitingPayments": answers}}

    @app.get("/api/v1/user/portfolios/{customer_id}")
    async def portfolios(
        caller: SignedIn, customer_id: str, page: PageNumber = 1, size: PageNumber = 10
    ):
        demand(customer_id == caller.user.id, 403, "these are somebody else's portfolios")
        own = [one for one in store.portfolios if one.user is caller.user]
        answers = [
            {
                "id": one.id,
                "productName": one.product_name,
                "amountInvested": one.amount_invested,
                "totalPayable": one.total_payable,
            }
            for one in page_of(own, page, size)
        ]
        return {"status": "SUCCESS", "data": answers}

    @app.post(f"{SERVICES}/user/request-loan")
    async def request_loan(caller: SignedIn, body: JsonBody):
        only(caller, "CUSTOMER", "AGENT")
        requested = body.get("loanApplicationStatusEnum") == "REQUESTED"
        demand(requested, 400, "the status must be REQUESTED")
        product = store.products.get(str(body.get("loanProductId")))
        known = product and product.tenant_id == caller.user.tenant_id
        demand(known, 404, "there is no such loan product")
        application = Application(caller.user, product, "REQUESTED", body)
        store.applications[application.id] = application
        return {"status": "SUCCESS", "data": application_answer(application)}

    @app.put(f"{LENDING}/update-application/{{application_id}}")
    async def update_application(caller: SignedIn, application_id: str, status: str = ""):
        demand(status in ("true", "false"), 400, "status must be true or false")
        application = store.applications.get(application_id)
        demand(application, 404, "there is no such application")
        demand(application.user is caller.user, 403, "this is somebody else's application")
        demand(application.status == "OFFER_SENT", 409, "there is no offer to answer")
        application.status = "ACCEPTED" if status == "true" else "WITHDRAWN"
        return {"status": "SUCCESS", "data": application_answer(application)}

    @app.post(f"{LENDING}/repay-loan/{{user_id}}")
    async def repay_loan(caller: SignedIn, user_id: str, body: JsonBody):
        user = caller.user
        demand(user_id == user.id, 403, "the user in the path is not you")
        amount = body.get("repaymentAmount")
        demand(isinstance(amount, int | float) and amount > 0, 400, "the amount must be above zero")
        demand(body.get("customerId") == user.id, 403, "the customer is not you")
        loan = store.loans.get(str(body.get("accountId")))
        demand(loan and loan.user is user, 404, "there is no active loan")
        demand(not loan.closed, 409, "the loan is closed")
        demand(loan.application, 409, "the loan has no application")
        demand(not loan.third_party, 409, "a third party collects this loan")
        account = store.bank_accounts.get(str(body.get("bankAccountId")))
        demand(account and account.user is user, 403, "the bank account is not yours")
        demand(amount <= loan.total_payable, 400, "the amount is above what is owed")
        data = {
            "repaymentId": str(uuid4()),
            "repaymentAmount": amount,
            "customerName": user.name,
            "customerEmail": user.email,
            "productName": loan.product_name,
            "paymentReference": body.get("repaymentReference"),
            "message": "your repayment is recorded",
            "verificationStatus": "PENDING_VERIFICATION",
        }
        return {"status": "SUCCESS", "data": data}


def day_of(text: Any):
    try:
        return datetime.strptime(str(text), "%d/%m/%Y").date()
    except ValueError:
        raise Refusal(400, "days are written dd/MM/yyyy") from None


def page_of(found: list, page: int, size: int) -> list:
    return found[(page - 1) * size : page * size]


def payment_answer(payment: Payment) -> dict:
    return {
        "id": payment.id,
        "payableType": "TRANSACTION",
        "bankTransferFollowupActionType": "MARK_AS_PENDING_TRANSACTION",
        "bankTransferLifeCycle": "AWAITING_BANK_TRANSFER_PAYMENT",
        "mtoPaymentConfirmtionType": "NOT_CONFIRMED",
        "customerConfirmedPaymentDate": None,
        "creationDate": payment.created_at.isoformat(),
        "currency": payment.currency,
        "requestedBankTransferAmount": payment.amount,
        "searchablePaymentReference": payment.reference,
        "payerBankTransferReference": payment.reference,
    }


def application_answer(application: Application) -> dict:
    asked = application.asked
    return {
        "applicationId": application.id,
        "loanProductId": application.product.id,
        "userName": application.user.email,
        "productName": application.product.name,
        "currencyCode": asked.get("currencyCode"),
        "employmentStatus": asked.get("employmentStatus"),
        "loanApplicationcreatedDate": application.created_at,
        "userId": application.user.id,
        "durationCounterUnitEnum": "MONTHS",
        "requestedLoanAmount": asked.get("loanAmount"),
        "loanStatus": application.status,
        "monthlyIncome": asked.get("monthlyIncome"),
        "dateOfBirth": asked.get("dateOfBirth"),
        "loanDuration": asked.get("loanDuration"),
    }
