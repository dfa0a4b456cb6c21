import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  focusedIn,
  LOOKS,
  type Look,
  mayLeaveOut,
  type OpenPage,
  openBrowser,
  openPage,
  overhangOf,
  violationsIn,
} from '../../../pages/testing/browser.ts';
import { renderDiffHtml } from '../../diff/diff-page.ts';
import { diffReports } from '../../diff/diff-reports.ts';
import { createRedactor } from '../../redaction/redact.ts';
import {
  sampleConformantReport,
  sampleExchange,
  sampleReport,
  sampleResults,
} from '../../testing/sample-report.ts';
import { redactReport } from '../redact-report.ts';
import { renderHtml } from './write-html.ts';

const LONG = 'https://api.sandbox.example/'.concat('a'.repeat(300));

/** A report over the whole register in which two musts fail, one with long words of the target. */
function failingReport() {
  const { checks } = sampleConformantReport();
  const results = checks.map((check) => {
    if (check.id === 'sample.PAY-21' || check.id === 'sample.REP-15') {
      const exchange = sampleExchange({
        response: { status: 200, headers: { location: LONG }, body: '{"a":1}' },
      });
      const told = { expected: 'HTTP 4xx', got: `HTTP 200 ${LONG}` };
      return {
        ...{ ...check, ...told, result: 'fail' as const, exchanges: [exchange, exchange] },
        message: `Expected ${told.expected}, got ${told.got}.`,
      };
    }
    return check.level === 'open'
      ? {
          ...{ ...check, result: 'observed' as const },
          observations: [{ subject: 'status', value: '422' }],
        }
      : check;
  });
  return redactReport(sampleConformantReport({ results }), createRedactor([]));
}

/** A small report with something in every part of the page. */
function variedReport() {
  const retries = [{ reason: 'HTTP 429', waitedMs: 1000 }];
  const results = sampleResults({
    'awaiting-payments.list': [
      'fail',
      { message: LONG, got: LONG, exchanges: [sampleExchange({ retries }), sampleExchange()] },
    ],
    'awaiting-payments.role.cashier': ['blocked', { blockedBy: 'awaiting-payments.list' }],
    'repay-loan.key-twice': ['error', { message: LONG }],
    'portfolios.header.uuid-missing': ['not tested', { missing: ['user customer'] }],
    'awaiting-payments.date': ['warn'],
    'awaiting-payments.wrong-date': [
      'observed',
      { observations: [{ subject: 'status of a wrong date', value: LONG }] },
    ],
  });
  const knownFailures = {
    file: 'known-failures.json',
    entries: [{ check: 'awaiting-payments.list', reason: 'Mended in the next release.' }],
  };
  return redactReport(sampleReport({ results, knownFailures }), createRedactor([]));
}

