import { describe, expect, it } from 'vitest';
import { stubTargetAt } from '../self-check/stub-target-at.ts';
import { loopbackWarning } from './loopback.ts';

describe('a target for other machines', () => {
  it.each([
    'http://127.0.0.1:8080',
    'http://127.8.8.8',
    'https://localhost',
    'http://api.localhost:3000',
    'http://[::1]:80',
    'http://0.0.0.0:80',
  ])('may not be at %s, which every machine is to itself', (url) => {
    const warning = loopbackWarning(stubTargetAt(url));
    expect(warning).toContain(`baseUrl (${url})`);
    expect(warning).toContain(`states.url (${url}/states)`);
  });

  it.each(['https://sandbox.example', 'http://10.0.0.1', 'http://127.example', 'http://[fd00::1]'])(
    'may be at %s',
    (url) => {
      expect(loopbackWarning(stubTargetAt(url))).toBeUndefined();
    },
  );
});
