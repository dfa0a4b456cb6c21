import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { k6InTests } from '../load/testing/k6-in-tests.ts';
import { mayLeaveOut, openBrowser, openPage } from '../pages/testing/browser.ts';
import { envOfK6 } from './testing/k6.ts';
import { type LoadedReference, loadedReference } from './testing/loaded-reference.ts';
import { finish, runAssay, spawnAssay } from './testing/spawn-assay.ts';

const k6 = await k6InTests();

describe.skipIf(mayLeaveOut)('a run that is looked at with --ui', () => {
  let reference: LoadedReference;
  let browser: Browser;
  beforeAll(async () => {
    [reference, browser] = await Promise.all([loadedReference(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await reference?.close();
  });

  /** Opens the page that a command names, and stays until the command has ended. */
  async function lookAt(line: string) {
    const assay = spawnAssay(line.split(' '), { cwd: reference.folder, env: envOfK6(k6) });
    const ended = finish(assay);
    let url = '';
    for await (const printed of createInterface(assay.stdout)) {
      [, url = ''] = /^live page: (\S+)$/.exec(printed) ?? [];
      if (url !== '') {
        break;
      }
    }
    const { page, strayed } = await openPage(browser, url, { width: 1280, scheme: 'light' });
    const again = page.waitForResponse((response) => response.url() === url);
    const running = await page.locator('h1').textContent();
    const frozen = await (await again).text();
    const { code, leftProcess } = await ended;
    await page.waitForLoadState();
    const shown = { running, ended: await page.locator('h1').textContent() };
    await page.context().close();
    return { code, leftProcess, strayed, frozen, shown };
  }
  const written = (file: string) => readFileSync(join(reference.folder, file), 'utf8');

  it('shows certify while it goes on, and then its report', async () => {
    const seen = await lookAt(
      'certify --target target.json --out seen --endpoint login --allow-incomplete --ui',
    );
    expect(seen).toMatchObject({
      ...{ code: 0, leftProcess: false, strayed: [] },
      shown: { running: 'Running', ended: 'Incomplete' },
    });
    expect(seen.frozen).toBe(written('seen/report.html'));
  });

  it.skipIf(!k6)('shows a load while it goes on, and then its report (needs k6)', async () => {
    const seen = await lookAt(
      'load payment-listing --target target.json --out load --rate 5 --duration 2s --ui',
    );
    expect(seen).toMatchObject({
      ...{ code: 0, leftProcess: false, strayed: [] },
      shown: { running: 'Running', ended: 'Passed' },
    });
    expect(seen.frozen).toBe(written('load/load-payment-listing.html'));
  });

  it.each([
    ['load --target target.json --ui', 'name one journey'],
    ['load lending --target target.json --ui --repetitions 2', 'without repetitions'],
    ['load lending --target target.json --ui --against base.json', 'without repetitions'],
  ])('refuses %s', async (line, why) => {
    const ended = await runAssay(line.split(' '), { cwd: reference.folder });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toMatch(/^assay: --ui is of one run/);
    expect(ended.stderr).toContain(why);
  });

  it('ends by itself where nobody looks', async () => {
    const line = 'certify --target target.json --out unseen --check login.manager --ui';
    const ended = await runAssay(line.split(' '), { cwd: reference.folder });
    expect(ended).toMatchObject({ code: 3, stderr: '', leftProcess: false });
    expect(ended.stdout).toMatch(/^live page: http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/m);
    expect(written('unseen/report.html')).not.toContain('live-status');
  });
});
