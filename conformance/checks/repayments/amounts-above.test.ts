import { expect, it } from 'vitest';
import { amountsAbove } from './amounts-above.ts';

it.each([
  [1_200, [1_200.01, 1_201, 1e12]],
  [99.5, [99.51, 1e12]],
  [4_503_599_627_370.25, [4_503_599_627_370.26, 45_035_996_273_710]],
])('tries amounts above a total of %d alone', (total, amounts) => {
  expect(amountsAbove(total)).toEqual(amounts);
});
