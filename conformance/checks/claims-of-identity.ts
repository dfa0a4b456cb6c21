import type { CheckContext, Session } from '../check-context.ts';
import { fitsHeader } from '../http/header-value.ts';

/** Headers by which a proxy tells who asks; what stands behind it may believe them of anybody. */
const HEADERS: Record<string, (session: Session) => string | undefined> = {
  'X-User-Id': ({ userId }) => userId,
  'X-Tenant-Id': ({ tenantId }) => tenantId,
  'X-Forwarded-User': ({ userId }) => userId,
};

/**
 * Headers that name somebody else as who asks. Those that the target file sends with every request are
 * left as they are: the target means something by them.
 */
export function claimsOfIdentity(
  { target }: Pick<CheckContext, 'target'>,
  somebody: Session,
): Record<string, string> {
  const own = new Set(Object.keys(target.headers).map((name) => name.toLowerCase()));
  return Object.fromEntries(
    Object.entries(HEADERS).flatMap(([name, claimOf]) => {
      const value = own.has(name.toLowerCase()) ? undefined : claimOf(somebody);
      return value !== undefined && fitsHeader(value) ? [[name, value]] : [];
    }),
  );
}
