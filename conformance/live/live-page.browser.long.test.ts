import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type LiveServer, startLiveServer } from '../../pages/live/live-server.ts';
import {
  focusedIn,
  LOOKS,
  type Look,
  mayLeaveOut,
  openBrowser,
  openPage,
  overhangOf,
  violationsIn,
} from '../../pages/testing/browser.ts';
import { renderHtml } from '../report/html/write-html.ts';
import {
  SAMPLE_CHECKS,
  SAMPLE_TARGET,
  sampleReport,
  sampleResults,
} from '../testing/sample-report.ts';
import { LiveRun } from './live-run.ts';

const RESULTS = sampleResults({
  'awaiting-payments.list': ['fail', { message: 'Expected 3, got 4.' }],
});

describe.skipIf(mayLeaveOut)('the live page of certify in a browser', () => {
  const servers: LiveServer[] = [];
  const strayed: string[][] = [];
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  /** A run of the sample, of which the first results have come, and its page. */
  async function opened(look: Look, results: number) {
    const run = new LiveRun({
      target: SAMPLE_TARGET,
      checks: SAMPLE_CHECKS,
      selected: SAMPLE_CHECKS,
    });
    for (const result of RESULTS.slice(0, results)) {
      run.result(result);
    }
    run.patch();
    const server = await startLiveServer((since) => run.page(since));
    servers.push(server);
    const { page, ...own } = await openPage(browser, server.url, look);
    strayed.push(own.strayed);
    const go = () => {
      for (const result of RESULTS.slice(results)) {
        run.result(result);
      }
      server.send(run.patch());
    };
    return { page, server, go };
  }

  it.each(LOOKS)('has nothing that axe finds wrong at $width pixels, $scheme', async (look) => {
    const { page } = await opened(look, 4);
    expect(await page.locator('.findings').count()).toBe(1);
    expect(await violationsIn(page)).toEqual([]);
    expect(await overhangOf(page)).toBe(0);
    await page.locator('.views a').nth(1).click();
    await page.locator('#specification').waitFor({ state: 'visible' });
    expect(await violationsIn(page)).toEqual([]);
    expect(await overhangOf(page)).toBe(0);
  });

  it('fills while the run goes on, with the filter and the focus where they were', async () => {
    const { page, go } = await opened({ width: 1280, scheme: 'light' }, 1);
    const card = page.locator('[id="check-login.manager"]');
    await card.locator('> summary').focus();
    await page.keyboard.press('Enter');
    await page.locator('#run select[name="endpoint"]').selectOption('login');
    await card.locator('> summary').focus();
    expect(await page.locator('.findings').count()).toBe(0);
    go();
    await page.locator('.findings').waitFor();
    expect(
      await page.locator('[id="check-awaiting-payments.list"]').getAttribute('data-result'),
    ).toBe('fail');
    expect(await page.locator('[id="check-awaiting-payments.list"]').isHidden()).toBe(true);
    expect(await card.getAttribute('open')).not.toBeNull();
    expect(await focusedIn(page)).toContain('login.manager');
    expect(await page.locator('#PAY-1').getAttribute('data-result')).toBe('broken');
    expect(await page.locator('#live-status').textContent()).toContain('1 check failed so far');
  });

  it('becomes the report, in the view that was open', async () => {
    const { page, server } = await opened({ width: 1280, scheme: 'dark' }, 4);
    await page.locator('.views a').nth(1).click();
    const loaded = page.waitForEvent('load');
    await server.freeze(renderHtml(sampleReport({ results: RESULTS })));
    await loaded;
    await server.close();
    expect(await page.locator('h1').textContent()).toBe('Not conformant');
    await page.locator('#specification').waitFor({ state: 'visible' });
    await page.locator('.views a').first().click();
    await page.locator('.findings').waitFor({ state: 'visible' });
  });

  it('is used by keyboard alone', async () => {
    const { page, go } = await opened({ width: 360, scheme: 'light' }, 4);
    const link = page.locator('.findings a[href^="#check-"]').first();
    while (!(await link.evaluate((each) => each.matches(':focus')))) {
      await page.keyboard.press('Tab');
    }
    go();
    await page.locator('#PAY-3[data-result="kept"]').waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedIn(page)).toContain('awaiting-payments.list');
  });

  it('asks nobody but its own server', () => {
    expect(strayed.length).toBeGreaterThan(LOOKS.length + 2);
    expect(strayed.flat()).toEqual([]);
  });
});
