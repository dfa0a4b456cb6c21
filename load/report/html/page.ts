import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { html, raw } from 'hono/html';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Chart } from './charts.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** A piece of HTML in which every value that was put in is escaped. */
export type Markup = ReturnType<typeof html>;

/** Colours of a page's head: how its verdict is to be taken. */
export type Tone = 'good' | 'bad' | 'mild' | 'calm';

export interface Page {
  title: string;
  tone: Tone;
  /** what stands above the first section */
  masthead: Markup;
  main: Markup;
  /** empty for a page without plots, which then runs no script at all */
  charts: Chart[];
}

const require = createRequire(import.meta.url);
const uplot = (file: string) => readFileSync(require.resolve(`uplot/dist/${file}`), 'utf8');

const sourceHash = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * One HTML file that needs no network. Nothing may load, and nothing run but the file's own style and
 * script, by their hashes: a name that found a way around escaping would still be dead text.
 */
export function renderPage({ title, tone, masthead, main, charts }: Page): string {
  const style = `${uplot('uPlot.min.css')}\n${STYLE}`;
  const script = charts.length > 0 ? `${uplot('uPlot.iife.min.js')}\n${SCRIPT}` : '';
  const policy = [
    "default-src 'none'",
    `style-src ${sourceHash(style)}`,
    script === '' ? "script-src 'none'" : `script-src ${sourceHash(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const data =
    charts.length > 0
      ? html`<script type="application/json" id="charts">${raw(scriptSafe(charts))}</script>
<script>${raw(script)}</script>`
      : '';
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
<a class="skip" href="#main">Skip to the figures</a>
<header class="masthead is-${tone}"><div>
${masthead}
</div></header>
<main id="main">
${main}
</main>
<footer>Assay ${packageJson.version}. Latencies in milliseconds, from sending the first byte to receiving the last; failed requests are included.</footer>
${data}
</body>
</html>`}\n`;
}

/** JSON that cannot end the element it stands in. */
function scriptSafe(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
