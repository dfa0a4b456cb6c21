import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { claimsOf } from '../../checks/sessions/access-token.ts';
import {
  cutSignature,
  longerSignature,
  reversedSignature,
  signatureInOtherCase,
  signedByNobody,
  tamperedHeader,
  tamperedPayload,
  tamperedSignature,
  tamperedTail,
  twoSegments,
  unsignedFrom,
} from '../../checks/tokens/forged-tokens.ts';
import { forgedFrom, unsignedOfNothing } from './forgery.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const JWT = `${encode({ alg: 'HS256' })}.${encode({ sub: "O'Brien", role: 'é?>' })}.Abc_-9`;
const LIVE = {
  'a JWT': JWT,
  'an encrypted JWT': 'eyJhbGciOiJkaXIifQ.Akey.iv.cipher.tag',
  'an opaque token': 'Axz9-opaque_token',
};
const FORGERIES = {
  twoSegments,
  tamperedPayload,
  tamperedSignature,
  tamperedTail,
  cutSignature,
  longerSignature,
  signatureInOtherCase,
  reversedSignature,
  signedByNobody,
  tamperedHeader,
  unsignedFrom,
  unsignedInOtherCase: (token: string) => unsignedFrom(token, 'NONE'),
};

function inShell(expression: string, token: string): string {
  const script = `FORGED=${expression}; printf %s "$FORGED"`;
  return execFileSync('sh', ['-c', script], {
    encoding: 'utf8',
    env: { ...process.env, TOKEN: token },
  });
}

describe('a forged token', () => {
  for (const [what, live] of Object.entries(LIVE)) {
    it.each(Object.entries(FORGERIES))(
      `is made by a shell as %s makes it of ${what}`,
      (_, forge) => {
        const sent = forge(live);
        if (sent === undefined || sent === live) {
          expect(forgedFrom(live, live, 'TOKEN')).toBeUndefined();
          return;
        }
        expect(inShell(forgedFrom(sent, live, 'TOKEN') ?? '', live)).toBe(sent);
      },
    );
  }

  it('is not found where it was made of another token', () => {
    expect(forgedFrom('assay', JWT, 'TOKEN')).toBeUndefined();
  });

  it('is made out of nothing, with the times of today', () => {
    const sent = `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ sub: "O'Brien", iat: 5, exp: 3605 })}.`;
    const claims = claimsOf(inShell(unsignedOfNothing(sent) ?? '', '')) ?? {};
    expect(claims).toMatchObject({ sub: "O'Brien" });
    // The shell asks for the time twice, and a second may end in between.
    const lifetime = Number(claims.exp) - Number(claims.iat);
    expect(lifetime).toBeGreaterThanOrEqual(3600);
    expect(lifetime).toBeLessThan(3660);
    expect(Number(claims.iat)).toBeGreaterThan(1_700_000_000);
  });
});
