import type { Check } from '../../check.ts';
import type { CallOptions, CheckContext, Session } from '../../check-context.ts';
import { answerOf, expectUnauthorised, isSuccess, statusOf } from '../../expectations.ts';
import { bodyKind } from '../../http/exchange.ts';
import { fitsHeader } from '../../http/header-value.ts';
import { MADE_UP_TOKEN } from '../../http/made-up-token.ts';
import { Inconclusive } from '../../outcome.ts';
import type { Refusal } from '../../situations/refusal.ts';
import { LIVE_CALLS, PROTECTED_CALLS, type ProtectedCall } from '../protected-calls.ts';
import { preferenceCaller } from '../sessions/organisation-preference.ts';
import { bearerAnswer } from './bearer.ts';
import {
  changedSignatures,
  cutSignature,
  emptySignature,
  raisedRole,
  tamperedHeader,
  tamperedPayload,
  tamperedSignature,
  twoSegments,
  UNREADABLE_PAYLOAD,
  UNREADABLE_TOKEN,
  UNSIGNED_SPELLINGS,
  unsignedToken,
} from './forged-tokens.ts';

/** A kind of token that is answered with 401 (section 7). */
interface BadToken {
  form: string;
  requirement: string;
  what: string;
  /** the token sent in place of the live one; `null` sends no token header */
  token(session: Session): string | null;
  /** further tokens of the kind, each of which is refused too; an endpoint is sent one of them, or none */
  more?(session: Session): (string | undefined)[];
  /** whether in situations one after the other of them is tried, beginning with another for each endpoint */
  byTurns?: true;
}

/** The forms of section 7's 401 that need nothing but a live session. */
export const BAD_TOKENS: readonly BadToken[] = [
  { form: 'missing', requirement: 'ERR-1', what: 'no token header', token: () => null },
  { form: 'empty', requirement: 'ERR-2', what: 'an empty token', token: () => '' },
  {
    form: 'garbage',
    requirement: 'ERR-3',
    what: 'a token that is no JWT',
    byTurns: true,
    token: () => MADE_UP_TOKEN,
    more: () => [UNREADABLE_TOKEN, UNREADABLE_PAYLOAD],
  },
  {
    form: 'two-segments',
    requirement: 'ERR-4',
    what: 'a JWT without its signature part',
    token: (session) => twoSegments(session.accessToken),
    more: ({ accessToken }) => [`${accessToken}.x`, emptySignature(accessToken)],
  },
  {
    form: 'tampered-payload',
    requirement: 'ERR-5',
    what: 'a JWT with a changed payload',
    byTurns: true,
    token: (session) => tamperedPayload(session.accessToken),
    more: ({ accessToken }) => [raisedRole(accessToken), tamperedHeader(accessToken), undefined],
  },
  {
    form: 'tampered-signature',
    requirement: 'ERR-6',
    what: 'a JWT with a changed signature',
    byTurns: true,
    token: (session) => tamperedSignature(session.accessToken),
    more: ({ accessToken }) => changedSignatures(accessToken),
  },
  {
    form: 'alg-none',
    requirement: 'ERR-7',
    what: 'an unsigned JWT',
    token: unsignedToken,
    more: (session) =>
      UNSIGNED_SPELLINGS.flatMap((alg) => [unsignedToken(session, alg), undefined]),
  },
];

/** What every check of a refused token on one endpoint has in common. */
function refusal(call: ProtectedCall) {
  return {
    level: 'must' as const,
    endpoint: call.endpoint,
    users: call.users,
    states: call.states,
    ...(call.phase && { phase: call.phase }),
  };
}

/** A bad token is looked at before all else, so that each value of what varies is enough beside it. */
function ofToken(call: ProtectedCall, form: string): { refusal: Refusal } {
  const name = `authentication.${form}.${call.endpoint}`;
  // A token that has no signature at all is next to none: what varies beside it is tried with others.
  const least = form === 'two-segments' ? { least: 1 } : {};
  const expired = form === 'expired' ? { expired: true as const } : {};
  return { refusal: { name, badToken: form, once: true, ...least, ...expired } };
}

