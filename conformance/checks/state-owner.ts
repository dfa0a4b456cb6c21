import type { Credentials, UserName } from '../../target/target.ts';
import type { CheckContext, Session } from '../check-context.ts';

/**
 * The session of whoever the values of a state belong to: of the credentials they carry, logged in
 * once per run, else of a user of the target file. Nobody is logged in twice, since a target may
 * end a user's older session at a login.
 */
export function ownerOf(
  context: CheckContext,
  { email, password }: Partial<Credentials>,
  user: UserName = 'customer',
): Promise<Session> {
  if (email === undefined || password === undefined) {
    return context.session(user);
  }
  const same = Object.entries(context.target.users).find(
    ([, known]) => known.email.toLowerCase() === email.toLowerCase(),
  );
  if (same) {
    return context.session(same[0] as UserName);
  }
  // One session in whatever situations: two that are tried at once would end each other's.
  return (context.plain ?? context).shared(`session of ${email.toLowerCase()}`, (own) =>
    own.freshSession({ email, password }),
  );
}
