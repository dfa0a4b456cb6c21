import { moment, realDay } from '../rules.ts';
import type { Profile } from './profile.ts';

const NO_ERRORS_SHOWN =
  '7: "Validation errors of request-loan and of the idempotency and x-fapi headers: not shown."';
const FORMAT = 'a format is given; that other forms are refused is not said';

/** dd/MM/yyyy with one or two digits, days that do not exist rolled over to the next month. */
function rolledOver(text: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return year
    ? new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).toISOString().slice(0, 10)
    : undefined;
}

/** How generously a platform reads what it is sent. */
export const readingProfiles: Profile[] = [
  {
    name: 'coerces-scalars',
    does: 'Reads numbers in texts and texts in numbers in the bodies of loans and repayments.',
    room: '2.3 and 4.7 give types; that another scalar is refused is not said',
    change: (rules) => {
      rules.coerceScalars = true;
    },
  },
  {
    name: 'empty-texts-taken',
    does: 'Takes an empty text for a required text of a loan request.',
    room: `2.3: "Required: yes", an empty text is there; ${NO_ERRORS_SHOWN}`,
    change: (rules) => {
      rules.emptyTexts = true;
    },
  },
  {
    name: 'pages-clamped',
    does: 'Reads a page or size that is no count from 1 as its default.',
    room: '4.5: "default 1", "default 20"; what becomes of other values is not shown',
    change: (rules) => {
      rules.clampPages = true;
    },
  },
  {
    name: 'bearer-in-x-auth-token',
    does: 'Reads X-Auth-Token with Bearer before the token as well.',
    room: '5.2: "sent in the X-Auth-Token header", that a prefix is refused is not said',
    change: (rules) => {
      rules.readToken = (text) => text.replace(/^Bearer +/i, '');
    },
  },
  {
    name: 'content-type-unread',
    does: 'Reads the body of a listing as JSON also where Content-Type is missing.',
    room: 'RFC 9110 8.3 lets the recipient look at the data',
    change: (rules) => {
      rules.listingHeaders = ['platform', 'uuid'];
    },
  },
  {
    name: 'login-headers-unread',
    does: 'Takes logins without platform and uuid.',
    room: '4.1 lists the headers and does not call them required',
    change: (rules) => {
      rules.loginHeadersRequired = [];
    },
  },
  {
    name: 'days-roll-over',
    does: 'Reads d/M/yyyy, and 31/02 as the 3rd of March.',
    room: `4.5: "format dd/MM/yyyy"; ${FORMAT}`,
    // each is a form beside the one given, at which a should may warn
    warns: ['awaiting-payments.refuses.{*Date-*,date-forms}'],
    change: (rules) => {
      const read = rules.readDay;
      rules.readDay = (text) => read(text) ?? rolledOver(text);
    },
  },
  {
    name: 'birth-days-in-any-order',
    does: 'Reads a date of birth as dd/MM/yyyy as well.',
    room: `2.3: "format YYYY-MM-DD"; ${FORMAT}`,
    warns: ['request-loan.refuses.dateOfBirth-*'],
    change: (rules) => {
      rules.readBirthDay = (text) => realDay(text) ?? rolledOver(text.replaceAll('-', '/'));
    },
  },
  {
    name: 'payment-days-in-any-order',
    does: 'Reads a paymentDate as dd/MM/yyyy as well.',
    room: `4.7: "ISO 8601"; ${FORMAT}`,
    warns: ['repay-loan.refuses.paymentDate-*'],
    change: (rules) => {
      rules.readMoment = (text) => moment(text) ?? moment(rolledOver(text) ?? '');
    },
  },
  {
    name: 'logout-revokes-token-only',
    does: 'Revokes at logout the access token, not the session with its refresh token and older tokens.',
    room: '5.6: "Logout (4.3) revokes the token"; of the refresh token nothing is said',
    excludes: ['logout-everywhere'],
    change: (rules) => {
      rules.logoutEndsSession = false;
    },
  },
];
