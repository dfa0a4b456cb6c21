import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, inject, it } from 'vitest';
import { mayLeaveOut, openBrowser } from '../../../pages/testing/browser.ts';
import { sampleFailures } from '../../testing/sample-failures.ts';
import { renderHtml } from './write-html.ts';

/**
 * How much longer a page may take than the same one without its script, which is the browser's own work: both
 * are opened in turn, since how long a second is depends on the machine.
 */
const MOST = 1.5;
/** How long a reader may wait, in milliseconds; asked before a release, on a machine that is quick enough. */
const LIMIT_MS = inject('form') === 'long' ? 1_000 : Number.POSITIVE_INFINITY;
/** The best of so many counts: a machine that is busy with other things is not the page's fault. */
const TIMES = 3;

it.skipIf(mayLeaveOut)(
  'a page of 2,000 findings is open nearly as soon as without its script',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-large-page-'));
    const browser = await openBrowser();
    try {
      const whole = renderHtml(sampleFailures(2_000));
      const bare = whole.replaceAll(/<script\b[\s\S]*?<\/script>/g, '');
      expect(bare.length).toBeLessThan(whole.length);
      const best = { whole: Number.POSITIVE_INFINITY, bare: Number.POSITIVE_INFINITY };
      for (const [name, html] of Object.entries({ whole, bare })) {
        writeFileSync(join(folder, `${name}.html`), html);
      }
      for (let time = 0; time < TIMES; time++) {
        for (const name of ['whole', 'bare'] as const) {
          const page = await browser.newPage();
          await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
          // until all is loaded, filtered and painted
          await page.evaluate(
            'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
          );
          best[name] = Math.min(best[name], await page.evaluate<number>('performance.now()'));
          expect(await page.locator('.problem').count()).toBe(2_000);
          await page.close();
        }
      }
      expect(best.whole / best.bare).toBeLessThan(MOST);
      expect(best.whole).toBeLessThan(LIMIT_MS);
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
