// Builds what the npm package ships: Node strips no types under node_modules, so everything becomes
// JavaScript in dist/. `node build.js FOLDER` builds into another folder.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = import.meta.dirname;
const FOLDERS = '{bin,calibration,conformance,contract,fixtures,load,pages,server,target}';
// What belongs to TypeScript, to generators and to our own evidence.
const NOT_SHIPPED =
  /\btsconfig\b|[\\/]testing[\\/]|^load[\\/]generate[\\/]|^calibration[\\/](mutants|outside|through-proxy)[\\/]/;
const target = resolve(process.argv[2] ?? join(ROOT, 'dist'));

function compile(...options) {
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(process.execPath, [compiler, ...options], { stdio: 'inherit' });
  return status === 0;
}

const IMPORTED = /(?<=from '|import\(['"])(\.[^'"]+)\.ts(?=['"])/g;

/**
 * Keeps the declarations that somebody reaches who imports the package, and takes the others away.
 * Their imports name what is beside them, which the compiler leaves as it was.
 */
function keepDeclarations() {
  const kept = new Set();
  const keep = (file) => {
    if (kept.has(file) || !existsSync(file)) {
      return;
    }
    kept.add(file);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(IMPORTED, '$1.js'));
    for (const [, path] of text.matchAll(IMPORTED)) {
      keep(join(dirname(file), `${path}.d.ts`));
    }
  };
  const all = globSync(`${FOLDERS}/**/*.d.ts`, { cwd: target }).map((file) => join(target, file));
  for (const file of all.filter((each) => /[\\/]bin[\\/]exports[\\/]/.test(each))) {
    keep(file);
  }
  for (const file of all.filter((each) => !kept.has(each))) {
    rmSync(file);
  }
}

/** Writes what `assay openapi` prints, for whoever imports the document without running anything. */
async function writeOpenApi() {
  const folder = join(target, 'contract', 'openapi');
  const { publishedOpenApi } = await import(pathToFileURL(join(folder, 'published-openapi.js')));
  for (const [version, name] of [
    ['3.1', 'openapi.json'],
    ['3.0', 'openapi-3.0.json'],
  ]) {
    const text = JSON.stringify(publishedOpenApi(undefined, version), null, 2);
    writeFileSync(join(folder, name), `${text}\n`);
  }
}

/** The renderer of the documentation page, with its licence: no vendor installs the whole of it. */
function copyDocumentation() {
  const from = join(ROOT, 'node_modules', 'swagger-ui-dist');
  const to = join(target, 'server', 'documentation', 'swagger-ui');
  for (const name of [
    ...['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css'],
    ...['LICENSE', 'NOTICE'],
  ]) {
    cpSync(join(from, name), join(to, name));
  }
}

rmSync(target, { recursive: true, force: true });
const main = [
  ...['--project', join(ROOT, 'tsconfig.build.json'), '--outDir', target],
  '--declaration',
];
const scripts = [
  ...['--project', join(ROOT, 'load', 'scripts'), '--noEmit', 'false', '--noEmitOnError'],
  ...['--rootDir', ROOT, '--outDir', target],
];
if (compile(...main) && compile(...scripts)) {
  keepDeclarations();
  // Schemas, pages, compiled validators and the like lie beside what reads them.
  const beside = globSync(`${FOLDERS}/**/*.{json,sql,html,css,yaml}`, { cwd: ROOT });
  const generated = globSync(`${FOLDERS}/**/*.generated.js`, { cwd: ROOT });
  for (const asset of [...beside, ...generated].filter((file) => !NOT_SHIPPED.test(file))) {
    cpSync(join(ROOT, asset), join(target, asset));
  }
  copyDocumentation();
  await writeOpenApi();
} else {
  process.exitCode = 1;
}
