import { describe, expect, it } from 'vitest';
import { withoutReferences } from './references.ts';

describe('a JSON value with references', () => {
  it('has what they refer to in their place, and none of its numbers', () => {
    const value = {
      $id: '1',
      items: [
        { $id: '2', amount: 1, product: { $id: '3', name: 'Fixed' } },
        { $id: '4', amount: 2, product: { $ref: '3' } },
      ],
    };
    expect(withoutReferences(value)).toEqual({
      items: [
        { amount: 1, product: { name: 'Fixed' } },
        { amount: 2, product: { name: 'Fixed' } },
      ],
    });
  });

  it('stays as it is where nothing is referred to', () => {
    const value = [{ $id: '1', amount: 1 }, { link: { $ref: '9', rel: 'self' } }];
    expect(withoutReferences(value)).toBe(value);
  });

  it('has no numbers where everything is numbered and nothing referred to', () => {
    expect(withoutReferences({ $id: '1', items: [{ $id: '2', amount: 1 }] })).toEqual({
      items: [{ amount: 1 }],
    });
  });

  it('keeps a reference to nothing', () => {
    expect(withoutReferences({ product: { $ref: '9' } })).toEqual({ product: { $ref: '9' } });
  });

  it('ends with one that leads back to where it stands', () => {
    const text = JSON.stringify(withoutReferences({ $id: '1', self: { $ref: '1' } }));
    expect(text).toContain('$ref');
  });

  it('stays as it is where it would grow too large', () => {
    const levels = Array.from({ length: 12 }, (_, level) => ({
      $id: `${level}`,
      ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, { $ref: `${level + 1}` }])),
    }));
    expect(withoutReferences(levels)).toBe(levels);
  });

  it('stays as it is where it is too deep', () => {
    let deep: unknown = { $ref: '1' };
    for (let level = 0; level < 100_000; level += 1) {
      deep = [deep];
    }
    expect(withoutReferences(deep)).toBe(deep);
  });
});
