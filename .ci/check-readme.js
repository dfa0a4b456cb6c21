// Packs what npm would publish, installs it into an empty folder, and runs there each command that the
// README prints, as it is printed, in an order in which they make sense: a server that is wrong, then
// one that is right. Every line of the README's and of some pages' code is either run here or named
// below with the reason why not: one that nobody knows is a failure.
//
//   node .ci/check-readme.js [--node 26] [--pnpm] [--nobody] [--form short|whole|long] [--only NAME,...]
//     [--tarball FILE]
//
// --tarball takes what was packed already; --node installs that Node from the registry and puts it first
// on the path; --pnpm installs by pnpm of the registry; --nobody runs all as a user without a home, whose
// installation is not his to write (needs root). The short form, which CI runs, leaves out what runs the whole suite or a load; the long
// one also runs what takes minutes each, more than an hour together: --only runs but those of them that
// it names (see MINUTES in printed-lines.js), so that the long form can be gone through in parts.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ELSEWHERE, KNOWN, linesOf, MINUTES, PAGES } from './printed-lines.js';

const { values: asked } = parseArgs({
  options: {
    node: { type: 'string' },
    pnpm: { type: 'boolean', default: false },
    nobody: { type: 'boolean', default: false },
    form: { type: 'string', default: 'whole' },
    only: { type: 'string' },
    tarball: { type: 'string' },
  },
});

const only = asked.only?.split(',').map((name) => {
  if (!(name in MINUTES)) {
    throw new Error(`--only ${name}: it is not among ${Object.keys(MINUTES).join(', ')}`);
  }
  return MINUTES[name];
});
const isLong = asked.form === 'long' || only !== undefined;
/** What takes longer than all else together, and what reads what it wrote. */
const BEYOND_SHORT = /^npx assay (certify|diff|verify|load (?!archive))/;

const NOBODY = 65534;
const ROOT = dirname(import.meta.dirname);
/** One that breaks what the README's list of known failures names, and what follows from it. */
const WRONG =
  'npx assay serve --db :memory: --fault portfolios.size-default-20 --write-target target.json';

const base = mkdtempSync(join(tmpdir(), 'assay-readme-'));
chmodSync(base, 0o755);
const vendor = join(base, 'vendor');
const ran = new Set();
/** known, but not of this form */
const left = new Set(Object.values(MINUTES));
let path = process.env.PATH;
/** nobody cannot read the cache in which root's k6 is */
let k6 = {};

function environment() {
  const own = /^(npm_|NODE_OPTIONS$|INIT_CWD$)/;
  const kept = Object.entries(process.env).filter(([name]) => !own.test(name));
  const { HOME, XDG_CACHE_HOME, ...others } = Object.fromEntries(kept);
  const home = asked.nobody ? {} : { HOME, ...(XDG_CACHE_HOME && { XDG_CACHE_HOME }) };
  return { ...others, ...home, ...k6, PATH: path };
}

const asUser = () => (asked.nobody ? { uid: NOBODY, gid: NOBODY } : {});

function prepare(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...{ cwd, encoding: 'utf8', env: { ...environment(), HOME: process.env.HOME } },
    maxBuffer: 2 ** 28,
  });
  if (error || status !== 0) {
    throw new Error(`${program} ${args.join(' ')}: ${error ?? ''}${stdout}${stderr}`.slice(-3000));
  }
  return stdout;
}

/** The file that npm would publish. */
function pack() {
  if (asked.tarball !== undefined) {
    return resolve(asked.tarball);
  }
  const packed = prepare('npm', ['pack', '--json', '--pack-destination', base], ROOT);
  const [, name] = /"filename": "([^"]+)"/.exec(packed) ?? [];
  return join(base, name);
}

