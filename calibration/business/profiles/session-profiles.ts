import { type Answer, header } from '../exchange.ts';
import type { Profile } from './profile.ts';

const UNTIL = '5.1 to 5.6 say how a session begins and ends; more about it is not shown';
const WRONG_PASSWORDS = 5;
/** Seconds that a user is locked out. */
const LOCKED = 3;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Rules about logging in, tokens and tenants. */
export const sessionProfiles: Profile[] = [
  {
    name: 'lock-out',
    does: 'Answers logins by 429 and Retry-After for 3 s after 5 wrong passwords in a row.',
    room: '8: "Rate limits … not shown"; a failed login is not described either',
    change: (rules) => {
      const wrong = new Map<string, { times: number; last: number }>();
      rules.beforeLogin.push((email, now): Answer | undefined => {
        const { times, last } = wrong.get(email) ?? { times: 0, last: 0 };
        if (times < WRONG_PASSWORDS) {
          return undefined;
        }
        const left = Math.ceil(LOCKED - (now - last) / 1000);
        if (left <= 0) {
          wrong.delete(email);
          return undefined;
        }
        const message = 'too many wrong passwords';
        return { status: 429, headers: { 'retry-after': String(left) }, body: { message } };
      });
      rules.afterLogin.push((email, succeeded, now) => {
        const times = succeeded ? 0 : (wrong.get(email)?.times ?? 0) + 1;
        wrong.set(email, { times, last: now });
      });
    },
  },
  {
    name: 'any-case-emails',
    does: 'Reads e-mail addresses without regard to case and blanks around them.',
    room: '4.1: "email (string)", how it is compared is not shown',
    change: (rules) => {
      rules.sameEmail = (given, registered) => given.trim().toLowerCase() === registered;
    },
  },
  {
    name: 'sealed-tokens',
    does: 'Gives access tokens as JWE of five parts.',
    room: '2.1: "string (JWT)"; RFC 7519 lets a JWT be a JWE',
    change: (rules) => {
      rules.sealTokens = true;
    },
  },
  {
    name: 'refresh-token-kept',
    does: 'Keeps the refresh token of a session; a refresh gives none.',
    room: '5.5: "should be rotated", and 4.2 shows no refresh token in the answer',
    excludes: ['reuse-ends-session'],
    change: (rules) => {
      rules.rotateRefreshTokens = false;
    },
  },
  {
    name: 'reuse-ends-session',
    does: 'Ends the session of which a spent refresh token comes again.',
    room: `${UNTIL}; RFC 9700 4.14.2 recommends it`,
    excludes: ['refresh-token-kept'],
    change: (rules) => {
      rules.reuseEndsSession = true;
    },
  },
  {
    name: 'refresh-revokes-token',
    does: 'Revokes the access token that a refresh was asked with.',
    room: UNTIL,
    change: (rules) => {
      rules.refreshRevokesToken = true;
    },
  },
  {
    name: 'one-session',
    does: 'Ends the older session of a user when he logs in again.',
    room: `${UNTIL}; 5.7 promises several API tokens only`,
    change: (rules) => {
      rules.loginEndsOtherSessions = true;
    },
  },
  {
    name: 'logout-everywhere',
    does: 'Ends all sessions of the user at logout.',
    room: '5.6: "Logout (4.3) revokes the token", what else it does is not shown',
    change: (rules) => {
      rules.logoutEndsAllSessions = true;
    },
  },
  {
    name: 'logout-empty',
    does: 'Answers a logout by 204 without body.',
    room: '4.3: "Response body: not shown."',
    change: (rules) => {
      rules.logoutAnswer = { status: 204 };
    },
  },
  {
    name: 'tenant-hosts',
    does: 'Has one host a tenant, where users and tokens of others are unknown (401).',
    room: '"{base_url} is the tenant host"; what it knows of other tenants is not shown',
    change: (rules) => {
      rules.tenantsOf = (host) => [host === 'other-tenant' ? 'kudapay' : 'zenfin'];
    },
  },
  {
    name: 'tenant-hosts-shared-lending',
    does: 'Has one base host a tenant, and lending and investment hosts for all of them.',
    room: '"{base_url} is the tenant host, {lending_url} the lending host"',
    excludes: ['tenant-hosts'],
    change: (rules) => {
      rules.tenantsOf = (host) => {
        const own = { base: ['zenfin'], 'other-tenant': ['kudapay'] };
        return host === 'base' || host === 'other-tenant' ? own[host] : undefined;
      };
    },
  },
  {
    name: 'tenants-in-cyrillic',
    does: 'Has tenants whose identifiers are words in Cyrillic letters.',
    room: '2.1: "user.tenant_id | string | tenant identifier"',
    change: (rules) => {
      rules.tenantName = (tenantId) => `банк ${tenantId}`;
    },
  },
  {
    name: 'refresh-tokens-in-any-letters',
    does: 'Has refresh tokens that hold quotes, spaces and letters beyond ASCII.',
    room: '4.2: "Body: refresh_token (string)"; of which letters is not shown',
    change: (rules) => {
      const { newRefreshToken } = rules;
      rules.newRefreshToken = () => `"оновлення" 🔑 ${newRefreshToken()}`;
    },
  },
  {
    name: 'known-platforms',
    does: 'Takes logins from the platforms WEB, ANDROID and IOS only.',
    room: '4.5: "e.g. WEB, ANDROID, IOS"; which others there are is not shown',
    change: (rules) => {
      rules.loginHeaders.push((ask) =>
        ['WEB', 'ANDROID', 'IOS'].includes(header(ask, 'platform') ?? '')
          ? undefined
          : 'this platform is not served',
      );
    },
  },
  {
    name: 'device-uuid-form',
    does: 'Refuses a login whose uuid header is no UUID.',
    room: '5.3: "uuid (string, unique per device or request)", named a UUID',
    change: (rules) => {
      rules.loginHeaders.push((ask) =>
        UUID.test(header(ask, 'uuid') ?? '') ? undefined : 'uuid must be a UUID',
      );
    },
  },
];
