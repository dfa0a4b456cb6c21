import { describe, expect, it } from 'vitest';
import { createRedactor } from './redact.ts';
import { redactJson } from './redact-json.ts';

const { text } = createRedactor(['23569']);

describe('JSON text with a secret of digits', () => {
  it('stays JSON where a number holds the digits by chance', () => {
    const value = { durationMs: 19.235690001, counts: [123569, -2.3569e5, 1], url: 'a/23569/b"\\' };
    expect(JSON.parse(redactJson(JSON.stringify(value, null, 2), text))).toEqual({
      ...value,
      url: 'a/[redacted]/b"\\',
    });
  });

  it('shows it in no string, whatever digits and quotes stand around it', () => {
    const value = { message: 'got "1": 23569, 2', '23569': 'x\\"23569' };
    expect(redactJson(JSON.stringify(value), text)).not.toContain('23569');
  });

  it('is what it was where it shows nothing', () => {
    expect(redactJson('{"a":1}', text)).toBe('{"a":1}');
  });
});
