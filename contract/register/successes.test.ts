import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES } from '../endpoint-names.ts';
import { requirement } from './index.ts';
import { SUCCESSES } from './successes.ts';

describe('the requirement that a valid call succeeds', () => {
  it.each(ENDPOINT_NAMES)('is a must of %s that says so', (endpoint) => {
    const { level, endpoints, text } = requirement(SUCCESSES[endpoint]);
    expect({ level, endpoints }).toEqual({ level: 'must', endpoints: [endpoint] });
    expect(text).toMatch(/succeeds|is answered with 200/);
  });
});
