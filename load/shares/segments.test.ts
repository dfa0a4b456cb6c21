import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runLoad } from '../run/run-load.ts';
import { startStubTarget } from '../self-check/stub-target.ts';
import { segmentArgs, segmentsOf } from './segments.ts';

describe('segments', () => {
  it('cover the whole without overlap', () => {
    expect(segmentsOf(1)).toEqual([{ segment: '0:1', sequence: '0,1' }]);
    expect(segmentsOf(3).map(({ segment }) => segment)).toEqual(['0:1/3', '1/3:2/3', '2/3:1']);
    expect(new Set(segmentsOf(3).map(({ sequence }) => sequence))).toEqual(
      new Set(['0,1/3,2/3,1']),
    );
    expect(segmentArgs({ segment: '0:1/2', sequence: '0,1/2,1' }).join(' ')).toBe(
      '--execution-segment 0:1/2 --execution-segment-sequence 0,1/2,1',
    );
  });

  it.each([0, 1.5, -1, 1001, Number.NaN])('refuse %s instances', (instances) => {
    expect(() => segmentsOf(instances)).toThrow(
      expect.objectContaining({
        name: 'UsageError',
        message: expect.stringContaining('1 to 1000'),
      }),
    );
  });
});

describe('a k6 that only says how it was called', () => {
  it('has its instance as a tag, so that no two send the same series', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-segments-'));
    const stub = await startStubTarget();
    try {
      const path = join(folder, 'k6');
      const tags = join(folder, 'tags');
      // Both have to speak before one fails, since that stops the other.
      await writeFile(
        path,
        `#!/bin/sh
echo "$*" >> ${tags}
while [ "$(wc -l < ${tags})" -lt 2 ]; do sleep 0.05; done
exit 1
`,
        { mode: 0o755 },
      );
      await expect(
        runLoad({
          ...{ journey: 'payment-listing', target: stub.target, out: folder, instances: 2 },
          ...{ rate: 1, durationSeconds: 1, k6: { path, version: 'v2.2.0', source: 'path' } },
        }),
      ).rejects.toMatchObject({ name: 'UnavailableError' });
      const called = await readFile(tags, 'utf8');
      expect(called).toMatch(/--execution-segment 0:1\/2 .*--tag instance_id=1/);
      expect(called).toMatch(/--execution-segment 1\/2:1 .*--tag instance_id=2/);
    } finally {
      await stub.close();
      await rm(folder, { recursive: true });
    }
  });
});
