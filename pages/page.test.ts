import { createHash } from 'node:crypto';
import { html } from 'hono/html';
import { describe, expect, it } from 'vitest';
import { fact, tag } from './markup.ts';
import { type Page, renderPage } from './page.ts';
import { visibleLine, visibleText } from './visible-text.ts';
import { capital, count } from './words.ts';

const HOSTILE = '</script><script>alert(1)</script>';

function pageWith(more: Partial<Page> = {}): string {
  return renderPage({
    ...{ title: HOSTILE, tone: 'bad', skip: 'Skip to it', footer: 'the end' },
    masthead: html`<h1>${HOSTILE}</h1>`,
    main: html`<dl>${fact('Name', HOSTILE)}</dl>${tag('mild', HOSTILE)}`,
    ...more,
  });
}

const policyOf = (page: string) =>
  /Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'");

const hashesOf = (page: string, element: string) =>
  [...page.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

describe('a page', () => {
  it('escapes every text that is put in', () => {
    expect(pageWith()).not.toContain('<script');
  });

  it('lets nothing load, and nothing run where it has no script', () => {
    const page = pageWith();
    expect(policyOf(page)).toContain("default-src 'none'");
    expect(policyOf(page)).toContain("script-src 'none'");
    expect(page).not.toMatch(/src=|@import|url\(/);
  });

  it('lets its own style and script run, by their hashes', () => {
    const page = pageWith({ style: '\n.own { color: red; }', script: 'console.log(1)' });
    const [style = ''] = hashesOf(page, 'style');
    const [script = ''] = hashesOf(page, 'script');
    expect(policyOf(page)).toContain(`style-src ${style}; script-src ${script};`);
  });

  it('keeps its data inside its element', () => {
    const page = pageWith({ script: '1', data: { id: 'figures', value: [HOSTILE] } });
    expect(page.match(/<script/g)).toHaveLength(2);
    const [, json = ''] = /id="figures">(.*?)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(json)).toEqual([HOSTILE]);
  });
});

describe('a text of a target', () => {
  it('shows what steers a terminal or turns the direction', () => {
    expect(visibleText('a\u001b[31m\u202eb\ud800\r\n\tc')).toBe(
      'a\\u{1b}[31m\\u{202e}b\ufffd\n\tc',
    );
  });

  it('is on one line and no longer than asked', () => {
    expect(visibleLine(' a\n\tb ')).toBe('a b');
    expect(visibleLine('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`);
  });
});

describe('words', () => {
  it('are in the number and case they need', () => {
    expect([count(1, 'check'), count(1200, 'check')]).toEqual(['1 check', '1,200 checks']);
    expect(capital('not conformant')).toBe('Not conformant');
  });
});
