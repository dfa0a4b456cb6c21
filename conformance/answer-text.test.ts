import { describe, expect, it } from 'vitest';
import { quotedText } from './answer-text.ts';

describe('the text of a refusal', () => {
  it.each([
    [{ message: 'no' }, 'message "no"'],
    [{ error: 'forbidden', message: 'no' }, 'message "no", error "forbidden"'],
    [{ status: 'FAILED', detail: 'wrong date' }, 'detail "wrong date"'],
    [
      { error: 'invalid_grant', error_description: 'spent' },
      'error_description "spent", error "invalid_grant"',
    ],
    [{ errors: [{ field: 'a', message: 'too long' }] }, 'errors[0].message "too long"'],
    [{ errors: ['first', 'second'] }, 'errors[0] "first"'],
    [{ error: { code: 7, message: 'deep' } }, 'error.message "deep"'],
    [{ status: 'FAILED', mensaje: 'fecha equivocada' }, 'mensaje "fecha equivocada"'],
    ['only a text', '"only a text"'],
    [{ message: '' }, undefined],
    [{ status: 'FAILED', code: 7 }, undefined],
    [[], undefined],
  ])('of %j is %s', (body, text) => {
    expect(quotedText(JSON.stringify(body), true)).toBe(text);
  });

  it('is the beginning of a body that is not JSON, on one line', () => {
    expect(quotedText(`<h1>Bad\n  gateway</h1>${'x'.repeat(500)}`, true)).toBe(
      `a body that is not JSON: ${JSON.stringify(`<h1>Bad gateway</h1>${'x'.repeat(99)}…`)}`,
    );
    expect(quotedText('', true)).toBe('no body');
  });

  it('is not sought in the data of a success', () => {
    expect(quotedText('{"data":{"name":"Ada"}}', false)).toBeUndefined();
    expect(quotedText('{"message":"recorded"}', false)).toBe('message "recorded"');
  });

  it('survives JSON of 100,000 levels', () => {
    const deep = `${'[{"a":'.repeat(50_000)}"end"${'}]'.repeat(50_000)}`;
    expect(quotedText(deep, true)).toBeUndefined();
  });

  it('is that of the whole body where only its beginning is kept', () => {
    const whole = { message: 'no', more: 'x'.repeat(200) };
    const cut = `${JSON.stringify(whole).slice(0, 50)}… [cut]`;
    expect(quotedText(cut, true, { value: whole })).toBe('message "no"');
  });
});
