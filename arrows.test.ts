import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, extname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import packageJson from './package.json' with { type: 'json' };

/**
 * Reads every import of every file and holds it against the table of CONTRIBUTING.md, which is
 * thereby the one place that says who may import from whom.
 */

const ROOT = import.meta.dirname;

/** Holds the version, which reports state; not part of any folder. */
const MANIFEST = 'package.json';

/** The rows of CONTRIBUTING.md's table: a folder, and the backticked names it may import from. */
function readTable(markdown: string): Map<string, string[]> {
  const table = new Map<string, string[]>();
  for (const line of markdown.split('\n')) {
    const [, folder, , mayImport] = line.split('|').map((cell) => cell.trim());
    const name = folder?.match(/^`(.+\/)`$/)?.[1];
    if (name && mayImport) {
      const names = [...mayImport.matchAll(/`([^`(]+)`/g)].map((match) => match[1] ?? '');
      const allowed = mayImport === 'everything' ? [''] : names;
      table.set(name, allowed);
    }
  }
  return table;
}

const table = readTable(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));

/** The most specific folder of the table that holds the file: `load/scripts/`, not `load/`. */
function folderOf(file: string): string | undefined {
  return [...table.keys()]
    .filter((folder) => file.startsWith(folder))
    .sort((a, b) => b.length - a.length)[0];
}

interface Import {
  /** What is imported, as written; undefined where it is computed. */
  specifier: string | undefined;
}

/** Every import of a source text: static, dynamic, `export from`, `require`, of types too. */
function importsOf(source: string): Import[] {
  const found: Import[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit);
    } else if (typeof node === 'object' && node !== null && 'type' in node) {
      const origin = importedBy(node as SyntaxNode);
      if (origin) {
        found.push({ specifier: typeof origin.value === 'string' ? origin.value : undefined });
      }
      Object.values(node).forEach(visit);
    }
  };
  visit(parseAst(source, { lang: 'ts' }));
  return found;
}

interface SyntaxNode {
  type: string;
  value?: unknown;
  name?: string;
  source?: SyntaxNode | null;
  expression?: SyntaxNode;
  callee?: SyntaxNode;
  arguments?: SyntaxNode[];
}

function importedBy(node: SyntaxNode): SyntaxNode | null | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSImportType':
      return node.source;
    case 'TSExternalModuleReference':
      return node.expression;
    case 'CallExpression':
      return node.callee?.name === 'require' ? node.arguments?.[0] : undefined;
    default:
      return undefined;
  }
}

const installed = new Set([
  ...Object.keys(packageJson.dependencies),
  ...Object.keys(packageJson.devDependencies),
]);

/** Why the file may not import this, or undefined if it may. */
function objection(file: string, { specifier }: Import): string | undefined {
  const folder = folderOf(file);
  const allowed = folder === undefined ? [''] : (table.get(folder) ?? []);
  const mayImportAll = allowed.includes('');
  if (specifier === undefined) {
    return mayImportAll ? undefined : 'a computed import cannot be checked';
  }
  if (specifier.startsWith('.')) {
    const imported = normalize(join(dirname(file), specifier));
    const prefixes = folder === undefined ? allowed : [folder, ...allowed];
    const permitted = prefixes.some((prefix) => imported.startsWith(prefix));
    return permitted || imported === MANIFEST ? undefined : `${folder} may not import ${imported}`;
  }
  if (folder === 'load/scripts/') {
    return /^k6(\/|$)/.test(specifier) ? undefined : `k6 cannot load ${specifier}`;
  }
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
    return undefined;
  }
  const [scopeOrName, name] = specifier.split('/');
  const packageName = specifier.startsWith('@') ? `${scopeOrName}/${name}` : (scopeOrName ?? '');
  return installed.has(packageName) ? undefined : `${packageName} is not in package.json`;
}

function objectionsTo(file: string, source: string): string[] {
  return importsOf(source)
    .map((each) => objection(file, each))
    .filter((reason) => reason !== undefined)
    .map((reason) => `${file}: ${reason}`);
}

const files = [...table.keys()].flatMap((folder) =>
  globSync(`${folder}**/*.{ts,js}`, { cwd: ROOT }).filter((file) => folderOf(file) === folder),
);

describe('arrows between the folders', () => {
  it('reads the whole table of CONTRIBUTING.md', () => {
    expect([...table.keys()].sort()).toEqual([
      'bin/',
      'calibration/',
      'calibration/faults/',
      'calibration/hostile/',
      'calibration/servers/',
      'calibration/variants/',
      'conformance/',
      'contract/',
      'fixtures/',
      'load/',
      'load/scripts/',
      'pages/',
      'server/',
      'target/',
    ]);
    expect(table.get('contract/')).toEqual([]);
    expect(table.get('server/')).toEqual(['contract/', 'fixtures/']);
  });

  it.each([...table.keys()])('reads at least one file of %s', (folder) => {
    expect(files.filter((file) => folderOf(file) === folder)).not.toEqual([]);
  });

  it('finds no import that the table does not allow', () => {
    const objections = files.flatMap((file) =>
      objectionsTo(file, readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(objections).toEqual([]);
  });

  it.each([
    ['a static import', 'conformance/a.ts', "import { app } from '../server/app.ts';"],
    ['an import of types', 'conformance/a.ts', "import type { App } from '../server/app.ts';"],
    ['a type by import()', 'conformance/a.ts', "type App = import('../server/app.ts').App;"],
    ['a re-export', 'conformance/a.ts', "export { app } from '../server/app.ts';"],
    ['a re-export of all', 'server/a.ts', "export * from '../conformance/certify.ts';"],
    ['a tool of the faults in a variant', 'calibration/variants/a.ts', "import '../faults/b.ts';"],
    ['the suite in the pages', 'pages/a.ts', "import '../conformance/certify.ts';"],
    ['a bare import', 'server/a.ts', "import '../load/run/run-load.ts';"],
    ['a dynamic import', 'contract/a.ts', "const { people } = await import('../fixtures/a.ts');"],
    [
      'a dynamic import deep inside',
      'contract/a.ts',
      "const f = () => { if (x) { import('../bin/a.ts'); } };",
    ],
    ['a computed import', 'conformance/a.ts', 'await import(base + "/app.ts");'],
    ['a require', 'contract/a.js', "const app = require('../server/app.ts');"],
    ['an import in a test', 'conformance/a.test.ts', "import { app } from '../server/app.ts';"],
    ['a file outside the house', 'server/a.ts', "import config from '../vitest.config.ts';"],
    ['more of conformance than the target', 'load/a.ts', "import '../conformance/certify.ts';"],
    ['Node in a k6 script', 'load/scripts/a.ts', "import { readFileSync } from 'node:fs';"],
    ['a package in a k6 script', 'load/scripts/a.ts', "import Ajv from 'ajv';"],
    ['the runner in a k6 script', 'load/scripts/a.ts', "import { runLoad } from '../run-load.ts';"],
    ['a package nobody declared', 'server/a.ts', "import express from 'express';"],
  ])('objects to %s', (_what, file, source) => {
    expect(objectionsTo(file, source)).toHaveLength(1);
  });

  it.each([
    ['conformance/checks/a.ts', "import { ROLES } from '../../contract/roles.ts';"],
    ['calibration/a.ts', "import { certify } from '../conformance/certify.ts';"],
    ['conformance/report/a.ts', "import { renderPage } from '../../pages/page.ts';"],
    ['load/a.ts', "import { readTarget } from '../target/read.ts';"],
    ['load/scripts/lending.ts', "import http from 'k6/http'; import { gates } from './gates.ts';"],
    ['server/a.ts', "import { serve } from '@hono/node-server'; import fs from 'node:fs';"],
    ['bin/a.ts', "const { startServer } = await import('../server/serve.ts');"],
    [
      'server/a.ts',
      "// import '../conformance/a.ts'\nconst text = \"import '../conformance/a.ts'\";",
    ],
  ])('allows %s what it needs', (file, source) => {
    expect(objectionsTo(file, source)).toEqual([]);
  });

  it('reads JavaScript and TypeScript alike', () => {
    expect(new Set(files.map((file) => extname(file)))).toEqual(new Set(['.ts', '.js']));
  });
});