function install() {
  const tools = join(base, 'tools');
  mkdirSync(tools);
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
  // The project's own Node, unless another is asked for: an older one is told what to do and no more.
  path = `${join(ROOT, 'node_modules', 'node', 'bin')}${delimiter}${path}`;
  if (asked.node) {
    // what the package `node` fetches for this platform
    const name = `node-${process.platform}-${process.arch}`;
    prepare('npm', ['install', ...quiet, '--prefix', tools, `${name}@${asked.node}`], tools);
    path = `${join(tools, 'node_modules', name, 'bin')}${delimiter}${path}`;
  }
  const tarball = pack();
  mkdirSync(vendor);
  if (asked.pnpm) {
    prepare('npm', ['install', ...quiet, '--prefix', tools, 'pnpm'], tools);
    const pnpm = join(tools, 'node_modules', '.bin', 'pnpm');
    prepare(pnpm, ['add', '--ignore-scripts', tarball], vendor);
  } else {
    prepare('npm', ['install', ...quiet, '--prefer-offline', tarball], vendor);
  }
  if (asked.nobody) {
    chownSync(vendor, NOBODY, NOBODY);
    const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'assay', 'k6');
    const built = existsSync(cache) ? readdirSync(cache).at(-1) : undefined;
    if (built !== undefined) {
      copyFileSync(join(cache, built, 'k6'), join(base, 'k6'));
      k6 = { ASSAY_K6: join(base, 'k6') };
    }
  }
  return prepare('node', ['--version'], vendor).trim();
}

/** A line of a shell in a group of its own, so that what npx starts can be stopped with it. */
function shell(line) {
  return spawn('sh', ['-c', line], {
    ...{ cwd: vendor, env: environment(), detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
    ...asUser(),
  });
}

function collect(child) {
  const said = { text: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      said.text += part;
    });
  }
  return said;
}

/** A figure that this machine cannot carry is inconclusive, which is no failure of the line. */
const OF_LOAD = [0, 3];

const isAsked = (line) =>
  only === undefined ? asked.form !== 'short' || !BEYOND_SHORT.test(line) : only.includes(line);

