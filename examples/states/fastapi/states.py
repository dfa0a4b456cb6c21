"""The states hook: `POST /states` with `{"state": "offer-sent"}` answers the fields of that state,
404 where it cannot be provided. What a check uses up is made anew each time.
"""

import time
from datetime import datetime
from secrets import compare_digest
from typing import Annotated
from uuid import uuid4

from fastapi import Body, FastAPI, Header, HTTPException

from store import DAY, HOUR, ApiToken, Application, Loan, Store


def add_states_hook(app: FastAPI, store: Store, secret: str) -> None:
    states = States(store)

    @app.post("/states")
    async def provide(
        state: Annotated[str, Body(embed=True)], authorization: Annotated[str, Header()] = ""
    ):
        if not compare_digest(authorization.encode(), f"Bearer {secret}".encode()):
            raise HTTPException(401, "the secret is missing or wrong")
        if state not in states.by_name:
            raise HTTPException(404, "there is no such state")
        return states.by_name[state]()


class States:
    """Every state by a function that provides it. To adapt: let each write into your database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.ada = store.users["ada@north.example"]
        self.ben = store.users["ben@north.example"]
        self.product = next(iter(store.products.values()))
        self.asked = {
            "currencyCode": self.product.currency_code,
            "dateOfBirth": "1990-04-12",
            "durationCounter": 3,
            "employmentStatus": "EMPLOYED",
            "loanAmount": 50_000,
            "bvn": "22190000017",
            "firstName": "Ada",
            "lastName": "Example",
            "accountNumber": "0123456789",
            "bankCode": "058",
            "phoneNumber": "+2348000000000",
            "loanDuration": 3,
            "loanRepaymentMethodEnum": "DIRECT_DEBIT",
            "monthlyIncome": 200_000,
        }
        self.by_name = {
            "awaiting-payments": self.awaiting_payments,
            "loan-product": lambda: {"loanProductId": self.product.id, **self.asked},
            "loan-requested": lambda: {"applicationId": self.apply(self.ada, "REQUESTED").id},
            "offer-sent": lambda: {"applicationId": self.apply(self.ada, "OFFER_SENT").id},
            "offer-sent-other": lambda: {"applicationId": self.apply(self.ben, "OFFER_SENT").id},
            "active-loan": self.loan,
            "closed-loan": lambda: self.loan(closed=True),
            "third-party-loan": lambda: self.loan(third_party=True),
            "loan-without-application": lambda: self.loan(application=None),
            "no-active-loan": self.no_active_loan,
            "foreign-bank-account": lambda: {"bankAccountId": store.account_of(self.ben).id},
            "portfolios": self.portfolios,
            "expired-token": self.expired_token,
            "api-token": lambda: self.api_token(time.time() + DAY),
            "expired-api-token": lambda: self.api_token(time.time() - 1),
            "revoked-api-token": lambda: self.api_token(time.time() + DAY, revoked=True),
        }

    def apply(self, user, status: str) -> Application:
        application = Application(user, self.product, status, self.asked)
        self.store.applications[application.id] = application
        return application

    def loan(self, **defect) -> dict:
        facts = {"application": self.apply(self.ada, "ACCEPTED"), **defect}
        loan = Loan(self.ada, self.product.name, 55_000, **facts)
        self.store.loans[loan.id] = loan
        return {
            "customerId": self.ada.id,
            "accountId": loan.id,
            "bankAccountId": self.store.account_of(self.ada).id,
            "totalPayable": loan.total_payable,
            "repaymentReference": loan.reference,
            "customerName": self.ada.name,
            "customerEmail": self.ada.email,
            "productName": loan.product_name,
        }

    def awaiting_payments(self) -> dict:
        first, last = datetime(2026, 3, 1), datetime(2026, 4, 1)
        counted = [
            payment
            for payment in self.store.payments
            if payment.user is self.ada
            and payment.currency == "NGN"
            and first <= payment.created_at < last
        ]
        return {
            "currency": "NGN",
            "otherCurrency": "GBP",
            "fromDate": "01/03/2026",
            "toDate": "31/03/2026",
            "count": len(counted),
            "reference": counted[0].reference,
        }

    def portfolios(self) -> dict:
        own = [one for one in self.store.portfolios if one.user is self.ada]
        return {
            "customerId": self.ada.id,
            "count": len(own),
            "amountInvested": own[0].amount_invested,
            "totalPayable": own[0].total_payable,
            "productName": own[0].product_name,
        }

    def no_active_loan(self) -> dict:
        """A customer made for the occasion, with the password that all have here."""
        email = f"no-loan-{uuid4()}@north.example"
        user = self.store.add_user(email, self.ada.password, "CUSTOMER")
        return {
            "email": user.email,
            "password": user.password,
            "customerId": user.id,
            "accountId": str(uuid4()),
            "bankAccountId": self.store.account_of(user).id,
            "repaymentReference": "LN-NONE",
            "totalPayable": 1000,
        }

    def expired_token(self) -> dict:
        session = self.store.start_session(self.ada)
        token = self.store.access_token(session, time.time() - 2 * HOUR)
        return {"token": token, "refreshToken": session.refresh_token}

    def api_token(self, expires_at: float, revoked: bool = False) -> dict:
        made = ApiToken(self.ada, expires_at, revoked)
        self.store.api_tokens[made.token] = made
        return {"token": made.token}
