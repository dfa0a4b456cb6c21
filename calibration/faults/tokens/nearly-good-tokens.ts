import { createHmac } from 'node:crypto';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { jsonAnswer } from '../../servers/exchange-layer.ts';
import { claimedUser, issueFor, sentToken, withToken } from '../../servers/tokens.ts';
import type { Fault } from '../fault.ts';
import { algorithm, issued, noteIssued, onEveryEndpoint, parts } from './refused-tokens.ts';

const unsignedInOtherCase: Fault = {
  id: 'authentication.alg-none-in-other-case',
  breaks: 'ERR-7',
  caughtBy: 'authentication.alg-none.request-loan',
  how: 'Tokens whose alg is none are refused, and those of None, NONE and nOnE are not looked at.',
  layers: [
    (request, next, context) => {
      const sent = sentToken(request)?.token ?? '';
      const alg = algorithm(sent);
      const user = claimedUser(sent, context);
      return next(
        typeof alg === 'string' && alg !== 'none' && alg.toLowerCase() === 'none' && user
          ? withToken(request, issueFor(context, user.id))
          : request,
      );
    },
  ],
  alsoCaughtBy: onEveryEndpoint('authentication.alg-none.*'),
};

const sorted = (text: string) => [...text].sort().join('');

/** Taken are tokens of which the same is left. */
const alike = (left: (token: string) => string) => (sent: string, known: string) =>
  left(sent) === left(known);

/** Ways to take two tokens for the same though a part of them differs. */
const LOOSE: {
  way: string;
  how: string;
  check: string;
  breaks: string;
  isTaken(sent: string, known: string): boolean;
  /** where alone; everywhere unless given */
  endpoint?: EndpointName;
}[] = [
  {
    way: 'signature-in-any-case',
    how: 'The signature of a token is compared without regard to case.',
    check: 'authentication.tampered-signature.logout',
    breaks: 'ERR-6',
    isTaken: alike((token) =>
      parts(token)
        .toSpliced(2, 1, parts(token)[2]?.toLowerCase() ?? '')
        .join('.'),
    ),
  },
  {
    way: 'signature-in-any-order',
    how: 'Of the signature of a token the characters are compared, and not their order.',
    check: 'authentication.tampered-signature.portfolios',
    breaks: 'ERR-6',
    isTaken: alike((token) =>
      parts(token)
        .toSpliced(2, 1, sorted(parts(token)[2] ?? ''))
        .join('.'),
    ),
  },
  {
    way: 'last-character-not-compared',
    how: 'Of the signature of a token all but the last character are compared.',
    check: 'authentication.tampered-signature.refresh',
    breaks: 'ERR-6',
    isTaken: alike((token) => token.slice(0, -1)),
  },
  {
    way: 'end-of-signature-not-compared-in-lists',
    how: 'Of the signature of a token the last eleven characters are not compared at awaiting payments.',
    check: 'authentication.bearer-tampered.awaiting-payments',
    breaks: 'ERR-9',
    isTaken: (sent, known) =>
      sent.length === known.length && sent.slice(0, -11) === known.slice(0, -11),
    endpoint: 'awaiting-payments',
  },
  {
    way: 'header-not-covered',
    how: 'A token is known by its payload and signature, whatever its header says.',
    check: 'authentication.tampered-payload.portfolios',
    breaks: 'ERR-5',
    isTaken: alike((token) => parts(token).slice(1).join('.')),
  },
  {
    way: 'more-after-signature',
    how: 'A token is good that begins with a good one.',
    check: 'authentication.tampered-signature.awaiting-payments',
    breaks: 'ERR-6',
    isTaken: (sent, known) => sent.startsWith(known),
  },
];

const looselyCompared: Fault[] = LOOSE.map(({ way, how, check, breaks, isTaken, endpoint }) => ({
  id: `authentication.${way}`,
  breaks,
  caughtBy: check,
  how,
  layers: [
    noteIssued,
    (request, next, context) => {
      const sent = sentToken(request)?.token;
      const known =
        sent === undefined ||
        issued(context).includes(sent) ||
        (endpoint ?? context.endpoint) !== context.endpoint
          ? undefined
          : issued(context).find((each) => isTaken(sent, each));
      return next(known === undefined ? request : withToken(request, known));
    },
  ],
  alsoCaughtBy: onEveryEndpoint(check.replace(/[^.]+$/, '*')),
}));

/** Whether a token is signed with HS256 and a key that is empty, as anybody can. */
function isSignedByNobody(token: string): boolean {
  const [head, payload, signature] = parts(token);
  const signed = createHmac('sha256', '').update(`${head}.${payload}`).digest('base64url');
  return algorithm(token) === 'HS256' && signature === signed;
}

const emptySecret: Fault = {
  id: 'authentication.empty-secret-accepted',
  breaks: 'ERR-6',
  caughtBy: 'authentication.tampered-signature.request-loan',
  how: 'A key that is not found is an empty one, by which anybody can sign.',
  layers: [
    (request, next, context) => {
      const sent = sentToken(request)?.token ?? '';
      const user = isSignedByNobody(sent) ? claimedUser(sent, context) : undefined;
      return next(user ? withToken(request, issueFor(context, user.id)) : request);
    },
  ],
};

const isJson = (part: string): boolean => {
  try {
    JSON.parse(Buffer.from(part, 'base64url').toString());
    return true;
  } catch {
    return false;
  }
};

const payloadNotRead: Fault = {
  id: 'authentication.payload-that-is-no-json-answered-with-400',
  breaks: 'ERR-3',
  caughtBy: 'authentication.garbage.awaiting-payments',
  how: 'A token of three parts whose header can be read, but not its payload, is a bad request.',
  layers: [
    (request, next) => {
      const [head = '', payload = '', ...signature] = parts(sentToken(request)?.token ?? '');
      return signature.length === 1 && isJson(head) && !isJson(payload)
        ? Promise.resolve(jsonAnswer(400, { error: 'Bad Request', message: 'not readable' }))
        : next(request);
    },
  ],
  alsoCaughtBy: onEveryEndpoint('authentication.garbage.*'),
};

/** Section 7: tokens that are nearly good, and taken for good ones by a look that is too short. */
export const nearlyGoodTokenFaults: Fault[] = [
  unsignedInOtherCase,
  ...looselyCompared,
  emptySecret,
  payloadNotRead,
];
