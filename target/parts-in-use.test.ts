import { describe, expect, test } from 'vitest';
import { isOfTargetShape } from './parts-in-use.ts';
import { targetShape } from './shape.ts';
import { sampleTargetFile } from './testing/sample-target-file.ts';

const WHOLE = sampleTargetFile();
const { url, headers, ...pools } = WHOLE.states;
const FILE: Record<string, object | string | number> = { ...WHOLE, states: { url, headers } };

/** The sample, without the states that it holds itself, with a value at a few places, one at a time. */
function* changed(value: unknown): Generator<object> {
  for (const [name, part] of Object.entries(FILE)) {
    yield { ...FILE, [name]: value };
    if (typeof part === 'object' && !Array.isArray(part)) {
      for (const inner of [...Object.keys(part).slice(0, 1), 'unknown']) {
        yield { ...FILE, [name]: { ...part, [inner]: value } };
      }
    }
  }
}

describe('the parts of the schema that a target file uses', () => {
  // the first value is judged by the parts, the others by the whole
  targetShape({});

  test.each([null, Number.POSITIVE_INFINITY, { x: 'y' }])(
    'judge as the whole does, with %j at each place',
    (value) => {
      const found = [...changed(value)].map((file) => ({
        ...{ file, parts: isOfTargetShape(file), whole: targetShape(file).length === 0 },
      }));
      expect(found.filter(({ parts, whole }) => parts !== whole)).toEqual([]);
      expect(found.map(({ whole }) => whole)).toContain(false);
    },
  );

  test.each([FILE, WHOLE, { ...FILE, states: { pools } }])('take a file that is right', (file) => {
    expect(isOfTargetShape(file)).toBe(true);
    expect(targetShape(file)).toEqual([]);
  });

  test.each([undefined, 'x', [], { name: 'x' }])('refuse %j', (file) => {
    expect(isOfTargetShape(file)).toBe(false);
  });
});
