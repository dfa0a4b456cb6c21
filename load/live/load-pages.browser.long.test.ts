import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  LOOKS,
  type Look,
  mayLeaveOut,
  openBrowser,
  openPage,
  overhangOf,
  violationsIn,
} from '../../pages/testing/browser.ts';
import { renderLoadHtml } from '../report/load-page.ts';
import { sampleReport } from '../testing/sample-report.ts';
import { LiveFigures } from './live-figures.ts';
import { startLiveLoad } from './live-load.ts';

const HOSTILE = '</script><img src=x onerror=alert(1)>';

/** A load against a target of a hostile name, 5 s after it began, with errors. */
async function liveLoad() {
  const start = Date.now() - 5000;
  const figures = new LiveFigures(['lending'], 10, 1);
  const sample = (metric: string, at: number, value: number, status = 200) =>
    figures.take({
      ...{ metric, at, value, scenario: 'lending', name: 'repay-loan', status },
      ...{ errorCode: 0, expected: status === 200, tags: {} },
    });
  sample('journey_start', start, start);
  sample('vus_max', start, 20);
  for (let request = 0; request < 60; request++) {
    sample('http_req_duration', start + 50 * request, 10 + request);
    sample('iteration_duration', start + 50 * request, 10);
  }
  const planned = { journey: 'lending', target: HOSTILE, profile: 'smoke', durationSeconds: 10 };
  const live = await startLiveLoad(planned, figures);
  const step = {
    ...{ phase: 'load' as const, durationSeconds: 10, rateAsked: 20, elapsedSeconds: 5 },
    ...{ requests: 60, errors: 0, requestsPerSecond: 20, p95: 60 },
  };
  return {
    live,
    go: () => live.progress(step),
    fail: () => sample('http_req_duration', start + 2000, 5, 503),
  };
}

describe.skipIf(mayLeaveOut)('the pages of a load in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-load-page-'));
  const file = join(folder, 'load.html');
  const strayed: string[][] = [];
  let browser: Browser;

  beforeAll(async () => {
    writeFileSync(file, renderLoadHtml(sampleReport({ target: HOSTILE })));
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(url: string, look: Look) {
    const opened = await openPage(browser, url, look);
    strayed.push(opened.strayed);
    return opened.page;
  }

  it.each(LOOKS)('have nothing that axe finds wrong at $width pixels, $scheme', async (look) => {
    const frozen = await open(pathToFileURL(file).href, look);
    expect(await frozen.locator('.uplot').count()).toBeGreaterThan(2);
    expect(await violationsIn(frozen)).toEqual([]);
    expect(await overhangOf(frozen)).toBe(0);
    const { live } = await liveLoad();
    try {
      const page = await open(live.url, look);
      expect(await page.locator('.uplot').count()).toBe(3);
      expect(await violationsIn(page)).toEqual([]);
      expect(await overhangOf(page)).toBe(0);
    } finally {
      await live.close();
    }
  });

  it('fill while the run goes on, and become the report', async () => {
    const { live, go, fail } = await liveLoad();
    try {
      const page = await open(live.url, { width: 1280, scheme: 'light' });
      expect(await page.locator('h1').textContent()).toBe('Running');
      expect(await page.locator('.kicker').textContent()).toContain(HOSTILE);
      expect(await page.locator('img').count()).toBe(0);
      expect(await page.locator('#live-figures').textContent()).toMatch(/no errors/);
      expect(await page.locator('#plot-errors .uplot').count()).toBe(0);
      const later = page.waitForFunction(
        'document.getElementById("live-figures").textContent.includes("1 status-503")',
      );
      fail();
      go();
      await later;
      expect(await page.locator('#plot-errors .uplot').count()).toBe(1);
      expect(await page.locator('#live-status').textContent()).toBe('The load goes on.');

      const report = renderLoadHtml(sampleReport({ verdict: 'passed', reasons: [] }));
      const loaded = page.waitForEvent('load');
      await live.freeze(report);
      await loaded;
      expect(await page.locator('h1').textContent()).toBe('Passed');
    } finally {
      await live.close();
    }
  });

  it('say so where nothing comes any more', async () => {
    const { live } = await liveLoad();
    const page = await open(live.url, { width: 1280, scheme: 'light' });
    expect(await page.locator('#live-lost').isHidden()).toBe(true);
    await live.close();
    await page.locator('#live-lost').waitFor({ state: 'visible' });
  });

  it('are used by keyboard alone', async () => {
    const page = await open(pathToFileURL(file).href, { width: 1280, scheme: 'light' });
    const log = page.locator('#log-latency');
    while (!(await log.evaluate((box) => box.matches(':focus')))) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Space');
    expect(await log.isChecked()).toBe(true);
  });

  it('are light or dark as the reader chooses, by keyboard, plots too, and forget it', async () => {
    const page = await open(pathToFileURL(file).href, { width: 360, scheme: 'light' });
    const paper = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const plots = () =>
      page.evaluate<string[]>(
        '[...document.querySelectorAll("canvas")].map((canvas) => canvas.toDataURL())',
      );
    const [light, before] = [await paper(), await plots()];
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.locator('#scheme-system').evaluate((it) => it.matches(':focus'))).toBe(true);
    await page.keyboard.press('ArrowRight');
    expect(await paper()).toBe(light);
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
    expect(await paper()).toBe('rgb(20, 23, 28)');
    expect(before.length).toBeGreaterThan(2);
    for (const [place, plot] of (await plots()).entries()) {
      expect(plot).not.toBe(before[place]);
    }
    expect(await violationsIn(page)).toEqual([]);
    expect(await overhangOf(page)).toBe(0);
    await page.reload();
    expect(await paper()).toBe(light);
  });

  it('send nothing anywhere', () => {
    expect(strayed.length).toBeGreaterThan(LOOKS.length + 2);
    expect(strayed.flat()).toEqual([]);
  });
});
