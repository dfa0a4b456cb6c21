/** The value of a header, given in small letters, whatever letters its name was written in (RFC 9110 section 5.1). */
export const headerValue = (
  headers: Readonly<Record<string, string>>,
  name: string,
): string | undefined =>
  headers[name] ?? Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];

/**
 * Whether a text arrives as it is in the value of a header (RFC 9110 section 5.5): an id in Cyrillic letters
 * does not.
 */
export const fitsHeader = (text: string): boolean => /^[!-~]+(?: +[!-~]+)*$/.test(text);
