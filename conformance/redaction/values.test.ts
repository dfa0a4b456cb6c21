import { describe, expect, it } from 'vitest';
import { createRedactor, REDACTED } from './redact.ts';

const PASSWORD = 'S3cret/pä"ss <w&rd>+1';

describe('redacting a value', () => {
  it('takes secrets out of strings and keys and leaves the rest as it is', () => {
    const { value } = createRedactor([PASSWORD]);
    const source = { a: [1, null, true, `x${PASSWORD}`], [PASSWORD]: { b: 2 }, d: undefined };
    expect(value(source)).toEqual({
      a: [1, null, true, `x${REDACTED}`],
      [REDACTED]: { b: 2 },
      d: undefined,
    });
    expect(source.a[3]).toBe(`x${PASSWORD}`);
  });

  it('keeps both entries where two keys become one', () => {
    const { value } = createRedactor(['secret-one', 'secret-two']);
    expect(value({ 'secret-one': 1, 'secret-two': 2 })).toEqual({
      [REDACTED]: 1,
      [`${REDACTED} 2`]: 2,
    });
  });

  it('treats __proto__ as any other key', () => {
    const copy = createRedactor(['secret-one']).value(JSON.parse('{"__proto__":"secret-one"}'));
    expect(Object.entries(copy)).toEqual([['__proto__', REDACTED]]);
  });

  it('walks 100,000 levels', () => {
    const depth = 100_000;
    const deep: unknown = JSON.parse(
      `${'['.repeat(depth)}"${PASSWORD.replaceAll('"', '\\"')}"${']'.repeat(depth)}`,
    );
    let level = createRedactor([PASSWORD]).value(deep);
    for (let i = 0; i < depth; i++) {
      level = (level as unknown[])[0];
    }
    expect(level).toBe(REDACTED);
  });

  it('keeps shared parts shared and survives a circle', () => {
    const shared: { text: string; self?: unknown } = { text: PASSWORD };
    shared.self = shared;
    const copy = createRedactor([PASSWORD]).value({ one: shared, two: shared });
    expect(copy.one).toBe(copy.two);
    expect(copy.one.self).toBe(copy.one);
    expect(copy.one.text).toBe(REDACTED);
  });
});
