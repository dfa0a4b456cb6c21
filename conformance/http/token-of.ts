/** The token of a request, in either form (section 5.2) and with names in any letters; an empty one is none. */
export function tokenOf(headers: Readonly<Record<string, string>>): string | undefined {
  const sentAs = (wanted: string) =>
    headers[wanted] ?? Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
  const token =
    sentAs('x-auth-token') ?? /^bearer\s+(.*)$/i.exec(sentAs('authorization') ?? '')?.[1];
  return token === undefined || token.trim() === '' ? undefined : token.trim();
}
