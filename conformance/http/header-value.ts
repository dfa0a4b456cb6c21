/** The value of a header, given in small letters, whatever letters its name was written in (RFC 9110 section 5.1). */
export const headerValue = (
  headers: Readonly<Record<string, string>>,
  name: string,
): string | undefined =>
  headers[name] ?? Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
