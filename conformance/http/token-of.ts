import { headerValue } from './header-value.ts';

/** The token of a request, in either form (section 5.2); an empty one is none. */
export function tokenOf(headers: Readonly<Record<string, string>>): string | undefined {
  const bearer = /^bearer\s+(.*)$/i.exec(headerValue(headers, 'authorization') ?? '')?.[1];
  const token = headerValue(headers, 'x-auth-token') ?? bearer;
  return token === undefined || token.trim() === '' ? undefined : token.trim();
}
