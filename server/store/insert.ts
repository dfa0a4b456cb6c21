import type { Db } from '../database/open.ts';

/**
 * A function that inserts records into a table whose columns are the record's fields in snake
 * case. The statement is prepared from the first record's fields.
 *
 * @param convert how fields that no column can hold are written (lists as JSON, say)
 */
export function insertInto<T extends object>(
  db: Db,
  table: string,
  convert: { [K in keyof T]?: (value: T[K]) => unknown } = {},
): (record: T) => void {
  let insert: ((values: unknown[]) => void) | undefined;
  let fields: (keyof T & string)[] = [];
  return (record) => {
    if (insert === undefined) {
      fields = Object.keys(record) as (keyof T & string)[];
      const columns = fields.map(snakeCase).join(', ');
      const marks = fields.map(() => '?').join(', ');
      const statement = db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${marks})`);
      insert = (values) => {
        // One by one: better-sqlite3 takes longer to look into a list.
        statement.run(...values);
      };
    }
    insert(
      fields.map((field) => {
        const write = convert[field];
        return write === undefined ? record[field] : write(record[field]);
      }),
    );
  };
}

function snakeCase(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
