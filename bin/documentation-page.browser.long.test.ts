import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { STANDARD_LOGINS } from '../fixtures/standard-users.ts';
import {
  LOOKS,
  type Look,
  mayLeaveOut,
  openBrowser,
  openPage,
  overhangOf,
} from '../pages/testing/browser.ts';
import { createLogger } from '../server/logger.ts';
import { type Running, startServer } from '../server/serve.ts';

const WIDE: Look = { width: 1280, scheme: 'light' };

describe.skipIf(mayLeaveOut)('the documentation page in a browser', () => {
  let browser: Browser;
  let running: Running;

  beforeAll(async () => {
    running = await startServer({ db: ':memory:', logger: createLogger('silent') });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await running.close();
  });

  /** The page once it has drawn all operations, with what it asked for and what went wrong in it. */
  async function open(look: Look) {
    const said: string[] = [];
    const { page, context, strayed } = await openPage(browser, 'about:blank', look);
    const asked: string[] = [];
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => said.push(error.message));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${running.url}/docs`);
    await page.locator('.opblock').nth(Object.keys(ENDPOINTS).length).waitFor();
    return { page, context, strayed, asked, said };
  }

  it.each(LOOKS)('shows the document at $width pixels, $scheme, from here only', async (look) => {
    const { page, context, strayed, asked, said } = await open(look);
    for (const { path } of Object.values(ENDPOINTS)) {
      expect(await page.locator(`[data-path="${path}"]`).count(), path).toBe(1);
    }
    expect(await overhangOf(page)).toBe(0);
    expect(await page.evaluate('document.documentElement.classList.contains("dark-mode")')).toBe(
      look.scheme === 'dark',
    );
    expect(said).toEqual([]);
    expect(strayed).toEqual([]);
    const own = asked.filter((address) => !address.startsWith('data:'));
    expect(own.map((address) => address.replace(running.url, '')).toSorted()).toEqual([
      '/docs',
      '/docs/swagger-ui-bundle.js',
      '/docs/swagger-ui.css',
      '/openapi.json',
    ]);
    await context.close();
  });

  it('shows the body of the GET, with its example, on a telephone, too', async () => {
    const { page, context, said } = await open({ width: 360, scheme: 'dark' });
    const operation = page.locator('#operations-Payments-awaiting-payments');
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.opblock-section-request-body').waitFor();
    const text = await operation.innerText();
    expect(text).toContain('its meaning is not well defined; this API defines it');
    const heading = operation.locator('.opblock-section-request-body h4.required');
    expect(await heading.innerText()).toBe('Request body');
    expect(text).toContain('"selectedCurrency"');
    expect(await operation.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(
      0,
    );
    expect(said).toEqual([]);
    await context.close();
  });

  it('sends a request to the server it came from when it is told to', async () => {
    const { page, context, said } = await open(WIDE);
    const operation = page.locator('#operations-Security_management-login');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.locator('[data-param-name="platform"] input').fill('WEB');
    await operation.locator('[data-param-name="uuid"] input').fill('a-device');
    const { email, password } = STANDARD_LOGINS.customer;
    const body = JSON.stringify({ email, currentPassword: password });
    await operation.locator('textarea').fill(body);
    const answered = page.waitForResponse(/\/login$/);
    await operation.getByRole('button', { name: 'Execute' }).click();
    expect((await answered).status()).toBe(200);
    await operation.locator('.live-responses-table').getByText('access_token').first().waitFor();
    expect(said).toEqual([]);
    await context.close();
  });

  it('lets nothing in that is not its own, by its policy', async () => {
    const { page, context } = await open(WIDE);
    const refused = await page.evaluate<string>(`new Promise((resolve) => {
      addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
    })`);
    expect(refused).toMatch(/^script-src/);
    expect(await page.evaluate('window.ran')).toBeUndefined();
    const fetched = page.evaluate(`fetch('http://127.0.0.2:1/')`);
    await expect(fetched).rejects.toThrow();
    await context.close();
  });
});