describe.skipIf(mayLeaveOut)('the page of a conformance run in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-page-'));
  const file = join(folder, 'report.html');
  const small = join(folder, 'small.html');
  const beside = join(folder, 'beside.html');
  const open: OpenPage[] = [];
  let browser: Browser;

  beforeAll(async () => {
    writeFileSync(file, renderHtml(failingReport()));
    writeFileSync(small, renderHtml(variedReport()));
    const [before, after] = [sampleReport(), variedReport()];
    writeFileSync(beside, renderDiffHtml(diffReports(before, after), before, after));
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function pageAt(
    address = '',
    look: Look = { width: 1280, scheme: 'light' },
    of = file,
  ): Promise<Page> {
    const opened = await openPage(browser, `${pathToFileURL(of)}${address}`, look);
    open.push(opened);
    return opened.page;
  }
  const shown = (page: Page, selector: string) => page.locator(selector).filter({ visible: true });

  it.each(LOOKS)('has nothing that axe finds wrong at $width pixels, $scheme', async (look) => {
    const page = await pageAt('', look, small);
    await page.locator('.problem > summary').first().click();
    await page.locator('.problem .exchange > summary').first().click();
    expect(await violationsIn(page)).toEqual([]);
    expect(await overhangOf(page)).toBe(0);
    await page.locator('.views a').nth(1).click();
    await expect.poll(() => shown(page, '.statement').count()).toBeGreaterThan(5);
    expect(await violationsIn(page)).toEqual([]);
    expect(await overhangOf(page)).toBe(0);
  });

  it.each(LOOKS)(
    'has nothing that axe finds wrong beside another run at $width pixels, $scheme',
    async (look) => {
      const page = await pageAt('#specification', look, beside);
      expect(await shown(page, '.pair').count()).toBeGreaterThan(2);
      expect(await violationsIn(page)).toEqual([]);
      expect(await overhangOf(page)).toBe(0);
    },
  );

  it('shows one view at a time, and each under its address', async () => {
    const page = await pageAt('#specification');
    const views = () => shown(page, '.view').evaluateAll((all) => all.map(({ id }) => id));
    expect(await views()).toEqual(['specification']);
    await page.locator('.views a').first().click();
    await expect.poll(views).toEqual(['run']);
    expect(await page.locator('.views a[aria-current="page"]').textContent()).toBe(
      'Findings and checks',
    );
  });

  it('shows what went wrong first, and filters by result, endpoint, section, level and words', async () => {
    const page = await pageAt();
    const results = () =>
      shown(page, '#cards > [data-result]').evaluateAll((all) => all.map(({ id }) => id));
    expect(await results()).toEqual(['check-sample.PAY-21', 'check-sample.REP-15']);
    await page.locator('#run .filter .all').click();
    const all = (await results()).length;
    expect(all).toBeGreaterThan(200);
    await page.locator('#run select[name="section"]').selectOption('4.7');
    expect((await results()).length).toBeLessThan(all);
    expect(await results()).toContain('check-sample.REP-15');
    await page.locator('#run input[name="q"]').fill('rep-15');
    expect((await results()).at(0)).toBe('check-sample.REP-15');
    expect(await page.locator('#run .filter output').textContent()).toMatch(/^\d+ of \d+ shown$/);
  });

  it('keeps what it is filtered by in its address', async () => {
    const page = await pageAt('#specification?result=broken');
    const seen = () =>
      shown(page, '.statement > ul > li').evaluateAll((all) => all.map(({ id }) => id));
    expect(await seen()).toEqual(['PAY-21', 'REP-15']);
    await page.locator('#specification select[name="endpoint"]').selectOption('repay-loan');
    expect(await seen()).toEqual(['REP-15']);
    expect(new URL(page.url()).hash).toBe('#specification?result=broken&endpoint=repay-loan');
  });

  it('opens what a deep link names, though the filter leaves it out', async () => {
    const page = await pageAt('#check-sample.LGN-1');
    expect(await page.locator('[id="check-sample.LGN-1"]').getAttribute('open')).not.toBeNull();
    await expect.poll(() => focusedIn(page)).toContain('sample.LGN-1');
    await page.locator('[id="check-sample.LGN-1"] dt a').click();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('LGN-1');
    expect(await shown(page, '#LGN-1').count()).toBe(1);
  });

  it('copies a replay, line by line, without its numbers', async () => {
    const page = await pageAt();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const card = page.locator('[id="check-sample.PAY-21"]');
    await card.locator('> summary').click();
    await card.getByRole('button', { name: 'Copy all' }).click();
    // it says so once the clipboard has it, and for a moment only
    await card.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied.trim().split('\n')).toEqual(await card.locator('.replay code').allTextContents());
    expect(copied).toContain('curl -sS');
  });

  it('is used by keyboard alone', async () => {
    const page = await pageAt();
    await page.keyboard.press('Tab');
    expect(await focusedIn(page)).toBe('Skip to what to fix first');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focusedIn(page)).toBe('Findings and checks');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => shown(page, '#specification').count()).toBe(1);
    const broken = page.locator('#specification .filter button[value="broken"]');
    while (!(await broken.evaluate((button) => button.matches(':focus')))) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Space');
    expect(await broken.getAttribute('aria-pressed')).toBe('true');
    expect(await shown(page, '.statement > ul > li').count()).toBe(2);
    const check = page.locator('#PAY-21 a[href^="#check-"]');
    while (!(await check.evaluate((link) => link.matches(':focus')))) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedIn(page)).toContain('sample.PAY-21');
    await page.keyboard.press('Enter');
    const card = page.locator('[id="check-sample.PAY-21"]');
    await expect.poll(() => card.getAttribute('open')).toBeNull();
  });

  it('prints both views, with what went wrong laid open', async () => {
    const page = await pageAt();
    await page.emulateMedia({ media: 'print' });
    expect(await shown(page, '.view').count()).toBe(2);
    expect(await shown(page, '.filter').count()).toBe(0);
    expect(await shown(page, '[id="check-sample.PAY-21"] .said').count()).toBe(1);
  });

  it('sends nothing anywhere', () => {
    expect(open.length).toBeGreaterThan(5);
    expect(open.flatMap(({ strayed }) => strayed)).toEqual([]);
  });
});
