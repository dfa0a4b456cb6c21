#!/usr/bin/env node
// The `assay` command's first step, in JavaScript that Node 18 still parses: it makes sure that a
// Node runs which the rest can use (better-sqlite3 crashes older ones, and they strip no types),
// then hands over to main.ts in a checkout or to the built main.js in the published package.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST = [24, 7];
const REEXECUTED = 'ASSAY_REEXECUTED';
const here = dirname(fileURLToPath(import.meta.url));

function isRecentEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/** The binary of the npm package `node`, which a checkout has among its development dependencies. */
function findPackagedNode() {
  const binary = join(
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  for (let folder = here; ; folder = dirname(folder)) {
    const candidate = join(folder, binary);
    if (existsSync(candidate)) {
      return candidate;
    }
    if (folder === dirname(folder)) {
      return undefined;
    }
  }
}

/**
 * Lets Node keep what it compiles, without which half of a short command's time goes to reading the
 * sources: in the checkout's `.cache`, or in the user's cache folder. Where that cannot be written,
 * as for a user without a home, Node goes on without.
 */
function keepCompiled(inCheckout) {
  const { ASSAY_CACHE, XDG_CACHE_HOME, HOME, LOCALAPPDATA } = process.env;
  const home = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && join(HOME, '.cache'));
  const own = inCheckout ? join(here, '..', '.cache') : home && join(home, 'assay');
  const folder = ASSAY_CACHE || own;
  if (folder) {
    nodeModule.enableCompileCache(join(folder, 'compiled'));
  }
}

function refuse() {
  process.stderr.write(
    `assay: Node ${OLDEST.join('.')} or later is needed, this is ${process.versions.node}; \`npm i -D node@${OLDEST[0]}\` brings one beside the package, which this command then finds, and the image (docs/pipelines.md) has its own\n`,
  );
  process.exitCode = 2;
}

/** Runs the same command line on another Node; its exit code or signal becomes ours. */
function runOn(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, [REEXECUTED]: '1' },
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (signal) => child.kill(signal);
  for (const signal of signals) {
    process.on(signal, forward);
  }
  child.on('error', refuse);
  child.on('exit', (code, signal) => {
    for (const each of signals) {
      process.off(each, forward);
    }
    if (signal) {
      process.kill(process.pid, signal);
    } else {
      process.exitCode = code;
    }
  });
}

if (isRecentEnough(process.versions.node)) {
  delete process.env[REEXECUTED];
  const inCheckout = existsSync(join(here, 'main.ts'));
  keepCompiled(inCheckout);
  await import(inCheckout ? './main.ts' : '../dist/bin/main.js');
} else {
  const node = process.env[REEXECUTED] ? undefined : findPackagedNode();
  if (node) {
    runOn(node);
  } else {
    refuse();
  }
}
