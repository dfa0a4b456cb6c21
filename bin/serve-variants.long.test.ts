import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { certifyServed } from './testing/certify-served.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-on-purpose-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const certified = (options: string[], ...select: string[]) =>
  certifyServed(folder, options, ...select);

describe('assay serve', () => {
  it('answers otherwise by --variant, and conforms', async () => {
    const options = ['--variant', 'search.prefix', '--variant', 'portfolio-shape.bare'];
    const { code, failed, report } = await certified(
      options,
      '--endpoint',
      'portfolios',
      '--allow-incomplete',
    );
    expect({ code, failed }).toEqual({ code: 0, failed: [] });
    expect(report.counts.pass).toBeGreaterThan(20);
  });
});
