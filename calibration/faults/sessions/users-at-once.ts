import { setTimeout as pause } from 'node:timers/promises';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { editBody, withBody } from '../../servers/answers.ts';
import {
  failed,
  jsonAnswer,
  type Layer,
  type LayerContext,
  type PlainRequest,
  type PlainResponse,
} from '../../servers/exchange-layer.ts';
import { kept } from '../../servers/memory.ts';
import { objectOf } from '../../servers/requests.ts';
import { callerOf, sentToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';

/** Only what a user's later logins began goes wrong: a run in which nobody can log in shows nothing. */
const LATER = 3;

/** How long a request stays under way, so that those of other users can come, in milliseconds. */
const STAY_MS = 15;

const countOf = ({ memory }: LayerContext, key: string): number => Number(memory.get(key) ?? 0);

/** Which login of its user a session began with; 0 for what no login or refresh gave. */
function loginOf(request: PlainRequest, context: LayerContext, login: boolean): number {
  return login
    ? countOf(context, `logins of ${String(objectOf(request.body)?.email)}`) + 1
    : countOf(context, `login of ${sentToken(request)?.token}`);
}

/** Remembers the tokens that a login or a refresh gave: a refreshed one is of a later login by one less. */
function note(request: PlainRequest, response: PlainResponse, context: LayerContext, was: number) {
  const given = objectOf(response.body)?.access_token;
  const email = objectOf(request.body)?.email;
  if (typeof given === 'string') {
    context.memory.set(`login of ${given}`, typeof email === 'string' ? was + 1 : was - 1);
  }
  if (typeof given === 'string' && typeof email === 'string') {
    context.memory.set(`logins of ${email}`, was);
  }
}

/** Goes wrong on an endpoint while another user's request to it is under way. */
function whileOthers(endpoint: EndpointName, wrong: Layer): Layer {
  return async (request, next, context) => {
    const was = loginOf(request, context, context.endpoint === 'login');
    const who = callerOf(request, context)?.id ?? String(objectOf(request.body)?.email);
    const answer = async () => {
      const response = await next(request);
      note(request, response, context, was);
      return response;
    };
    if (context.endpoint !== endpoint || was < LATER) {
      return answer();
    }
    const own = { who, met: false };
    const underWay = kept(context, 'under way', () => new Set<typeof own>());
    for (const other of underWay) {
      if (other.who !== who) {
        own.met = true;
        other.met = true;
      }
    }
    underWay.add(own);
    await pause(STAY_MS);
    const response = own.met ? await wrong(request, answer, context) : await answer();
    underWay.delete(own);
    return response;
  };
}

const refusal =
  (status: number): Layer =>
  () =>
    Promise.resolve(failed(status, 'try again later'));

/** Answers as after a logout, and leaves the token as it was. */
const withoutEffect: Layer = () => Promise.resolve(jsonAnswer(200, { status: 'SUCCESS' }));

/** Lists nothing. */
const emptied: Layer = async (request, next) => {
  const response = await next(request);
  const body = JSON.stringify(objectOf(response.body), (_, value) =>
    Array.isArray(value) ? [] : value,
  );
  return response.status === 200 ? withBody(response, body) : response;
};

const asCashier: Layer = editBody('login', (body) => {
  Object.assign((body as { user: object }).user, { role: 'CASHIER' });
});

const oneRefreshOfAUser: Fault = {
  id: 'refresh.of-another-session-at-once-refused',
  breaks: 'RFR-9',
  caughtBy: 'refresh.both-at-once',
  how: 'While a session of a user is refreshed the token of another of theirs is called a bad one.',
  layers: [
    async (request, next, context) => {
      const caller = context.endpoint === 'refresh' ? callerOf(request, context)?.id : undefined;
      const slot = `refresh of ${caller} under way`;
      if (caller === undefined) {
        return next(request);
      }
      const other = context.memory.get(slot) ?? sentToken(request)?.token;
      if (other !== sentToken(request)?.token) {
        return refusal(401)(request, next, context);
      }
      context.memory.set(slot, sentToken(request)?.token);
      await pause(STAY_MS);
      const response = await next(request);
      context.memory.delete(slot);
      return response;
    },
  ],
};

interface Mixed extends Pick<Fault, 'breaks' | 'how' | 'alsoCaughtBy'> {
  endpoint: EndpointName;
  wrong: Layer;
}

const MIXED: readonly Mixed[] = [
  {
    endpoint: 'login',
    breaks: 'LGN-1',
    how: 'Of users who log in at the same time the answers say CASHIER as role.',
    wrong: asCashier,
    alsoCaughtBy: [
      { checks: ['session.*', 'sequences.*'], because: 'every answer of a login is judged' },
    ],
  },
  {
    endpoint: 'fetch-organisation-preference',
    breaks: 'ORG-1',
    how: 'Of users who ask for the preference at the same time nobody finds it.',
    wrong: refusal(404),
    alsoCaughtBy: [{ checks: ['sequences.*'], because: 'it asks at once, too' }],
  },
  {
    endpoint: 'awaiting-payments',
    breaks: 'PAY-19',
    how: 'Users who list awaiting payments at the same time are listed none.',
    wrong: emptied,
  },
  {
    endpoint: 'portfolios',
    breaks: 'PTF-4',
    how: 'Users who ask for their portfolios at the same time are listed none.',
    wrong: emptied,
  },
  {
    endpoint: 'refresh',
    breaks: 'RFR-1',
    how: 'Of users who refresh at the same time nobody gets a token.',
    wrong: refusal(400),
    alsoCaughtBy: [
      { checks: ['sequences.*', 'authentication.bearer.refresh'], because: 'they refresh at once' },
    ],
  },
  {
    endpoint: 'logout',
    breaks: 'AUT-12',
    how: 'Of users who log out at the same time the tokens live on.',
    wrong: withoutEffect,
    alsoCaughtBy: [{ checks: ['sequences.*'], because: 'it logs out at once, too' }],
  },
];

/** Goes wrong on an endpoint while another request of the same user to it is under way. */
const secondOfTwo =
  (endpoint: EndpointName, wrong: Layer): Layer =>
  async (request, next, context) => {
    const who = callerOf(request, context)?.id;
    if (context.endpoint !== endpoint || who === undefined) {
      return next(request);
    }
    const slot = `${endpoint} of ${who} under way`;
    if (context.memory.get(slot)) {
      return wrong(request, next, context);
    }
    context.memory.set(slot, true);
    await pause(STAY_MS);
    const response = await next(request);
    context.memory.delete(slot);
    return response;
  };

/** Gives the second of two refreshes of a user a token that is good for nothing. */
const deadToken: Fault = {
  id: 'refresh.second-of-two-at-once-dead',
  breaks: 'RFR-9',
  caughtBy: 'refresh.both-at-once',
  how: 'Of two refreshes of a user at the same time the second gives a token that nobody accepts.',
  layers: [
    secondOfTwo(
      'refresh',
      editBody('refresh', (body) => {
        const session = body as { access_token?: string };
        session.access_token = session.access_token?.replace(/.{8}$/, 'AAAAAAAA');
      }),
    ),
  ],
  alsoCaughtBy: [{ checks: ['sequences.*'], because: 'it refreshes at once, too' }],
};

/** Loses a logout while another one of the same user is under way. */
const lostLogout: Fault = {
  id: 'logout.second-of-two-at-once-lost',
  breaks: 'LGO-5',
  caughtBy: 'logout.both-at-once',
  how: 'Of two logouts of a user at the same time the second is answered and has no effect.',
  layers: [secondOfTwo('logout', withoutEffect)],
  alsoCaughtBy: [{ checks: ['sequences.*'], because: 'it logs out at once, too' }],
};

/** What of two logouts of a user at the same time is refused is none that may have ended. */
const refusedLogout: Fault = {
  id: 'logout.second-of-two-at-once-refused',
  breaks: 'LGO-1',
  caughtBy: 'logout.both-at-once',
  how: 'Of two logouts of a user at the same time the second is refused with 400.',
  layers: [secondOfTwo('logout', refusal(400))],
  alsoCaughtBy: [{ checks: ['sequences.*'], because: 'it logs out at once, too' }],
};

/** Sections 4.1 to 4.5 and 4.9, while several users call one endpoint. */
export const usersAtOnceFaults: Fault[] = [
  ...MIXED.map(
    ({ endpoint, wrong, ...fault }): Fault => ({
      ...fault,
      id: `${endpoint}.at-once-mixed-up`,
      caughtBy: `${endpoint}.at-once`,
      layers: [whileOthers(endpoint, wrong)],
    }),
  ),
  deadToken,
  lostLogout,
  refusedLogout,
  oneRefreshOfAUser,
];
