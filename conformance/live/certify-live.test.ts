import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHECKS } from '../checks/index.ts';
import { NOTHING_SHOWN } from '../engine/further-pass.ts';
import type { Runner } from '../engine/thread/runner.ts';
import { SAMPLE_TARGET } from '../testing/sample-report.ts';
import { certifyLive } from './certify-live.ts';

it('tells whoever asked for it what else the page is told', async () => {
  const out = await mkdtemp(join(tmpdir(), 'assay-certify-live-'));
  const runner: Runner = {
    async run(_plan, events) {
      events?.onSecret?.('a token');
      return {
        results: [],
        requests: 0,
        shown: NOTHING_SHOWN,
        secrets: ['a token'],
        problems: [],
      };
    },
    checks: async () => CHECKS,
    secretsSeen: () => [],
    close: async () => {},
  };
  const told: unknown[] = [];
  try {
    await certifyLive(
      {
        ...{ target: SAMPLE_TARGET, out, runner, formats: ['json'] },
        onStart: () => told.push('start'),
        onSecret: (value) => told.push(value),
      },
      () => {},
    );
  } finally {
    await rm(out, { recursive: true });
  }
  expect(told).toEqual(['start', 'a token']);
});
