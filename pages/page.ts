import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { COLOUR_SCHEME, COLOUR_SCHEME_STYLE } from './colour-scheme.ts';
import type { Markup, Tone } from './markup.ts';
import { STYLE } from './style.ts';

/** JSON that stands in a page, in the element of that id. */
export interface PageData {
  id: string;
  value: unknown;
}

/** What a page is made of; all texts are escaped by `html` before they come here. */
export interface Page {
  title: string;
  /** colours the head: how the verdict is to be taken */
  tone: Tone;
  /** where the link before everything else leads, in words: `Skip to the figures` */
  skip: string;
  /** what stands above the first section */
  masthead: Markup;
  main: Markup;
  footer: Markup | string;
  /** rules that this page adds to the style of all pages */
  style?: string;
  /** the page's own script; a page without one runs nothing at all */
  script?: string;
  /** what the script reads */
  data?: PageData | PageData[];
  /** the script may ask the server that the page came from, and nobody else */
  asksItsServer?: boolean;
}

/**
 * One HTML file that needs no network. Nothing may load, and nothing run but the file's own style and
 * script, by their hashes: a text that found a way around escaping would still be dead text.
 */
export function renderPage(page: Page): string {
  const { title, tone, skip, masthead, main, footer, script, data } = page;
  const style = `${STYLE}${COLOUR_SCHEME_STYLE}${page.style ?? ''}`;
  const policy = [
    "default-src 'none'",
    `style-src ${sourceHash(style)}`,
    script === undefined ? "script-src 'none'" : `script-src ${sourceHash(script)}`,
    ...(page.asksItsServer ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<a class="skip" href="#main">${skip}</a>
<header class="masthead is-${tone}"><div>
${COLOUR_SCHEME}
${masthead}
</div></header>
<main id="main">
${main}
</main>
<footer>${footer}</footer>
${[data ?? []].flat().map(({ id, value }) => html`<script type="application/json" id="${id}">${raw(scriptSafe(value))}</script>`)}
${script === undefined ? '' : html`<script>${raw(script)}</script>`}
</body>
</html>`}\n`;
}

function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** JSON that cannot end the element it stands in. */
function scriptSafe(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
