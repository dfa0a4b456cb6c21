import { headerOf } from './header-of.ts';

/** The token of a request, in either form (section 5.2); an empty one is none. */
export function tokenOf(headers: Readonly<Record<string, string>>): string | undefined {
  const bearer = /^bearer\s+(.*)$/i.exec(headerOf(headers, 'authorization') ?? '')?.[1];
  const token = headerOf(headers, 'x-auth-token') ?? bearer;
  return token === undefined || token.trim() === '' ? undefined : token.trim();
}