/** Runs a line as it is printed; fails where it ends otherwise. */
async function run(line, ...codes) {
  const wanted = codes.length > 0 ? codes.flat() : [0];
  if (!isAsked(line)) {
    left.add(line);
    return;
  }
  const start = performance.now();
  const child = shell(line);
  const said = collect(child);
  const ended = await new Promise((resolve) => child.on('close', resolve));
  if (!wanted.includes(ended)) {
    const codes = wanted.join(' or ');
    throw new Error(`${line}\nended with ${ended}, not ${codes}:\n${said.text.slice(-3000)}`);
  }
  ran.add(line);
  left.delete(line);
  console.log(`${ended}  ${line} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
}

/** Runs what does not end by itself, and stops it after the work as Ctrl-C does. */
async function during(line, ready, port, work = async () => {}) {
  // on a machine with other work
  const free = await isFree(port);
  const child = shell(free ? line : `${line.replace(/ --port \d+/, '')} --port 0`);
  const said = collect(child);
  const ended = new Promise((resolve) => child.on('close', resolve));
  await new Promise((resolve, reject) => {
    child.stdout.on('data', () => ready.test(said.text) && resolve());
    child.on('close', () => reject(new Error(`${line} ended:\n${said.text.slice(-3000)}`)));
  });
  try {
    await work();
  } finally {
    process.kill(-child.pid, 'SIGINT');
    await ended;
  }
  ran.add(line);
  left.delete(line);
  console.log(`-  ${line}${free ? '' : ` (at a free port: ${port} is taken here)`}`);
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

const serve = (line, work) => during(line, /target file/, 8080, work);

async function play() {
  await run('npx assay init --out target.json');
  rmSync(join(vendor, 'target.json'), { force: true });
  const listed = /```json\n(\[\{ "check"[\s\S]*?)```/.exec(
    readFileSync(join(ROOT, 'README.md'), 'utf8'),
  );
  writeFileSync(join(vendor, 'known-failures.json'), listed[1], { mode: 0o666 });
  await serve(WRONG, async () => {
    await run('npx assay doctor --target target.json');
    await run('npx assay certify --target target.json --out reports/mine', 1);
    await run(
      'npx assay certify --target target.json --out reports/ci --known-failures known-failures.json --allow-incomplete',
      // one more check fails than the list accepts
      1,
    );
    await run(KNOWN.known, 1);
    rmSync(join(vendor, 'known-failures.json'), { force: true });
    await run(KNOWN.writeKnown, 1);
    await run(KNOWN.first, 1);
  });
  await serve('npx assay serve --db :memory: --write-target target.json', async () => {
    await run(
      'npx assay certify --target target.json --failed reports/mine/report.json --out reports/again',
      3,
    );
    await run('npx assay diff reports/mine reports/again');
    await run(KNOWN.again, 3);
    await run(KNOWN.diff);
    await run('npx assay keygen --out office.pem');
    await run('npx assay certify --target target.json --out reports/mine --sign office.pem');
    await run(
      'npx assay verify reports/mine/certificate.jws --report reports/mine/report.json --key office.pem.pub',
    );
    await run('npx assay list');
    await run('npx assay openapi');
    await run('npx assay openapi > openapi.json');
    await run('npx assay openapi --openapi 3.0 --target target.json --out openapi.json');
    await run(
      'npx assay load payment-listing --target target.json --out reports/load --profile smoke',
    );
    await run(
      'npx assay load archive lending --target target.json --rate 5000 --kubernetes lending --parallelism 8',
    );
    await during('npx assay proxy --target target.json', /stands for/, 0);
    await during('npx assay proxy --target target.json --port 8090', /stands for/, 8090);
    await during(
      'npx assay proxy --target target.json --write-target through.json',
      /target file/,
      0,
      async () => isLong && (await run(MINUTES.through, OF_LOAD)),
    );
    if (isLong) {
      for (const copy of ['old.json', 'new.json']) {
        const file = join(vendor, copy);
        copyFileSync(join(vendor, 'target.json'), file);
        if (asked.nobody) {
          chownSync(file, NOBODY, NOBODY);
        }
      }
      const { average, compare, repeated, against, instances, selfCheck } = MINUTES;
      for (const line of [average, compare, repeated, against]) {
        await run(line, OF_LOAD);
      }
      // 2,000 requests a second: a small machine's target may miss its gates, which is told by 1
      await run(instances, [...OF_LOAD, 1]);
      await run(selfCheck, OF_LOAD);
    }
  });
  await during('npx assay serve --db :memory: --port 8080', /http/, 8080);
  const [faulty] = linesOf('README.md').filter((line) => line.includes('--fault'));
  await serve(faulty);
  if (isLong) {
    await run(MINUTES.seed);
    if (ran.has(MINUTES.seed)) {
      await serve(MINUTES.serveSeeded);
    }
  }
}

try {
  const version = install();
  const how = `${asked.pnpm ? 'pnpm' : 'npm'}${asked.nobody ? ', nobody, read-only' : ''}`;
  console.log(`installed by ${how}; Node ${version}`);
  await play();
  const printed = PAGES.flatMap((page) => linesOf(page).map((line) => ({ page, line })));
  const unknown = printed.filter(
    ({ line }) => !ran.has(line) && !(line in ELSEWHERE) && !left.has(line),
  );
  for (const [line, why] of Object.entries(ELSEWHERE)) {
    console.log(`not run: ${line}: ${why}`);
  }
  console.log(`${ran.size} lines run, ${left.size} left to longer forms`);
  if (unknown.length > 0) {
    throw new Error(
      `nobody ran\n${unknown.map(({ page, line }) => `${page}: ${line}`).join('\n')}`,
    );
  }
} catch (error) {
  console.error(`the README: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(base, { recursive: true, force: true });
}
