/** The value of a header, given in small letters, whatever letters its name was written in (RFC 9110 section 5.1). */
export function headerValue(
  headers: Readonly<Record<string, string>>,
  name: string,
): string | undefined {
  if (headers[name] !== undefined) {
    return headers[name];
  }
  for (const each in headers) {
    if (each.length === name.length && each.toLowerCase() === name) {
      return headers[each];
    }
  }
  return undefined;
}

/**
 * Whether a text arrives as it is in the value of a header (RFC 9110 section 5.5): an id in Cyrillic letters
 * does not.
 */
export const fitsHeader = (text: string): boolean => /^[!-~]+(?: +[!-~]+)*$/.test(text);
