import { setTimeout as pause } from 'node:timers/promises';
import { jsonAnswer, type Layer } from '../../servers/exchange-layer.ts';
import { ownOffers } from '../../servers/own-customers.ts';
import { callerOf } from '../../servers/tokens.ts';
import type { Axis } from '../variant.ts';

/** More than a run takes. */
const ENTRIES = 24;

/** Withdraws what else a customer was offered once one offer is accepted. */
const oneOfferEndsOthers: Layer = async (request, next, context) => {
  const caller = callerOf(request, context);
  if (context.endpoint !== 'update-application' || !caller) {
    return next(request);
  }
  // Looked up and not told by the answer: one that replays an earlier request accepts nothing.
  const accepted = context.db
    .prepare(
      "SELECT COUNT(*) FROM loan_applications WHERE user_id = ? AND loan_status = 'ACCEPTED'",
    )
    .pluck();
  const before = accepted.get(caller.id) as number;
  const response = await next(request);
  if ((accepted.get(caller.id) as number) > before) {
    context.db
      .prepare(
        `UPDATE loan_applications SET loan_status = 'WITHDRAWN'
         WHERE user_id = ? AND loan_status = 'OFFER_SENT'`,
      )
      .run(caller.id);
  }
  return response;
};

/** Which moves an application makes by itself is not said. */
export const acceptedOffers: Axis = {
  id: 'accepted-offer',
  open: ['section 3.1: shows no other moves of an application'],
  choices: [
    {
      id: 'accepted-offer.ends-others',
      how: 'withdraws what else a customer was offered once one offer is accepted',
      wrapping: () => ({ layers: [oneOfferEndsOthers] }),
    },
    {
      id: 'accepted-offer.ends-others.own-customers',
      how: 'does so too, and the target file has a customer of its own for each offer',
      wrapping: () => ({ layers: [oneOfferEndsOthers] }),
      target(server) {
        const { states } = server.target;
        const pools = { ...states.pools, 'offer-sent': ownOffers(server, ENTRIES) };
        return { ...server.target, states: { ...states, pools } };
      },
    },
  ],
};

/** How long a request that changes something is under way, in milliseconds. */
const UNDER_WAY_MS = 4;

const WRITING = ['request-loan', 'repay-loan', 'update-application'];

/** Turns away what a user asks for while another request of the same user changes something. */
function oneRequestOfAUser(status: number, headers: Record<string, string> = {}): Layer {
  const busy = new Set<string>();
  return async (request, next, context) => {
    const caller = callerOf(request, context);
    if (!WRITING.includes(String(context.endpoint)) || !caller) {
      return next(request);
    }
    if (busy.has(caller.id)) {
      const body = { status: 'FAILED', message: 'another request of this customer is processed' };
      const answer = jsonAnswer(status, body);
      return { ...answer, headers: { ...answer.headers, ...headers } };
    }
    busy.add(caller.id);
    try {
      await pause(UNDER_WAY_MS);
      return await next(request);
    } finally {
      busy.delete(caller.id);
    }
  };
}

/**
 * That one user's requests are processed side by side is not said. Where the axes of refusals change by which
 * status a busy server says so, nobody can tell that it is busy: they are in no combination.
 */
export const requestsOfAUser: Axis = {
  id: 'requests-of-a-user',
  open: ['section 8: shows no limits'],
  choices: [
    {
      id: 'requests-of-a-user.one-at-a-time',
      how: 'answers 409 to what changes something while another such request of the user is under way',
      wrapping: () => ({ layers: [oneRequestOfAUser(409)] }),
      verdict: 'conformant',
    },
    {
      id: 'requests-of-a-user.one-at-a-time-failed',
      how: 'does so by HTTP 200 and status FAILED',
      wrapping: () => ({ layers: [oneRequestOfAUser(200)] }),
      verdict: 'conformant',
    },
    {
      id: 'requests-of-a-user.limited',
      how: 'does so by 429 with Retry-After',
      wrapping: () => ({ layers: [oneRequestOfAUser(429, { 'retry-after': '0' })] }),
      verdict: 'conformant',
    },
  ],
};
