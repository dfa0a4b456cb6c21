import type { Props, Scenes } from './scene.ts';

/** A refusal with status FAILED. */
function failure({ client, token }: Props) {
  return client.payments({ token }, { selectedCurrency: undefined });
}

/** How often an answer of this status came among many requests. */
async function among({ client, token }: Props, requests: number, status: number) {
  let times = 0;
  let after: string | null = null;
  for (let asked = 0; asked < requests; asked++) {
    const answer = await client.preference({ token });
    if (answer.status === status) {
      times += 1;
      after = answer.headers.get('retry-after');
    }
  }
  return [times, after];
}

/** Scenes of gateways and of forms of answers. */
export const gatewayScenes: Scenes = {
  // the clock stands still here; the login was the first request of its second
  'rate-limit': { look: (props) => among(props, 60, 429), shows: [11, '1'] },
  'overloaded-now-and-then': { look: (props) => among(props, 120, 503), shows: [2, '1'] },
  'small-requests': {
    look: async ({ client, token }) =>
      (await client.payments({ token }, { padding: 'x'.repeat(17_000) })).status,
    shows: 413,
  },
  'html-401': {
    look: async ({ client }) => {
      const { status, headers, text } = await client.preference({ token: 'none' });
      return [status, headers.get('content-type'), text.startsWith('<!doctype html>')];
    },
    shows: [401, 'text/html; charset=utf-8', true],
  },
  slow: {
    look: async ({ client }) => client.server.world.rules.delay() >= 20,
    shows: true,
  },
  'closes-connections': {
    look: async (props) => (await failure(props)).headers.get('connection'),
    shows: 'close',
  },
  'messages-in-arabic': {
    look: async (props) => /^[\u0600-\u06ff ]+$/.test((await failure(props)).body.message),
    shows: true,
  },
  'messages-in-capitals': {
    look: async (props) => (await failure(props)).body.message,
    shows: 'SELECTEDCURRENCY IS REQUIRED',
  },
  charset: {
    look: async (props) => (await failure(props)).headers.get('content-type'),
    shows: 'application/json; charset=UTF-8',
  },
  'problem-json': {
    look: async (props) => {
      const { headers, body } = await failure(props);
      return [headers.get('content-type'), body.title, body.status];
    },
    shows: ['application/problem+json', 'Refused', 'FAILED'],
  },
  'failures-in-200': {
    look: async (props) => {
      const { status, body } = await failure(props);
      return [status, body.status];
    },
    shows: [200, 'FAILED'],
  },
  'firewall-on-searches': {
    look: async ({ client, token }) => {
      const search = async (searchablePaymentReference: string) =>
        (await client.payments({ token }, { searchablePaymentReference })).status;
      return [await search("' OR 1=1"), await search('TRF')];
    },
    shows: [406, 200],
  },
  'extra-fields': {
    look: async ({ client, token }) => {
      const { body } = await client.payments({ token });
      return [body.traceId, body.data.awaitingPayments[0].links];
    },
    shows: ['b7-01', null],
  },
  'other-values': {
    look: async ({ client, token }) => {
      const { body } = await client.payments({ token });
      return body.data.awaitingPayments[0].payableType;
    },
    shows: 'INVOICE',
  },
  cookies: {
    look: async (props) => (await failure(props)).headers.get('set-cookie'),
    shows: 'gw=7; Path=/; HttpOnly',
  },
};
