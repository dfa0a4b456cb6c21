// Builds what the npm package ships: Node strips no types under node_modules, so everything becomes
// JavaScript in dist/. `node build.js FOLDER` builds into another folder.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

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

rmSync(target, { recursive: true, force: true });
const main = ['--project', join(ROOT, 'tsconfig.build.json'), '--outDir', target];
const scripts = [
  ...['--project', join(ROOT, 'load', 'scripts'), '--noEmit', 'false', '--noEmitOnError'],
  ...['--rootDir', ROOT, '--outDir', target],
];
if (compile(...main) && compile(...scripts)) {
  // Schemas, pages, k6's bundled code and the like lie beside what reads them.
  const beside = globSync(`${FOLDERS}/**/*.{json,sql,html,css,yaml}`, { cwd: ROOT });
  const generated = globSync('load/scripts/**/*.js', { cwd: ROOT });
  for (const asset of [...beside, ...generated].filter((file) => !NOT_SHIPPED.test(file))) {
    cpSync(join(ROOT, asset), join(target, asset));
  }
} else {
  process.exitCode = 1;
}
