import { NotSupplied } from '../../../target/states/not-supplied.ts';
import type { UserName } from '../../../target/target.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, isSuccess, statusOf } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { loginBody, ownHost, PATIENCE_MS } from './login.ts';

/** How the wrong logins of a run stand. */
interface WrongLogins {
  /** what came that may be a lock; nothing more is tried then */
  ended: string;
  /** the user whose good login came last, with no wrong one after it */
  ready: UserName | undefined;
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
  const series = await context.shared(
    'wrong logins',
    async (): Promise<WrongLogins> => ({ ended: '', ready: undefined }),
  );
  const login = async (who: UserName, body: object) => {
    const own = ownHost(context, who);
    const exchange = await context.call('login', { body, patienceMs: PATIENCE_MS, ...own });
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
    series.ready = who;
  };
  if (series.ended === '' && series.ready !== user) {
    await goodLogin(user);
  }
  if (series.ended === '') {
    const wrong = login(user, { ...loginBody(context, user), ...change });
    const [exchange] = await Promise.all([wrong, next !== user && goodLogin(next)]);
    series.ready = next === user ? undefined : next;
    if (![423, 429].includes(statusOf(exchange))) {
      return exchange;
    }
  }
  throw new NotSupplied(
    'user customer whom wrong passwords do not lock',
    `is not supplied: the target locks or slows logins after wrong passwords (${series.ended})`,
  );
}
