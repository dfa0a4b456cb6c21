import { type Exchange, jsonOf, valueAt } from './exchange.ts';
import { headerValue } from './header-value.ts';

/** The token of a request, in either form (section 5.2); an empty one is none. */
export function tokenOf(headers: Readonly<Record<string, string>>): string | undefined {
  const bearer = /^bearer\s+(.*)$/i.exec(headerValue(headers, 'authorization') ?? '')?.[1];
  const token = headerValue(headers, 'x-auth-token') ?? bearer;
  return token === undefined || token.trim() === '' ? undefined : token.trim();
}

/** The tokens that an answer gives (sections 2.1 and 4.2): secrets, whoever asked for them. */
export function givenTokens(exchange: Exchange): string[] {
  const answer = jsonOf(exchange);
  return ['access_token', 'refresh_token']
    .map((name) => valueAt(answer, name))
    .filter((token) => typeof token === 'string')
    .filter((token) => token !== '');
}
