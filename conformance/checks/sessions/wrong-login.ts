import { NotSupplied } from '../../../target/states/not-supplied.ts';
import type { UserName } from '../../../target/target.ts';
import type { CallOptions, CheckContext } from '../../check-context.ts';
import { answerOf, isSuccess, statusOf } from '../../expectations.ts';
import { type Exchange, jsonOf, valueAt } from '../../http/exchange.ts';
import { loginBody, ownHost, PATIENCE_MS } from './login.ts';
import { platformsOfLogins } from './login-orders.ts';

/** How the wrong logins of a run stand. */
interface WrongLogins {
  /** what came that may be a lock; nothing more is tried then */
  ended: string;
  /** the user whose good login came last, with no wrong one after it */
  ready: UserName | undefined;
  /** how many were sent, good ones too */
  sent: number;
  /** the access token that the latest good login of each user gave */
  tokens: Map<UserName, string>;
}

/** What the wrong logins of the run so far have left behind. */
const wrongLogins = (context: CheckContext): Promise<WrongLogins> =>
  context.shared(
    'wrong logins',
    async (): Promise<WrongLogins> => ({ ended: '', ready: undefined, sent: 0, tokens: new Map() }),
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

/**
 * A login of a user that is to be refused, sent while another user logs in. A good login of the user
 * comes before each, so that there are never two wrong ones in a row. What cannot be told from a lock
 * ends them all as not tested: 429 (RFC 6585 section 4), 423 (RFC 4918 section 11.3), or a good
 * login that is refused; to go on would lock the user for longer.
 */
export async function wrongLogin(
  context: CheckContext,
  change: Record<string, unknown>,
  user: UserName = 'customer',
  next: UserName = user,
): Promise<Exchange> {
  const series = await wrongLogins(context);
  const login = async (who: UserName, body: object, more: CallOptions = {}) => {
    const own = ownHost(context, who);
    const exchange = await context.call('login', {
      ...{ body, patienceMs: PATIENCE_MS, ...own, ...more },
      // So that each comes in another form.
      turn: series.sent,
    });
    series.sent += 1;
    if ([423, 429].includes(statusOf(exchange))) {
      series.ended ||= answerOf(exchange);
    }
    return exchange;
  };
  const goodLogin = async (who: UserName) => {
    const exchange = await login(who, loginBody(context, who));
    if (!isSuccess(exchange)) {
      series.ended ||= answerOf(exchange);
    }
    const token = valueAt(jsonOf(exchange), 'access_token');
    if (typeof token === 'string') {
      series.tokens.set(who, token);
    }
    series.ready = who;
  };
  if (series.ended === '' && series.ready !== user) {
    await goodLogin(user);
  }
  if (series.ended === '') {
    const body = { ...loginBody(context, user), ...change };
    const wrong = login(user, body, await onAnotherPlatform(context, user, series.sent));
    const [exchange] = await Promise.all([wrong, next !== user && goodLogin(next)]);
    series.ready = next === user ? undefined : next;
    if (![423, 429].includes(statusOf(exchange))) {
      return exchange;
    }
  }
  throw new NotSupplied(
    'user customer whom wrong passwords do not lock',
    `is not supplied: the target locks or slows logins, after wrong passwords or any (${series.ended})`,
  );
}
