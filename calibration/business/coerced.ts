/**
 * A body with its scalars read as what a field wants, as many JSON readers do: `"5000"` as a
 * number, `5000` and `true` as texts. What cannot be read so stays as it is.
 */
export function coerced(
  body: Record<string, unknown>,
  texts: readonly string[],
  numbers: readonly string[],
): Record<string, unknown> {
  const read = { ...body };
  for (const field of texts) {
    if (['number', 'boolean'].includes(typeof read[field])) {
      read[field] = String(read[field]);
    }
  }
  for (const field of numbers) {
    const value = read[field];
    if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim())) {
      read[field] = Number(value);
    }
  }
  return read;
}
