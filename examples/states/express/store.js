import { randomBytes, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';

const HOUR = 3600;
const DAY = 24 * HOUR;
const SIGNING_KEY = randomBytes(32);

export const now = () => Math.floor(Date.now() / 1000);

/** The sandbox's data, in memory: your database stands here. Amounts are in units of the currency. */
export class Store {
  users = new Map();
  sessions = new Map();
  apiTokens = new Map();
  bankAccounts = new Map();
  products = new Map();
  applications = new Map();
  loans = new Map();
  payments = [];
  portfolios = [];

  add(collection, record) {
    const kept = { id: randomUUID(), ...record };
    this[collection].set(kept.id, kept);
    return kept;
  }

  addUser(email, password, role, tenantId) {
    const [firstName] = email.split('@');
    return this.add('users', { email, password, role, tenantId, firstName, lastName: 'Example' });
  }

  userByEmail(email) {
    return [...this.users.values()].find((user) => user.email === email);
  }

  accountOf(user) {
    return [...this.bankAccounts.values()].find((account) => account.userId === user.id);
  }

  addPayment({ id: userId, tenantId }, day, currency) {
    const reference = `PAY-${100_000 + 7919 * this.payments.length}`;
    const amount = 1000 + this.payments.length;
    const createdAt = `${day}T10:00:00`;
    this.payments.push({
      id: randomUUID(),
      userId,
      tenantId,
      createdAt,
      currency,
      amount,
      reference,
    });
  }

  /** `asked` is what the request for the loan said. */
  addApplication(user, product, status, asked) {
    const createdAt = new Date().toISOString();
    return this.add('applications', { user, product, status, asked, createdAt });
  }

  startSession({ id: userId }) {
    return this.add('sessions', { userId, refreshToken: randomBytes(32).toString('base64url') });
  }

  /** `issuedAt` is in seconds, so that a token whose hour is over can be made as well. */
  accessToken({ id, userId }, issuedAt = now()) {
    const claims = { sub: userId, sid: id, iat: issuedAt, exp: issuedAt + HOUR };
    return jwt.sign(claims, SIGNING_KEY, { jwtid: randomUUID() });
  }

  addApiToken(user, expiresAt = now() + DAY, revoked = false) {
    const id = `key_${randomBytes(32).toString('base64url')}`;
    return this.add('apiTokens', { id, userId: user.id, expiresAt, revoked });
  }

  /** Whose token this is and how it is revoked; undefined where it is not good (any more). */
  caller(token, { ignoreExpiration = false } = {}) {
    const key = this.apiTokens.get(token);
    if (key) {
      const good = !key.revoked && key.expiresAt > now();
      return good
        ? { user: this.users.get(key.userId), revoke: () => this.apiTokens.delete(token) }
        : undefined;
    }
    try {
      const { sid } = jwt.verify(token, SIGNING_KEY, { algorithms: ['HS256'], ignoreExpiration });
      const session = this.sessions.get(sid);
      const revoke = () => this.sessions.delete(sid);
      return session && { user: this.users.get(session.userId), session, revoke };
    } catch {
      return undefined;
    }
  }
}

/** A store with six people in two organisations, a product, and ada's payments and portfolios. */
export function seededStore(password) {
  const store = new Store();
  store.addUser('manager@north.example', password, 'MANAGER', 'north');
  store.addUser('agent@north.example', password, 'AGENT', 'north');
  store.addUser('cashier@north.example', password, 'CASHIER', 'north');
  store.addUser('manager@south.example', password, 'MANAGER', 'south');
  const ada = store.addUser('ada@north.example', password, 'CUSTOMER', 'north');
  const ben = store.addUser('ben@north.example', password, 'CUSTOMER', 'north');
  for (const { id } of [ada, ben]) {
    store.add('bankAccounts', { userId: id });
  }
  store.add('products', { name: 'Salary advance', tenantId: 'north', currencyCode: 'NGN' });
  for (let n = 0; n < 50; n += 1) {
    store.addPayment(ada, `2026-03-${String(1 + (n % 25)).padStart(2, '0')}`, 'NGN');
  }
  for (const day of ['11', '12', '13', '14', '15']) {
    store.addPayment(ada, `2026-04-${day}`, 'NGN');
    store.addPayment(ada, `2026-03-${day}`, 'GBP');
  }
  for (let n = 1; n <= 12; n += 1) {
    const amounts = { amountInvested: 1000 * n, totalPayable: 1100 * n };
    const productName = `Fixed deposit ${n}`;
    store.portfolios.push({ id: randomUUID(), userId: ada.id, productName, ...amounts });
  }
  return store;
}
