import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach } from 'vitest';
import { STANDARD_LOGINS, type StandardUserName } from '../../../fixtures/standard-users.ts';
import type { User } from '../../store/users.ts';
import { type TestServer, testServer } from '../../test-client.ts';
import type { WebhookOptions } from '../dispatcher.ts';
import type { Delivery } from '../outbox.ts';
import { newSecret } from '../signature.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';

/** No chance in pauses: 5 s, 25 s, 125 s. */
export const OPTIONS: WebhookOptions = {
  allow: ['127.0.0.1'],
  random: () => 0,
  retries: { attempts: 4, firstPause: 5000 },
};

/** A server and a receiver that it may call, both anew for each test. */
export interface Told {
  server: TestServer;
  receiver: Receiver;
  userOf(name: StandardUserName): User;
  /** Registers an endpoint of the manager's organisation, past the routes. */
  register(url?: string, eventTypes?: string[]): { id: string; secret: string };
  /** Sends all that is due. */
  deliver(): Promise<void>;
  /** Those of an endpoint, the earliest first. */
  deliveries(id: string): Delivery[];
  statuses(id: string): Delivery['status'][];
  /** Makes one that goes from REQUESTED over OFFER_SENT to ACCEPTED: three events. */
  application(): string;
}

/** Makes them before each test of a file, and ends them after it. */
export function toldServer(): Told {
  const told: Partial<Pick<Told, 'server' | 'receiver'>> = {};
  const made = <T>(what: T | undefined): T => {
    if (what === undefined) {
      throw new Error('is made before each test');
    }
    return what;
  };
  beforeEach(async () => {
    told.receiver = await startReceiver();
    told.server = testServer({ webhooks: OPTIONS });
  });
  afterEach(async () => {
    await told.server?.dependencies.webhooks.close();
    await told.receiver?.close();
  });

  const self: Told = {
    get server() {
      return made(told.server);
    },
    set server(server) {
      told.server = server;
    },
    get receiver() {
      return made(told.receiver);
    },
    userOf(name) {
      const found = self.server.dependencies.store.users.byEmail(STANDARD_LOGINS[name].email);
      if (found === undefined) {
        throw new Error(`there is no user ${name}`);
      }
      return found;
    },
    register(url = self.receiver.url, eventTypes = []) {
      const [id, secret] = [randomUUID(), newSecret()];
      const { tenantId } = self.userOf('manager');
      const endpoint = { id, tenantId, url, description: '', eventTypes, secret, createdAt: 0 };
      self.server.dependencies.store.webhooks.add(endpoint);
      return { id, secret };
    },
    deliver() {
      return self.server.dependencies.webhooks.deliverDue();
    },
    deliveries(id) {
      return self.server.dependencies.store.webhooks.deliveriesOf(id, null, [500, 0]).toReversed();
    },
    statuses(id) {
      return self.deliveries(id).map(({ status }) => status);
    },
    application() {
      const id = String(self.server.state('loan-requested').applicationId);
      const { loanApplications } = self.server.dependencies.store;
      loanApplications.move(id, 'REQUESTED', 'OFFER_SENT');
      loanApplications.move(id, 'OFFER_SENT', 'ACCEPTED');
      return id;
    },
  };
  return self;
}

/** The types of events that were told. */
export const typesOf = (messages: readonly Received[]): string[] =>
  messages.map(({ body }) => JSON.parse(body).type);

/** What an application is told of that goes from REQUESTED over OFFER_SENT to ACCEPTED. */
export const LIFE = ['requested', 'offer_sent', 'accepted'].map(
  (state) => `loan_application.${state}`,
);
