import { claimsOf } from '../../checks/sessions/access-token.ts';
import {
  cutSignature,
  HEAD_OF_HS256,
  longerSignature,
  reversedSignature,
  signatureInOtherCase,
  signedByNobody,
  tamperedHeader,
  tamperedPayload,
  tamperedSignature,
  tamperedTail,
  twoSegments,
  UNSIGNED_SPELLINGS,
  unsignedFrom,
  unsignedHead,
} from '../../checks/tokens/forged-tokens.ts';
import { shellWord } from './shell-word.ts';

/** How `none` may be written in a token that a check made. */
const SPELLINGS: readonly string[] = ['none', ...UNSIGNED_SPELLINGS];

/** An expression of the shell that gives a token. */
type Expression = string;

/** A sed command that changes the first character between what matches `before` and `after`. */
const changingFirst = (before: string, after: string) =>
  `sed -e 's/^\\(${before}\\)A\\(${after}\\)/\\1B\\2/' -e t -e 's/^\\(${before}\\)[^.]\\(${after}\\)/\\1A\\2/'`;
const CHANGE_WHOLE = changingFirst('', '');
/** The payload of a JWS is its second part, the ciphertext of a JWE its fourth. */
const CHANGE_SECOND = changingFirst('[^.]*\\.', '');
const CHANGE_FOURTH = changingFirst('[^.]*\\.[^.]*\\.[^.]*\\.', '');
const CHANGE_LAST = changingFirst('.*\\.', '[^.]*$');
/** Each character of base64url as the one whose first bit is the other. */
const OTHER_HALF = "tr 'A-Za-fg-z0-9\\055_' 'g-z0-9\\055_A-Za-f'";
const TO_BASE64URL = "base64 | tr -d '=\\n' | tr '/+' '_-'";

/**
 * How a token that a check sent is made from a live one that stands in a variable; `undefined` where
 * it is not made from that one. Found by forging anew, so that no check has to tell.
 */
export function forgedFrom(sent: string, live: string, variable: string): Expression | undefined {
  const piped = (command: string) => `$(printf %s "$${variable}" | ${command})`;
  const hasParts = live.includes('.');
  const ofSignature = (command: string) =>
    hasParts ? withSignature(variable, command) : piped(command);
  if (sent === live) {
    return undefined;
  }
  if (sent === twoSegments(live)) {
    return piped('cut -d. -f1,2');
  }
  if (sent === tamperedSignature(live)) {
    return piped(hasParts ? CHANGE_LAST : CHANGE_WHOLE);
  }
  if (sent === tamperedTail(live)) {
    return `\${${variable}%?}$(printf %s "$${variable}" | tail -c 1 | ${OTHER_HALF})`;
  }
  if (sent === cutSignature(live)) {
    return piped("sed 's/....$//'");
  }
  if (sent === longerSignature(live)) {
    return `\${${variable}}${sent.slice(live.length)}`;
  }
  if (sent === signatureInOtherCase(live)) {
    return ofSignature("tr 'a-zA-Z' 'A-Za-z'");
  }
  if (sent === reversedSignature(live)) {
    return ofSignature('rev');
  }
  if (hasParts && sent === tamperedHeader(live)) {
    return `${sent.split('.')[0]}.\${${variable}#*.}`;
  }
  if (sent === signedByNobody(live)) {
    return withSignatureOfNobody(variable);
  }
  const alg = SPELLINGS.find((each) => sent === unsignedFrom(live, each));
  if (alg !== undefined) {
    return `${unsignedHead(alg)}${piped('cut -d. -f2')}.`;
  }
  if (sent !== tamperedPayload(live)) {
    return undefined;
  }
  return Object.keys(claimsOf(live) ?? {}).length > 0
    ? withMoreClaims(variable)
    : piped(live.split('.').length === 5 ? CHANGE_FOURTH : hasParts ? CHANGE_SECOND : CHANGE_WHOLE);
}

/** The token with a signature that a command makes of its own. */
const withSignature = (variable: string, command: string): Expression =>
  `\${${variable}%.*}.$(printf %s "\${${variable}##*.}" | ${command})`;

/** The payload under a signature whose key is empty. */
function withSignatureOfNobody(variable: string): Expression {
  const signed = `S=${HEAD_OF_HS256}.$(printf %s "$${variable}" | cut -d. -f2)`;
  const signature = `printf %s "$S" | openssl dgst -sha256 -hmac '' -binary | ${TO_BASE64URL}`;
  return `$(${signed}; printf '%s.%s' "$S" "$(${signature})")`;
}

/** The token with a claim added to its payload and the old signature; the padding is for base64. */
function withMoreClaims(variable: string): Expression {
  const payload = `P=$(printf %s "$${variable}" | cut -d. -f2 | tr '_-' '/+')`;
  const padded = `while [ $((\${#P} % 4)) -ne 0 ]; do P=$P=; done`;
  const changed = `sed '$s/}[^}]*$/,"assay":"changed"}/'`;
  return `\${${variable}%%.*}.$(${payload}; ${padded}; printf %s "$P" | base64 -d | ${changed} | ${TO_BASE64URL}).\${${variable}##*.}`;
}

/** How an unsigned token with claims of the suite's own is made out of nothing, its times anew. */
export function unsignedOfNothing(sent: string): Expression | undefined {
  const { iat, exp, ...claims } = claimsOf(sent) ?? {};
  const head = SPELLINGS.map(unsignedHead).find((each) => sent.startsWith(each));
  if (head === undefined || typeof iat !== 'number' || typeof exp !== 'number') {
    return undefined;
  }
  const payload = shellWord([
    `${JSON.stringify(claims).slice(0, -1)}${Object.keys(claims).length > 0 ? ',' : ''}"iat":`,
    { shell: '"$(date +%s)"' },
    ',"exp":',
    { shell: `"$(($(date +%s) + ${exp - iat}))"` },
    '}',
  ]);
  return `${head}$(printf %s ${payload} | ${TO_BASE64URL}).`;
}
