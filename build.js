// Builds what the npm package ships: Node strips no types under node_modules, so everything becomes
// JavaScript in dist/. `node build.js FOLDER` builds into another folder.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = import.meta.dirname;
const FOLDERS = '{bin,calibration,conformance,contract,fixtures,load,server}';
const target = resolve(process.argv[2] ?? join(ROOT, 'dist'));

rmSync(target, { recursive: true, force: true });
const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const project = join(ROOT, 'tsconfig.build.json');
const { status } = spawnSync(
  process.execPath,
  [compiler, '--project', project, '--outDir', target],
  { stdio: 'inherit' },
);
if (status === 0) {
  // Schemas, pages and the like lie beside the code that reads them; k6 strips types by itself.
  const beside = globSync(`${FOLDERS}/**/*.{json,sql,html,css,yaml}`, { cwd: ROOT });
  const scripts = globSync('load/scripts/**/*.{ts,js}', { cwd: ROOT });
  const assets = [...beside, ...scripts].filter((file) => !/\.test\.|tsconfig/.test(file));
  for (const asset of assets) {
    cpSync(join(ROOT, asset), join(target, asset));
  }
} else {
  process.exitCode = 1;
}
