import type { Db } from '../database/open.ts';

/** Values that belong to the database as a whole. */
export interface Settings {
  get(name: string): string | undefined;
}

/** The settings of a database. */
export function settingsOf(db: Db): Settings {
  const get = db.prepare<[string], string>('SELECT value FROM settings WHERE name = ?').pluck();
  return { get: (name) => get.get(name) as string | undefined };
}
