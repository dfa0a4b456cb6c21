import { describe, expect, it } from 'vitest';
import { Trial } from './trial.ts';

const MUST = { level: 'must', phase: 'sessions' } as const;

describe('a trial', () => {
  it.each(['authentication.expired.logout', 'api-tokens.revoked.portfolios'])(
    'lets stand that a token was taken that no login gave: %s',
    (id) => {
      const trial = new Trial();
      expect(trial.stands({ id, ...MUST }, 'fail')).toBe(false);
      trial.took(id);
      expect(trial.stands({ id, ...MUST }, 'fail')).toBe(true);
      expect(trial.stands({ id, ...MUST }, 'error')).toBe(false);
    },
  );

  it.each(['authentication.after-logout.portfolios', 'refresh.refuses.logged-out'])(
    'doubts what a login beside it may have brought about: %s',
    (id) => {
      const trial = new Trial();
      trial.took(id);
      expect(trial.stands({ id, ...MUST }, 'fail')).toBe(false);
    },
  );
});