/** Sends the valid call with another token, which may be made of the session's own. */
async function sendWith(
  context: CheckContext,
  call: ProtectedCall,
  token: (session: Session) => string | null,
  more: CallOptions = {},
) {
  const { session, options } = await call.prepare(context);
  const accessToken = token(session);
  return context.call(call.endpoint, {
    ...options,
    ...more,
    as: accessToken === null ? null : { accessToken },
    inPlaceOf: session,
  });
}

/** A turn whose forms of headers are neither those of the first request nor, where there are three, of the next. */
const IN_OTHER_FORMS = 5;

/** Most targets look at tokens in one place, so each endpoint begins with another of a kind. */
const beginOf = (call: ProtectedCall): number => PROTECTED_CALLS.indexOf(call);

/**
 * The token of a kind that is tried: the first on the plainest request, which one of the others follows there;
 * in situations the others and the first one after that other, where the kind has them by turns.
 */
function formIn(context: CheckContext, call: ProtectedCall, bad: BadToken, session: Session) {
  const { plain, turn = 0 } = context;
  const first = bad.token(session);
  const all = [...((plain && bad.byTurns && bad.more?.(session)) || []), first];
  return all[(beginOf(call) + turn) % all.length] ?? first;
}

const refused: Check[] = BAD_TOKENS.flatMap((bad) =>
  PROTECTED_CALLS.map((call) => ({
    ...refusal(call),
    id: `authentication.${bad.form}.${call.endpoint}`,
    ...ofToken(call, bad.form),
    title: `answers 401 to ${bad.what} (${call.endpoint})`,
    requirements: [bad.requirement],
    // Nothing can be cut off or changed in what is no JWT.
    after: [call.twin, ...(bad.form === 'two-segments' ? ['session.access_token'] : [])],
    cause: `${bad.what} is not answered with 401`,
    async run(context: CheckContext) {
      const { session, options } = await call.prepare(context);
      const first = formIn(context, call, bad, session);
      const as = first === null ? null : { accessToken: first };
      const exchange = await context.call(call.endpoint, { ...options, as, inPlaceOf: session });
      expectUnauthorised(exchange, bad.what);
      if (!bad.more || context.plain) {
        return;
      }
      const more = bad.more(session);
      const accessToken = more[beginOf(call) % more.length];
      if (accessToken !== undefined) {
        const as = { accessToken };
        const other = await context.call(call.endpoint, { ...options, as, turn: IN_OTHER_FORMS });
        expectUnauthorised(other, bad.what);
      }
    },
  })),
);

const expired: Check[] = LIVE_CALLS.map((call) => ({
  ...refusal(call),
  id: `authentication.expired.${call.endpoint}`,
  ...ofToken(call, 'expired'),
  title: `answers 401 to an expired token (${call.endpoint})`,
  requirements: ['ERR-8'],
  states: [...call.states, 'expired-token'],
  after: [call.twin],
  cause: 'an expired token is not answered with 401',
  async run(context) {
    const { token } = await context.state('expired-token');
    expectUnauthorised(await sendWith(context, call, () => token), 'an expired token');
  },
}));

/** Section 4.2: a refresh token is for the refresh alone. */
const refreshTokens: Check[] = LIVE_CALLS.map((call) => ({
  ...refusal(call),
  id: `authentication.refresh-token.${call.endpoint}`,
  title: `answers 401 to a refresh token as access token (${call.endpoint})`,
  requirements: ['ERR-21'],
  after: [call.twin],
  cause: 'a refresh token is taken for an access token',
  async run(context) {
    const { session, options } = await call.prepare(context);
    const { accessToken, refreshToken } = session;
    if (refreshToken === undefined || refreshToken === accessToken) {
      throw new Inconclusive('No session has a refresh token beside its access token.');
    }
    if (!fitsHeader(refreshToken)) {
      throw new Inconclusive('The refresh token holds what no header may.');
    }
    const exchange = await context.call(call.endpoint, {
      ...options,
      as: { accessToken: refreshToken },
    });
    expectUnauthorised(exchange, 'a refresh token in the place of the access token');
  },
}));

