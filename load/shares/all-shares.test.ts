import { describe, expect, it } from 'vitest';
import { demandAllShares, type Share } from './all-shares.ts';
import { segmentsOf } from './segments.ts';

const shares = (instances: number) =>
  segmentsOf(instances).map((share, index) => ({ name: `pod-${index + 1}`, share }));

describe('the shares of a run', () => {
  it.each([1, 2, 7])('are complete where all of %s are there, in any order', (instances) => {
    expect(() => demandAllShares(shares(instances).reverse())).not.toThrow();
  });

  it('are complete where one process took the whole', () => {
    expect(() => demandAllShares([{ name: 'pod', share: null }])).not.toThrow();
  });

  it.each<[string, { name: string; share: Share | null }[], string]>([
    ['one is missing', shares(3).slice(1), 'of the shares 0:1/3, 1/3:2/3, 2/3:1 lacks 0:1/3'],
    [
      'one is there twice',
      [
        ...shares(2),
        ...shares(2)
          .slice(1)
          .map((it) => ({ ...it, name: 'again' })),
      ],
      'the share 1/2:1 is there 2 times: pod-2, again',
    ],
    [
      'the whole is there beside them',
      [...shares(2), { name: 'whole', share: null }],
      'whole is of another run',
    ],
    [
      // Its first half is a share by that name, of a run in other parts.
      'one is of another sequence',
      [
        { name: 'a', share: { segment: '0:1/2', sequence: '0,1/2,1' } },
        { name: 'b', share: { segment: '1/2:1', sequence: '0,1/4,1/2,1' } },
      ],
      'b is of another run',
    ],
    [
      'the sequence is not known',
      [{ name: 'a', share: { segment: '0:1/2', sequence: null } }],
      'of the shares 0:1 lacks 0:1',
    ],
  ])('are refused where %s', (_what, runs, message) => {
    expect(() => demandAllShares(runs)).toThrow(
      expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) }),
    );
  });
});
