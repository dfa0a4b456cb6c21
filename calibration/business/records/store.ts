import { randomUUID } from 'node:crypto';
import { type AwaitingPayment, paymentsOf } from './payments.ts';
import { person, type Role, type User } from './people.ts';

/** A login; its refresh token is the newest one, `spent` those before it. */
export interface Session {
  id: string;
  userId: string;
  refreshToken: string;
  spent: Set<string>;
  ended: boolean;
  /** `jti` of access tokens that are revoked although the session lives on */
  revoked: Set<string>;
}

export interface ApiToken {
  token: string;
  userId: string;
  /** milliseconds since 1970 */
  expires: number;
  revoked: boolean;
}

/** A loan application: the fields of section 2.4. */
export interface Application {
  applicationId: string;
  loanProductId: string;
  userName: string;
  productName: string;
  currencyCode: string;
  employmentStatus: string;
  loanApplicationcreatedDate: string;
  userId: string;
  durationCounterUnitEnum: string;
  requestedLoanAmount: number;
  loanStatus: string;
  monthlyIncome: number;
  dateOfBirth: string;
  loanDuration: number;
}

export interface Loan {
  accountId: string;
  customerId: string;
  applicationId: string | undefined;
  productName: string;
  currency: string;
  /** what is still owed, in units of the currency */
  totalPayable: number;
  state: 'ACTIVE' | 'CLOSED';
  collectedByThirdParty: boolean;
  /** of the repayment instructions */
  reference: string;
  /** references of repayments that wait for their verification */
  pending: string[];
}

/** Amounts in units of the currency, durations in months. */
export interface Product {
  id: string;
  name: string;
  currency: string;
  leastAmount: number;
  mostAmount: number;
  leastMonths: number;
  mostMonths: number;
}

export interface Portfolio {
  customerId: string;
  holding: string;
  product: string;
  invested: number;
  payable: number;
}

/** Everything the platform knows, in memory. */
export class Store {
  readonly users: User[] = [];
  readonly sessions = new Map<string, Session>();
  readonly apiTokens: ApiToken[] = [];
  readonly payments: AwaitingPayment[] = [];
  readonly applications = new Map<string, Application>();
  readonly loans: Loan[] = [];
  readonly portfolios: Portfolio[] = [];
  readonly product: Product = {
    id: 'PRD-SALARY-7',
    name: 'Salary Bridge',
    currency: 'NGN',
    leastAmount: 50_000,
    mostAmount: 200_000,
    leastMonths: 3,
    mostMonths: 12,
  };

  addPerson(role: Role, tenantId: string, agentId?: string): User {
    const user = person(this.users.length + 1, role, tenantId, agentId);
    this.users.push(user);
    return user;
  }

  user(id: string): User | undefined {
    return this.users.find((user) => user.id === id.toLowerCase());
  }
}

/** The people that a target file names, section 2.1's roles in two tenants. */
export interface Cast {
  manager: User;
  agent: User;
  cashier: User;
  customer: User;
  otherCustomer: User;
  otherManager: User;
}

/** How many portfolios the customer has: two pages of the default size and a rest. */
export const PORTFOLIOS = 23;

/** A store with its first people, payments and portfolios. `now` in milliseconds since 1970. */
export function openStore(now: number): { store: Store; cast: Cast } {
  const store = new Store();
  const agent = store.addPerson('AGENT', 'zenfin');
  const cast: Cast = {
    agent,
    manager: store.addPerson('MANAGER', 'zenfin'),
    cashier: store.addPerson('CASHIER', 'zenfin'),
    customer: store.addPerson('CUSTOMER', 'zenfin', agent.id),
    otherCustomer: store.addPerson('CUSTOMER', 'zenfin'),
    otherManager: store.addPerson('MANAGER', 'kudapay'),
  };
  const stranger = store.addPerson('CUSTOMER', 'kudapay');
  for (const owner of [cast.customer, cast.otherCustomer, stranger]) {
    store.payments.push(...paymentsOf(owner, now));
    const count = owner === cast.customer ? PORTFOLIOS : 4;
    for (let number = 1; number <= count; number++) {
      store.portfolios.push({
        customerId: owner.id,
        holding: `HLD-${randomUUID().slice(0, 8)}`,
        product: `Treasury note ${number}`,
        invested: 10_000 * number,
        payable: 11_200 * number,
      });
    }
  }
  return { store, cast };
}
