import Database from 'better-sqlite3';
import type { Role } from '../../../contract/roles.ts';
import type { User as UserRecord } from '../../../contract/values/records.ts';
import type { Db } from '../../database/open.ts';
import type { Page } from '../../http/query.ts';
import { insertInto } from '../insert.ts';
import { USER_COLUMNS, type User } from '../users.ts';

/** A user as his organisation sees him; never with his password or BVN. */
export interface Member extends User {
  phoneNumber: string;
  dateOfBirth: string;
  /** When he was disabled (milliseconds since 1970), if he is. */
  disabledAt: number | null;
}

/** A user to be, with the hash of his password. */
export type NewMember = Omit<UserRecord, 'password'> & { passwordHash: string };

/** What a user may change of himself. */
export type ProfileChange = Partial<Pick<Member, 'firstName' | 'lastName' | 'phoneNumber'>>;

/** The users of organisations (section 1: organisation user management, profile information). */
export interface Members {
  /** Also one who is disabled, whichever organisation's. */
  byId(id: string): Member | undefined;
  /** A page of an organisation's users, by e-mail address, and how many there are in all. */
  list(tenantId: string, role: Role | undefined, page: Page): { users: Member[]; total: number };
  /** Adds a user; false when somebody has the e-mail address. */
  add(member: NewMember): boolean;
  update(id: string, change: ProfileChange): void;
  /** Shuts a user out and ends all his sessions. */
  disable(id: string, now: number): void;
  /** Lets a user in again, who has to log in anew. */
  enable(id: string): void;
}

/** The members of a database. */
export function membersOf(db: Db): Members {
  const select = `SELECT ${USER_COLUMNS}, phone_number AS phoneNumber,
       date_of_birth AS dateOfBirth, disabled_at AS disabledAt FROM users`;
  const WHOSE = 'WHERE tenant_id = ? AND role = coalesce(?, role)';
  const byId = db.prepare<[string], Member>(`${select} WHERE id = ?`);
  const list = db.prepare<[string, Role | null, number, number], Member>(
    `${select} ${WHOSE} ORDER BY email LIMIT ? OFFSET ?`,
  );
  const count = db
    .prepare<[string, Role | null], number>(`SELECT count(*) FROM users ${WHOSE}`)
    .pluck();
  const insert = insertInto<NewMember>(db, 'users');
  const update = db.prepare(
    `UPDATE users SET first_name = coalesce(@firstName, first_name),
       last_name = coalesce(@lastName, last_name),
       phone_number = coalesce(@phoneNumber, phone_number)
     WHERE id = @id`,
  );
  const setDisabled = db.prepare('UPDATE users SET disabled_at = ? WHERE id = ?');
  const endSessions = db.prepare(
    'UPDATE sessions SET ended_at = ? WHERE user_id = ? AND ended_at IS NULL',
  );
  return {
    byId: (id) => byId.get(id.toLowerCase()),
    list: (tenantId, role, { limit, offset }) => ({
      users: list.all(tenantId, role ?? null, limit, offset),
      total: Number(count.get(tenantId, role ?? null)),
    }),
    add(member) {
      try {
        insert(member);
        return true;
      } catch (error) {
        const isTaken =
          error instanceof Database.SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE';
        if (isTaken) {
          return false;
        }
        throw error;
      }
    },
    update: (id, change) => {
      update.run({ id, firstName: null, lastName: null, phoneNumber: null, ...change });
    },
    disable: db.transaction((id: string, now: number) => {
      setDisabled.run(now, id);
      endSessions.run(now, id);
    }),
    enable: (id) => {
      setDisabled.run(null, id);
    },
  };
}

/** A user as the extensions show him. */
export function memberAnswer({ tenantId: _, disabledAt, ...shown }: Member) {
  return { ...shown, userStatus: disabledAt === null ? 'ACTIVE' : 'DISABLED' };
}
