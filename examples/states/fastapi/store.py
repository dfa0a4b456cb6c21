"""The sandbox's data, in memory: your database stands here. Amounts are in units of the currency."""

import secrets
import time
from dataclasses import dataclass, field
from datetime import datetime
from uuid import uuid4

import jwt

HOUR = 3600
DAY = 24 * HOUR
SIGNING_KEY = secrets.token_bytes(32)


def new_id() -> str:
    return str(uuid4())


@dataclass
class User:
    email: str
    password: str
    role: str
    tenant_id: str
    id: str = field(default_factory=new_id)

    @property
    def name(self) -> str:
        return f"{self.email.split('@')[0]} Example"


@dataclass
class Session:
    user: User
    id: str = field(default_factory=new_id)
    refresh_token: str = field(default_factory=secrets.token_urlsafe)


@dataclass
class ApiToken:
    user: User
    expires_at: float
    revoked: bool = False
    token: str = field(default_factory=lambda: f"key_{secrets.token_urlsafe()}")


@dataclass
class BankAccount:
    user: User
    id: str = field(default_factory=new_id)


@dataclass
class Product:
    name: str
    tenant_id: str
    currency_code: str
    id: str = field(default_factory=new_id)


@dataclass
class Application:
    user: User
    product: Product
    status: str
    asked: dict  # what the request for the loan said
    id: str = field(default_factory=new_id)
    created_at: str = field(default_factory=lambda: datetime.now().isoformat(timespec="seconds"))


@dataclass
class Loan:
    user: User
    product_name: str
    total_payable: float
    application: Application | None
    closed: bool = False
    third_party: bool = False
    id: str = field(default_factory=new_id)
    reference: str = field(default_factory=lambda: f"LN-{secrets.token_hex(4)}")


@dataclass
class Payment:
    user: User
    created_at: datetime
    currency: str
    amount: float
    reference: str
    id: str = field(default_factory=new_id)


@dataclass
class Portfolio:
    user: User
    product_name: str
    amount_invested: float
    total_payable: float
    id: str = field(default_factory=new_id)


@dataclass
class Caller:
    """Whose token a request carries; `session` is missing where it is an API token."""

    user: User
    session: Session | None = None
    api_token: ApiToken | None = None


class Store:
    def __init__(self) -> None:
        self.users: dict[str, User] = {}  # by e-mail address
        self.sessions: dict[str, Session] = {}
        self.api_tokens: dict[str, ApiToken] = {}
        self.bank_accounts: dict[str, BankAccount] = {}
        self.products: dict[str, Product] = {}
        self.applications: dict[str, Application] = {}
        self.loans: dict[str, Loan] = {}
        self.payments: list[Payment] = []
        self.portfolios: list[Portfolio] = []

    def add_user(self, email: str, password: str, role: str, tenant_id: str = "north") -> User:
        user = self.users[email] = User(email, password, role, tenant_id)
        if role == "CUSTOMER":
            account = BankAccount(user)
            self.bank_accounts[account.id] = account
        return user

    def account_of(self, user: User) -> BankAccount:
        return next(account for account in self.bank_accounts.values() if account.user is user)

    def add_payment(self, user: User, created_at: datetime, currency: str) -> None:
        n = len(self.payments)
        reference = f"PAY-{100_000 + 7919 * n}"
        self.payments.append(Payment(user, created_at, currency, 1000 + n, reference))

    def start_session(self, user: User) -> Session:
        session = Session(user)
        self.sessions[session.id] = session
        return session

    def access_token(self, session: Session, issued_at: float | None = None) -> str:
        """`issued_at` is in seconds, so that a token whose hour is over can be made as well."""
        issued_at = int(time.time() if issued_at is None else issued_at)
        claims = {
            "sub": session.user.id,
            "sid": session.id,
            "jti": new_id(),
            "iat": issued_at,
            "exp": issued_at + HOUR,
        }
        return jwt.encode(claims, SIGNING_KEY, algorithm="HS256")

    def caller(self, token: str, may_be_expired: bool = False) -> Caller | None:
        """Whose token this is; None where it is not good (any more)."""
        if api_token := self.api_tokens.get(token):
            good = not api_token.revoked and api_token.expires_at > time.time()
            return Caller(api_token.user, api_token=api_token) if good else None
        try:
            options = {"verify_exp": not may_be_expired}
            claims = jwt.decode(token, SIGNING_KEY, algorithms=["HS256"], options=options)
        except jwt.InvalidTokenError:
            return None
        session = self.sessions.get(claims["sid"])
        return Caller(session.user, session=session) if session else None


def seeded_store(password: str) -> Store:
    """Six people in two organisations, a product, and ada's payments and portfolios."""
    store = Store()
    for role in ("MANAGER", "AGENT", "CASHIER"):
        store.add_user(f"{role.lower()}@north.example", password, role)
    store.add_user("manager@south.example", password, "MANAGER", tenant_id="south")
    ada = store.add_user("ada@north.example", password, "CUSTOMER")
    store.add_user("ben@north.example", password, "CUSTOMER")
    product = Product("Salary advance", "north", "NGN")
    store.products[product.id] = product
    for n in range(50):
        store.add_payment(ada, datetime(2026, 3, 1 + n % 25, 10), "NGN")
    for day in range(11, 16):
        store.add_payment(ada, datetime(2026, 4, day, 10), "NGN")
        store.add_payment(ada, datetime(2026, 3, day, 10), "GBP")
    for n in range(1, 13):
        store.portfolios.append(Portfolio(ada, f"Fixed deposit {n}", 1000 * n, 1100 * n))
    return store
