import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';

/** Where Debian and others put their Chromium. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The browser's file on the path of this machine; undefined where there is none. */
function chromiumFile(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const files = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return files.find((file) => existsSync(file));
}

/**
 * Whether tests of pages can be left out: on a machine without a browser, but never in CI, where one
 * that is missing is a failure.
 */
export const mayLeaveOut = chromiumFile() === undefined && process.env.CI !== 'true';

/** How a page is looked at. */
export interface Look {
  /** in CSS pixels */
  width: 1280 | 360;
  scheme: 'light' | 'dark';
}

/** The looks in which every page must be usable. */
const ALL_LOOKS: readonly Look[] = [
  { width: 1280, scheme: 'light' },
  { width: 360, scheme: 'dark' },
  { width: 1280, scheme: 'dark' },
  { width: 360, scheme: 'light' },
];

/** All of them before a release; in CI the two that have each width and each scheme. */
export const LOOKS = inject('form') === 'long' ? ALL_LOOKS : ALL_LOOKS.slice(0, 2);

/** A page in a window of its own, and what it asked for outside of this machine. */
export interface OpenPage {
  page: Page;
  context: BrowserContext;
  /** addresses of requests that would have left the machine; none was sent */
  strayed: string[];
}

/**
 * Debian's Chromium, without a window.
 *
 * @throws Error where there is none on the path
 */
export async function openBrowser(): Promise<Browser> {
  const executablePath = chromiumFile();
  if (executablePath === undefined) {
    throw new Error(`no ${NAMES.join(', ')} on the path: install Debian's package chromium`);
  }
  // CI runs in containers as root, where Chromium has no sandbox; it opens pages of our own only.
  return chromium.launch({ executablePath, chromiumSandbox: false });
}

/** Opens a page; what does not stay on this machine is refused and noted. */
export async function openPage(browser: Browser, url: string, look: Look): Promise<OpenPage> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: 800 },
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
  });
  const strayed: string[] = [];
  await context.route('**/*', async (route) => {
    const address = new URL(route.request().url());
    const stays = ['file:', 'data:', 'blob:'].includes(address.protocol);
    if (stays || address.hostname === '127.0.0.1') {
      await route.continue();
      return;
    }
    strayed.push(address.href);
    await route.abort();
  });
  const page = await context.newPage();
  await page.goto(url);
  return { page, context, strayed };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong in a page as it is shown now, one line each; all its rules, the best practices too. */
export async function violationsIn(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  // what passes is counted only, which on a long page is most of the work
  const results = await page.evaluate<AxeResults>('axe.run({ resultTypes: ["violations"] })');
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

/** How much of a page cannot be seen without scrolling sideways, in CSS pixels. */
export async function overhangOf(page: Page): Promise<number> {
  return page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}

/** What has the focus now: its text, or its label. */
export async function focusedIn(page: Page): Promise<string> {
  return page.evaluate<string>(
    '(document.activeElement.getAttribute("aria-label") || document.activeElement.textContent).trim()',
  );
}
