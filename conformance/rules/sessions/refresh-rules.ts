import { textOf } from '../../checks/entry-text.ts';
import { expectJoseHeader } from '../../checks/sessions/access-token.ts';
import { expectField } from '../../expectations.ts';
import { type Exchange, valueAt } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import type { Rule } from '../rule.ts';
import { ofExpiry } from './session-rules.ts';

const base = {
  endpoint: 'refresh',
  level: 'must',
  users: ['customer'],
  after: ['refresh.succeeds'],
} satisfies Partial<Rule>;

const HOUR_S = 3600;

/** What clocks and whole seconds may differ by. */
const ROUNDED_S = 2;

/** Seconds from when a token was given first to an exchange. */
const secondsSince = (given: number, { startedAt }: Exchange): number =>
  (Date.parse(startedAt) - given) / 1000;

/** Section 4.2: what every refresh that gives a token answers. */
export const refreshRules: Rule[] = [
  {
    ...base,
    id: 'refresh.access_token',
    title: 'gives the new access token as a JWT',
    requirements: ['RFR-7'],
    judge({ succeeded, json, renews }) {
      // How a refresh is refused is open, be it by a 200 without a token.
      if (!succeeded || (!renews && valueAt(json, 'access_token') === undefined)) {
        return false;
      }
      expectField([json], 'refresh-response', 'access_token', 'answer to a refresh');
      expectJoseHeader(valueAt(json, 'access_token'), 'a refresh');
      return true;
    },
  },
  {
    ...base,
    id: 'refresh.expires_in',
    title: 'gives expires_in as the number 3600',
    requirements: ['RFR-8', 'AUT-10'],
    judge({ succeeded, json, exchange }, known) {
      const token = valueAt(json, 'access_token');
      if (!succeeded || typeof token !== 'string') {
        return false;
      }
      const seconds = valueAt(json, 'expires_in');
      // Of a token that was given before some of its hour is over.
      const given = known.givenAt(token);
      const rest = given !== undefined && HOUR_S - secondsSince(given, exchange);
      const isRest =
        typeof seconds === 'number' && rest !== false && Math.abs(seconds - rest) <= ROUNDED_S;
      if (seconds !== HOUR_S && !isRest) {
        deviate('expires_in to be the number 3600', textOf(seconds));
      }
      return true;
    },
  },
  {
    ...base,
    ...ofExpiry,
    id: 'refresh.access_token-expiry',
    title: 'puts the hour of expires_in into a new access token whose exp can be read',
  },
  {
    ...base,
    id: 'refresh.rotation.new-token',
    title: 'answers with a new refresh token',
    requirements: ['AUT-13'],
    capability: 'refreshRotation',
    judge({ succeeded, json, options }, known) {
      const sent = valueAt(options.body, 'refresh_token');
      if (!succeeded || valueAt(json, 'access_token') === undefined || typeof sent !== 'string') {
        return false;
      }
      const given = valueAt(json, 'refresh_token');
      if (typeof given !== 'string' || given === '' || given === sent) {
        deviate(
          'a new refresh_token in the answer',
          given === sent ? 'the old one' : textOf(given),
        );
      }
      const spent = known.firstTold('refresh tokens that a new one took the place of', new Set());
      if (spent.has(given) && !spent.has(sent)) {
        deviate('a new refresh_token in the answer', 'one that another took the place of before');
      }
      spent.add(sent);
      return true;
    },
  },
];
