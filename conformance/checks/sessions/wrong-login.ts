import { NotSupplied } from '../../../target/states/not-supplied.ts';
import type { UserName } from '../../../target/target.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { answerOf, isSuccess, statusOf } from '../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { headerValue } from '../../http/header-value.ts';
import { allDone } from '../all-done.ts';
import { loginBody, ownHost, PATIENCE_MS } from './login.ts';
import { platformsOfLogins } from './login-on-platform.ts';

/** How the wrong logins of a run stand. */
interface WrongLogins {
  /** what came that may be a lock; nothing more is tried then */
  ended: string;
  /** the users whose last login was a good one */
  ready: Set<UserName>;
  /** how many were sent, good ones too */
  sent: number;
  /** the access token that the latest good login of each user gave */
  tokens: Map<UserName, string>;
  /** what each user's next login waits for */
  last: Map<string, Promise<unknown>>;
  /** the answers to those that were sent, by what they were */
  answers: Map<string, Promise<Exchange>>;
}

/** What the wrong logins of the run so far have left behind. */
const wrongLogins = (context: CheckContext): Promise<WrongLogins> =>
  context.shared(
    'wrong logins',
    async (): Promise<WrongLogins> => ({
      ...{ ended: '', sent: 0 },
      ...{ ready: new Set(), tokens: new Map(), last: new Map(), answers: new Map() },
    }),
  );

/** The access token of the good login that came before the latest wrong one of a user. */
export async function tokenBeforeWrongLogin(
  context: CheckContext,
  user: UserName,
): Promise<string | undefined> {
  return (await wrongLogins(context)).tokens.get(user);
}

/** One after the other of the platforms that the user has logged in on. */
async function onAnotherPlatform(
  context: CheckContext,
  user: UserName,
  turn: number,
): Promise<CallOptions> {
  const taken = (await platformsOfLogins(context)).get(user) ?? [];
  const platform = taken[turn % taken.length];
  return platform === undefined ? {} : { headers: { platform } };
}

/** A login that is to be refused: the right one of a user with a change. */
export interface WrongLogin {
  user: UserName;
  change: Record<string, unknown>;
  /** whose device it comes from; the user's own unless given */
  deviceOf?: UserName | undefined;
  /** whose token it comes with, which a login lists no header for */
  tokenOf?: UserName | undefined;
  /** while the user logs in rightly, too */
  whileRight?: boolean;
  /** right after the wrong one of its user before, if there was one */
  inARow?: boolean;
  /** whether or not it was sent before */
  anew?: boolean;
}

/** Whether a wrong login counts as one of its user's: what names another address, or none, is nobody's. */
const isOfUser = ({ change }: WrongLogin): boolean => !('email' in change);

/** Does something when all that came before for the same users is done, whatever came of it. */
function inTurn<T>({ last }: WrongLogins, users: string[], act: () => Promise<T>): Promise<T> {
  const now = allDone(users.map((user) => last.get(user))).then(act);
  for (const user of users) {
    last.set(
      user,
      now.catch(() => {}),
    );
  }
  return now;
}

/**
 * A login that is to be refused, sent while those of other users go on, and once in a run; those of one user
 * come one by one. A good login of a user comes before each, so that there are never two wrong ones of theirs in
 * a row, but where that is asked for. What cannot be told from a lock ends them all as not tested: 429 (RFC 6585 section 4), 423 (RFC 4918
 * section 11.3), or a good login that is refused; to go on would lock the user for longer.
 *
 * @throws NotSupplied where a lock or a limit has ended them
 */
export async function wrongLogin(context: CheckContext, wrong: WrongLogin): Promise<Exchange> {
  const series = await wrongLogins(context);
  const { user, change } = wrong;
  const key = JSON.stringify([user, Object.entries(change), change.currentPassword === undefined]);
  const before = wrong.anew ? undefined : series.answers.get(key);
  const answer = before ?? send(context, series, wrong);
  series.answers.set(key, answer);
  context.evidence(await answer);
  return answer;
}

async function send(
  context: CheckContext,
  series: WrongLogins,
  wrong: WrongLogin,
): Promise<Exchange> {
  const { user, change, deviceOf, tokenOf, whileRight, inARow } = wrong;
  const whose = isOfUser(wrong) ? user : 'nobody';
  // What comes between on another's device would hide what is remembered of it.
  return inTurn(series, [whose, ...(deviceOf ? [deviceOf] : [])], async () => {
    if (isOfUser(wrong) && !series.ready.has(user) && !inARow && series.ended === '') {
      await goodLogin(context, series, user);
    }
    if (series.ended === '') {
      const body = { ...loginBody(context, user), ...change };
      const { headers } = await onAnotherPlatform(context, user, series.sent);
      // Who cannot log in has no device that is known.
      const sharer = deviceOf && (await context.session(deviceOf).catch(() => undefined));
      const device = sharer && headerValue(sharer.login.request.headers, 'uuid');
      const as = tokenOf && (await context.session(tokenOf).catch(() => undefined));
      const sent = login(context, series, user, body, {
        ...(as && { as: { accessToken: as.accessToken } }),
        headers: { ...headers, ...(device !== undefined && { uuid: device }) },
      });
      const [exchange] = await allDone([
        sent,
        ...(whileRight ? [goodLogin(context, series, user)] : []),
      ]);
      if (isOfUser(wrong)) {
        // Which of two at once came first nobody knows.
        series.ready.delete(user);
      }
      if (!isLock(exchange)) {
        await rightFromThere(context, series, wrong);
        return exchange;
      }
    }
    throw new NotSupplied(
      'user customer whom wrong passwords do not lock',
      `is not supplied: the target locks or slows logins, after wrong passwords or any (${series.ended})`,
    );
  });
}

/**
 * Then whose device it is logs in, at once, and is told nothing of who failed there. No wrong login of theirs
 * counts by it: which of those under way came before nobody knows.
 */
async function rightFromThere(
  context: CheckContext,
  series: WrongLogins,
  { user, deviceOf }: WrongLogin,
): Promise<void> {
  if (deviceOf !== undefined && deviceOf !== user && series.ended === '') {
    await login(context, series, deviceOf, loginBody(context, deviceOf));
  }
}

const isLock = (exchange: Exchange): boolean => [423, 429].includes(statusOf(exchange));

async function login(
  context: CheckContext,
  series: WrongLogins,
  user: UserName,
  body: object,
  more: CallOptions = {},
): Promise<Exchange> {
  const exchange = await context.call('login', {
    ...{ body, patienceMs: PATIENCE_MS, ...ownHost(context, user), ...more },
    // So that each comes in another form.
    turn: series.sent++,
  });
  // What it began may make room for the next.
  context.leaveSessions();
  if (isLock(exchange)) {
    series.ended ||= answerOf(exchange);
  }
  return exchange;
}

async function goodLogin(context: CheckContext, series: WrongLogins, user: UserName) {
  const exchange = await login(context, series, user, loginBody(context, user));
  if (!isSuccess(exchange)) {
    series.ended ||= answerOf(exchange);
  }
  const token = valueAt(jsonOf(exchange), 'access_token');
  if (typeof token === 'string') {
    series.tokens.set(user, token);
  }
  series.ready.add(user);
}
