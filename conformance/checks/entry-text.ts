/** An object by the order of its names, which says nothing (RFC 8259 section 4). */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/**
 * A value of an answer as text, for comparing and for messages. Nesting beyond what can be written
 * is told as such, since an answer may be hostile.
 */
export function textOf(value: unknown): string {
  try {
    return JSON.stringify(value, inOrder) ?? 'none';
  } catch {
    return 'a value nested too deeply to be written';
  }
}
