/**
 * A parameter, in the condition and the LIMIT of a statement with a join, an order or groups. The
 * SQLite that better-sqlite3 brings along is built with STAT4 and compiles such a statement again for
 * each value that it is given, in case another plan were better: 10 to 25 µs, five times what finding
 * a row takes. Of a value that comes from a sub-select it expects nothing, and keeps its plan.
 */
export const GIVEN = '(SELECT ?)';
