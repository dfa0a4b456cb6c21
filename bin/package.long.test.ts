import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { k6InTests } from '../load/testing/k6-in-tests.ts';
import packageJson from '../package.json' with { type: 'json' };
import { envOfK6, LOAD_OF_BUSY_MACHINE } from './testing/k6.ts';
import { finish, lineOf, runAssay, spawnAssay } from './testing/spawn-assay.ts';

/** What npm ships is built, packed and installed into a folder, and works there. */

const ROOT = dirname(import.meta.dirname);

const k6 = await k6InTests();

let folder: string;
let entry: string;
let packed: string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-package-'));
  const source = join(folder, 'source');
  mkdirSync(join(source, 'bin'), { recursive: true });
  // dist is built there anew
  const shipped = packageJson.files.filter((name) => name !== 'dist');
  for (const name of ['package.json', ...globSync(shipped, { cwd: ROOT })]) {
    cpSync(join(ROOT, name), join(source, name), { recursive: true });
  }
  execFileSync(process.execPath, [join(ROOT, 'build.js'), join(source, 'dist')]);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const output = execFileSync(npm, ['pack', '--json', '--ignore-scripts'], {
    cwd: source,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const tarball = join(source, `assay-${packageJson.version}.tgz`);
  packed = filesOf(output);
  const installed = join(folder, 'node_modules', 'assay');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  linkDependencies(join(folder, 'node_modules'));
  entry = join(installed, 'bin', 'assay.js');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `npm install` would put beside the package: its dependencies, and nothing for development. */
function linkDependencies(modules: string): void {
  for (const name of Object.keys(packageJson.dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name), 'dir');
  }
}

/** The files that a page links to, not what is code in it. */
function linksOf(markdown: string): string[] {
  const prose = markdown.replaceAll(/^( *)```[\s\S]*?^\1```/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)#\s]+)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
}

/** npm 10 prints an array of packages, npm 11 may print an object by name. */
function filesOf(output: string): string[] {
  const parsed: unknown = JSON.parse(output);
  const [first] = Object.values(parsed as Record<string, { files: { path: string }[] }>);
  return (first?.files ?? []).map((file) => file.path);
}

describe('the npm package', () => {
  it('holds what is built, and neither sources nor tests', () => {
    expect(packed).toContain('bin/assay.js');
    expect(packed).toContain('dist/bin/main.js');
    expect(packed).toContain('README.md');
    const unwanted = packed.filter(
      (file) => /\.test\.|\/testing\//.test(file) || /(?<!\.d)\.ts$/.test(file),
    );
    expect(unwanted.filter((file) => !file.startsWith('examples/'))).toEqual([]);
  });

  it('holds declarations of what it exports, and of nothing else of the calibration', () => {
    const declared = packed.filter((file) => file.endsWith('.d.ts'));
    expect(declared).toContain('dist/bin/exports/serve.d.ts');
    expect(declared.length).toBeLessThan(60);
    expect(declared.filter((file) => file.startsWith('dist/calibration/'))).toEqual([]);
  });

  it('has every file that its exports name', () => {
    const named = JSON.stringify(packageJson.exports).match(
      /(?<="\.\/)(?:dist|package)[^"*]+(?=")/g,
    );
    expect(named?.length).toBeGreaterThan(15);
    expect(named?.filter((file) => !packed.includes(file))).toEqual([]);
    expect(packed).toContain('dist/contract/schemas/session.schema.json');
  });

  it('exports every schema that it holds', () => {
    const exported = Object.values(packageJson.exports).filter((file) => typeof file === 'string');
    const schemas = packed.filter((file) => /^dist\/.*\.schema\.json$/.test(file));
    const others = schemas.filter((file) => !file.startsWith('dist/contract/schemas/'));
    expect(others.length).toBeGreaterThan(9);
    expect(others.filter((file) => !exported.includes(`./${file}`))).toEqual([]);
  });

  it.each([
    ['3.1', './openapi.json'],
    ['3.0', './openapi-3.0.json'],
  ] as const)('exports the OpenAPI %s document that its command prints', async (version, name) => {
    const file = join(dirname(dirname(entry)), packageJson.exports[name]);
    const ended = await runAssay(['openapi', '--openapi', version], { entry, cwd: folder });
    expect(ended).toMatchObject({ code: 0, stdout: readFileSync(file, 'utf8'), stderr: '' });
    expect(JSON.parse(ended.stdout).openapi).toMatch(new RegExp(`^${version}\\.`));
  });

  it('exports what its pages name as imports', () => {
    const pages = packed.filter((file) => file.endsWith('.md'));
    const named = pages.flatMap((page) =>
      [
        ...readFileSync(join(ROOT, page), 'utf8').matchAll(
          /(?<=[`'"])assay\/([\w./*-]+)(?=[`'"])/g,
        ),
      ].map(([, name]) => `./${name}`),
    );
    expect(new Set(named).size).toBeGreaterThan(15);
    expect(named.filter((name) => !Object.hasOwn(packageJson.exports, name))).toEqual([]);
  });

  it('holds whatever its pages link to', () => {
    const pages = packed.filter((file) => file.endsWith('.md'));
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'SECURITY.md', 'docs/versions.md']));
    const dead = pages.flatMap((page) =>
      linksOf(readFileSync(join(ROOT, page), 'utf8'))
        .filter((link) => !packed.includes(normalize(join(dirname(page), link))))
        .map((link) => `${page} -> ${link}`),
    );
    expect(dead).toEqual([]);
  });

  it('tells its version', async () => {
    const ended = await runAssay(['--version'], { entry, cwd: folder });
    expect(ended).toMatchObject({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' });
  });

  it('lists the register', async () => {
    const ended = await runAssay(['list', '--json'], { entry, cwd: folder });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect((JSON.parse(ended.stdout) as unknown[]).length).toBeGreaterThan(300);
  });

  it('serves its documentation page, with the licence of what draws it', async () => {
    expect(packed).toContain('dist/server/documentation/swagger-ui/LICENSE');
    await whileServing(async () => {
      const { baseUrl } = JSON.parse(readFileSync(join(folder, 'target.json'), 'utf8'));
      for (const [path, type] of [
        ['/docs', 'text/html'],
        ['/docs/swagger-ui-bundle.js', 'text/javascript'],
        ['/docs/swagger-ui.css', 'text/css'],
      ]) {
        const response = await fetch(`${baseUrl}${path}`);
        expect(response.status, path).toBe(200);
        expect(response.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
        expect((await response.text()).length).toBeGreaterThan(500);
      }
    });
  });

  it('serves and certifies what it serves, and writes nothing into its own folder', async () => {
    const installed = dirname(dirname(entry));
    const before = readdirSync(installed, { recursive: true });
    await whileServing(async () => {
      // all of it is certified from the package by .ci/check-package.js
      const line = 'certify --target target.json --out report --endpoint logout --allow-incomplete';
      const ended = await runAssay(line.split(' '), { entry, cwd: folder });
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      const report = JSON.parse(readFileSync(join(folder, 'report', 'report.json'), 'utf8'));
      expect(report).toMatchObject({ verdict: 'incomplete', counts: { fail: 0, error: 0 } });
      expect(report.counts.pass).toBeGreaterThan(5);
    });
    expect(readdirSync(installed, { recursive: true })).toEqual(before);
  });

  it.skipIf(!k6)('loads what it serves (needs k6)', async () => {
    await whileServing(async () => {
      const target = JSON.parse(readFileSync(join(folder, 'target.json'), 'utf8'));
      const lenient = JSON.stringify({ ...target, load: LOAD_OF_BUSY_MACHINE });
      writeFileSync(join(folder, 'lenient.json'), lenient);
      const args = ['load', '--target', 'lenient.json', '--out', 'load', '--duration', '1s'];
      const ended = await runAssay(args, { entry, cwd: folder, env: envOfK6(k6) });
      expect(ended).toMatchObject({ code: 0, stderr: '' });
    });
  });
});

/** Runs the package's own reference server meanwhile, with its target file in `target.json`. */
async function whileServing(work: () => Promise<void>): Promise<void> {
  const args = ['serve', '--port', '0', '--db', ':memory:', '--write-target', 'target.json'];
  const server = spawnAssay([...args, '--log-level', 'silent'], { entry, cwd: folder });
  const served = finish(server);
  try {
    await lineOf(server, /^target file/);
    await work();
  } finally {
    server.kill('SIGTERM');
    await served;
  }
}
