import type { Props, Scenes } from './scene.ts';

async function status({ client, token }: Props, filter: Record<string, unknown>) {
  return (await client.payments({ token }, filter)).status;
}

/** A field of the first two payments that are listed. */
async function firstTwo({ client, token }: Props, field: string) {
  const { body } = await client.payments({ token });
  return body.data.awaitingPayments.slice(0, 2).map((payment: never) => payment[field]);
}

const DAY = 86_400_000;

function daysFromNow(days: number): string {
  const day = new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
  return day.split('-').reverse().join('/');
}

/** Scenes of the lists of payments and portfolios. */
export const listingScenes: Scenes = {
  'ranked-search': {
    look: async ({ client, token }) => {
      const { reference } = await client.state('awaiting-payments');
      const searchablePaymentReference = `${reference.replace(/\W/g, '*').toLowerCase()}?x`;
      const { body } = await client.payments({ token }, { searchablePaymentReference });
      const found = body.data.awaitingPayments;
      return [found.length > 1, found[0]?.searchablePaymentReference === reference];
    },
    shows: [true, true],
  },
  'search-both-references': {
    look: async ({ client, token }) => {
      const filter = { searchablePaymentReference: 'NIP' };
      return (await client.payments({ token }, filter)).body.data.awaitingPayments.length;
    },
    shows: 20,
  },
  'iso-days-read': { look: (props) => status(props, { fromDate: '2026-01-05' }), shows: 200 },
  'range-of-90-days': { look: (props) => status(props, { fromDate: '01/01/2020' }), shows: 400 },
  'no-future-dates': { look: (props) => status(props, { toDate: daysFromNow(2) }), shows: 400 },
  'traded-currencies': { look: (props) => status(props, { selectedCurrency: 'XTS' }), shows: 400 },
  'fifty-per-page': {
    look: async ({ client, token }) => {
      const filter = { fromDate: daysFromNow(-300) };
      const { body } = await client.payments({ token }, filter, '?size=100');
      return body.data.awaitingPayments.length;
    },
    shows: 50,
  },
  'oldest-first': {
    look: async (props) => {
      const [first, second] = await firstTwo(props, 'creationDate');
      return first < second;
    },
    shows: true,
  },
  'largest-first': {
    look: async (props) => {
      const [first, second] = await firstTwo(props, 'requestedBankTransferAmount');
      return first > second;
    },
    shows: true,
  },
  'agents-see-their-customers': {
    look: async ({ client }) => {
      const token = await client.tokenOf(client.server.cast.agent);
      const { body } = await client.payments({ token }, {}, '?size=200');
      return body.data.awaitingPayments.length;
    },
    shows: 47,
  },
  'agents-see-nothing': {
    look: async ({ client }) => {
      const token = await client.tokenOf(client.server.cast.agent);
      return (await client.payments({ token })).status;
    },
    shows: 403,
  },
  'staff-are-told-four-letters': {
    look: async (props) => {
      const token = await props.client.tokenOf(props.client.server.cast.manager);
      const [first] = await firstTwo({ ...props, token }, 'searchablePaymentReference');
      return first.slice(0, 6);
    },
    shows: '******',
  },
  'fifty-portfolios': {
    look: async ({ client, token }) =>
      (await client.portfolios(client.server.cast.customer.id, { token }, '?size=51')).status,
    shows: 400,
  },
};