/** How many situations a changed signature is tried in at each endpoint, each time another of them and the first. */
const IN_USUAL_HEADER = 3;

const refusedBearer: Check[] = PROTECTED_CALLS.map((call) => ({
  ...refusal(call),
  id: `authentication.bearer-tampered.${call.endpoint}`,
  ...(!call.phase && ofToken(call, 'bearer-tampered')),
  title: `answers 401 to a changed token sent as Bearer (${call.endpoint})`,
  requirements: ['ERR-9'],
  after: [call.twin],
  cause: 'a changed token sent as Authorization: Bearer is not answered with 401',
  async run(context) {
    // Of whoever asks in a situation a bad token is refused, be they served here or not.
    const good = await bearerAnswer(context.plain ?? context, call);
    if (!isSuccess(good)) {
      context.inconclusive(`A good Bearer token is not accepted here: ${answerOf(good)}.`);
    }
    const { plain, turn = 0 } = context;
    // A look that stops early passes over it, too; an encrypted token is not cut: libraries differ in what they make of its tag.
    const cut = (token: string) =>
      token.split('.').length === 3 ? cutSignature(token) : tamperedSignature(token);
    const raised = beginOf(call) % 2 === 1 ? raisedRole : () => undefined;
    const tampered = ({ accessToken }: Session) => {
      // In situations those whose turn does not come at this endpoint in the usual header.
      const changed = plain ? [...changedSignatures(accessToken), undefined] : [undefined];
      const other = changed[(beginOf(call) + IN_USUAL_HEADER + turn) % changed.length];
      return other ?? raised(accessToken) ?? cut(accessToken);
    };
    const exchange = await sendWith(context, call, tampered, { bearer: true });
    expectUnauthorised(exchange, 'a changed token sent as Authorization: Bearer');
  },
}));

const bodyOf401: Check = {
  id: 'authentication.body-of-401',
  title: 'shows what the body of a 401 is',
  requirements: ['ERR-11'],
  level: 'open',
  endpoint: 'awaiting-payments',
  users: ['customer'],
  states: ['awaiting-payments'],
  async run(context) {
    const call = PROTECTED_CALLS.find(({ endpoint }) => endpoint === 'awaiting-payments');
    if (!call) {
      throw new Error('there is no valid call of awaiting-payments');
    }
    const exchange = await sendWith(context, call, () => null);
    context.observe('body of a 401', bodyKind(exchange));
  },
};

const bothHeaders: Check = {
  id: 'authentication.observes.both-headers',
  title: 'shows which token counts where both headers carry one',
  requirements: ['AUT-33'],
  level: 'open',
  endpoint: 'fetch-organisation-preference',
  users: ['manager'],
  after: ['fetch-organisation-preference.succeeds'],
  async run(context) {
    const { user } = await preferenceCaller(context);
    const { accessToken } = await context.session(user);
    const pairs = [
      { what: 'both good', sent: accessToken, bearer: accessToken },
      { what: 'a bad Bearer', sent: accessToken, bearer: MADE_UP_TOKEN },
      { what: 'a bad X-Auth-Token', sent: MADE_UP_TOKEN, bearer: accessToken },
    ];
    for (const { what, sent, bearer } of pairs) {
      const exchange = await context.call('fetch-organisation-preference', {
        as: { accessToken: sent },
        headers: { authorization: `Bearer ${bearer}` },
      });
      context.observe(`both token headers, ${what}`, statusOf(exchange));
    }
  },
};

/** Sections 5 and 7: every form of a token that must be answered with 401, on every endpoint. */
export const authenticationChecks: Check[] = [
  ...refused,
  ...expired,
  ...refreshTokens,
  ...refusedBearer,
  bodyOf401,
  bothHeaders,
];
