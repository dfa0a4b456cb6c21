import type { Role } from '../../contract/roles.ts';
import type { User as UserRecord } from '../../contract/values/records.ts';
import type { Db } from '../database/open.ts';

/** A user as the server knows him; never with his password. */
export interface User {
  id: string;
  tenantId: string;
  role: Role;
  email: string;
  firstName: string;
  lastName: string;
}

/** The columns of a User, for the queries of this folder; the table is called `users`. */
export const USER_COLUMNS = `users.id AS id, users.tenant_id AS tenantId, users.role AS role,
  users.email AS email, users.first_name AS firstName, users.last_name AS lastName`;

/** Further facts of a user. */
export type Profile = Pick<UserRecord, 'bvn' | 'dateOfBirth' | 'phoneNumber'>;

/** The people who can log in. */
export interface Users {
  /** By e-mail address, in any case, with the hash of the password; nobody who is disabled. */
  byEmail(email: string): (User & { passwordHash: string }) | undefined;
  byId(id: string): User | undefined;
  /** What only an application for a loan needs to know of a user. */
  profile(id: string): Profile | undefined;
}

/** The users of a database. */
export function usersOf(db: Db): Users {
  const byEmail = db.prepare<[string], User & { passwordHash: string }>(
    `SELECT ${USER_COLUMNS}, password_hash AS passwordHash FROM users
     WHERE email = ? AND disabled_at IS NULL`,
  );
  const byId = db.prepare<[string], User>(`SELECT ${USER_COLUMNS} FROM users WHERE id = ?`);
  const profile = db.prepare<[string], Profile>(
    `SELECT bvn, date_of_birth AS dateOfBirth, phone_number AS phoneNumber
     FROM users WHERE id = ?`,
  );
  return {
    byEmail: (email) => byEmail.get(email),
    byId: (id) => byId.get(id.toLowerCase()),
    profile: (id) => profile.get(id),
  };
}
