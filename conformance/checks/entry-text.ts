/**
 * A value of an answer as text, for comparing and for messages. Nesting beyond what can be written
 * is told as such, since an answer may be hostile.
 */
export function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'none';
  } catch {
    return 'a value nested too deeply to be written';
  }
}
