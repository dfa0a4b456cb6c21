import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { AppEnv } from '../dependencies.ts';

/** What the page loads, all of Swagger UI. */
const ASSETS = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
} as const;

type Asset = keyof typeof ASSETS;

/** Shows the document beside the page, dark where the reader's system is. */
const SCRIPT = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#documentation',
  deepLinking: true,
  validatorUrl: null,
});
`;

/** A column that is always empty takes room on a telephone. */
const STYLE = '.swagger-ui .response-col_links { display: none; }';

const sourceHash = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing but the server's own files and answers; images are those that stand in the style. */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' ${sourceHash(SCRIPT)}`,
  `style-src 'self' ${sourceHash(STYLE)}`,
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' };

/** Addresses are relative, so that the page works below a path of a gateway, too. */
const PAGE = `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The API of this server</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
<style>${raw(STYLE)}</style>
</head>
<body>
<main id="documentation"></main>
<noscript>This page needs JavaScript; the document itself is <a href="openapi.json">openapi.json</a>.</noscript>
<script src="docs/swagger-ui-bundle.js"></script>
<script>${raw(SCRIPT)}</script>
</body>
</html>`}\n`;

/**
 * `GET /docs`: a page that shows `/openapi.json` in a browser, and its two files. Needs no token, as
 * the document needs none, and nothing from outside: the files are read from the package, once.
 */
export function addDocumentation(app: Hono<AppEnv>): void {
  app.get('/docs', (c) =>
    c.body(PAGE, 200, {
      ...HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-cache',
    }),
  );
  const read = new Map<string, string>();
  for (const [name, type] of Object.entries(ASSETS) as [Asset, string][]) {
    app.get(`/docs/${name}`, (c) => {
      const text = read.get(name) ?? readFileSync(join(folderOfAssets(), name), 'utf8');
      read.set(name, text);
      return c.body(text, 200, {
        ...HEADERS,
        'Content-Type': type,
        'Cache-Control': 'max-age=3600',
      });
    });
  }
}

/** Beside this file in the package, where the build puts them; in a checkout among its packages. */
function folderOfAssets(): string {
  const built = join(import.meta.dirname, 'swagger-ui');
  return existsSync(built)
    ? built
    : dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}
