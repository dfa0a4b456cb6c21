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
  /** how many more wrong logins each user may have before a good one */
  left: Map<UserName, number>;
  /** how many were sent, good ones too */
  sent: number;
  /** the access token that the latest good login of each user gave */
  tokens: Map<UserName, string>;
}

/** What the wrong logins of the run so far have left behind. */
const wrongLogins = (context: CheckContext): Promise<WrongLogins> =>
  context.shared(
    'wrong logins',
    async (): Promise<WrongLogins> => ({ ended: '', left: new Map(), sent: 0, tokens: new Map() }),
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

/** Wrong logins of one user in a row: who locks users does so after three at the earliest. */
const MOST_IN_A_ROW = 2;

/** A login that is to be refused: the right one of a user with a change. */
export interface WrongLogin {
  user: UserName;
  change: Record<string, unknown>;
  /** whose device it comes from; the user's own unless given */
  deviceOf?: UserName | undefined;
}

/** Whether a wrong login counts as one of its user's. */
const isOfUser = ({ change }: WrongLogin): boolean => !('email' in change);

/** One login that is to be refused; see `wrongLoginsAtOnce`. */
export async function wrongLogin(
  context: CheckContext,
  change: Record<string, unknown>,
  user: UserName = 'customer',
): Promise<Exchange> {
  const [exchange] = await wrongLoginsAtOnce(context, [{ user, change }]);
  return exchange as Exchange;
}

/**
 * Logins that are to be refused, sent at once while other users log in; those of one user belong together.
 * A good login of a user comes before each second one, so that there are never three wrong ones of theirs in a
 * row; what names another address, or none, is nobody's.
 * What cannot be told from a lock ends them all as not tested: 429 (RFC 6585 section 4), 423 (RFC 4918
 * section 11.3), or a good login that is refused; to go on would lock the user for longer.
 *
 * @param next who is to log in wrongly after this
 */
export async function wrongLoginsAtOnce(
  context: CheckContext,
  wrong: readonly WrongLogin[],
  next: readonly UserName[] = [],
): Promise<Exchange[]> {
  const series = await wrongLogins(context);
  const login = async (who: UserName, body: object, more: CallOptions = {}) => {
    const own = ownHost(context, who);
    const exchange = await context.call('login', {
      ...{ body, patienceMs: PATIENCE_MS, ...own, ...more },
      // So that each comes in another form.
      turn: series.sent++,
    });
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
    series.left.set(who, MOST_IN_A_ROW);
  };
  const isReady = (user: UserName) => (series.left.get(user) ?? 0) > 0;
  const users = [...new Set(wrong.filter(isOfUser).map(({ user }) => user))];
  if (series.ended === '') {
    await Promise.all(users.filter((user) => !isReady(user)).map(goodLogin));
  }
  if (series.ended === '') {
    const sent = wrong.map(async (each) => {
      const { user, change, deviceOf } = each;
      if (isOfUser(each)) {
        series.left.set(user, (series.left.get(user) ?? 0) - 1);
      }
      const body = { ...loginBody(context, user), ...change };
      const { headers } = await onAnotherPlatform(context, user, series.sent);
      const device = deviceOf && (await context.session(deviceOf)).login.request.headers.uuid;
      return login(user, body, {
        headers: { ...headers, ...(device !== undefined && { uuid: device }) },
      });
    });
    const others = next.filter((user) => !users.includes(user) && !isReady(user));
    const [exchanges] = await Promise.all([Promise.all(sent), ...others.map(goodLogin)]);
    if (exchanges.every((exchange) => ![423, 429].includes(statusOf(exchange)))) {
      return exchanges;
    }
  }
  throw new NotSupplied(
    'user customer whom wrong passwords do not lock',
    `is not supplied: the target locks or slows logins, after wrong passwords or any (${series.ended})`,
  );
}
