// Runs each example of a states hook (examples/states/) in a temporary folder, where its toolchain is
// there, and is its vendor: `assay doctor` has to find everything, and `certify` has to see in the
// API what the hook promised. Prints a line an example; says on standard error which were skipped and
// why; fails where one fails. `node .ci/check-state-examples.js go` runs that one alone.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** the longest that all of it may take, in milliseconds */
const TIMEOUT_MS = 400_000;
const ROOT = dirname(import.meta.dirname);
const EXAMPLES = join(ROOT, 'examples', 'states');

/** Checks that look through the API at what each state promised. */
const PROMISED = [
  ...['awaiting-payments.succeeds', 'portfolios.succeeds', 'request-loan.succeeds'],
  ...['update-application.succeeds', 'update-application.withdraw.succeeds'],
  ...['update-application.refuses.requested-then-*', 'update-application.forbids.other-customer-*'],
  ...['repay-loan.succeeds', 'repay-loan.refuses.closed-loan', 'repay-loan.refuses.no-active-loan'],
  ...['repay-loan.refuses.third-party-loan', 'repay-loan.refuses.loan-without-application'],
  ...['repay-loan.refuses.foreign-bank-account', 'refresh.expired-access-token'],
  ...[
    'authentication.expired.*',
    'api-tokens.work',
    'api-tokens.expired.*',
    'api-tokens.revoked.*',
  ],
];

/**
 * How each is known to have its toolchain, what fetches its packages (where no registry gives them it is
 * skipped), what builds it in its folder, and what serves it.
 */
const TOOLCHAINS = {
  express: {
    version: ['node', '--version'],
    fetch: [['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']],
    serve: ['node', 'server.js'],
  },
  fastapi: {
    version: ['python3', '-c', 'import sys, pip; assert sys.version_info >= (3, 10), sys.version'],
    // quicker than a virtual environment
    fetch: [
      [
        ...['python3', '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'],
        ...['--no-compile', '--target', 'packages', '-r', 'requirements.txt'],
      ],
    ],
    serve: ['python3', 'main.py'],
  },
  go: {
    version: ['go', 'version'],
    fetch: [],
    prepare: [['go', 'build', '-o', 'server', '.']],
    serve: ['./server'],
  },
};

const secrets = {
  SANDBOX_PASSWORD: 'password-of-the-sandbox',
  STATES_SECRET: 'secret-of-the-hook',
};
const env = { ...process.env, ...secrets, PORT: '0', PYTHONPATH: 'packages' };
const stop = AbortSignal.timeout(TIMEOUT_MS);

/** A process, what it has said so far, and its end; ended by force when time is up. */
function start([program, ...args], cwd) {
  const child = spawn(program, args, { cwd, env, signal: stop, killSignal: 'SIGKILL' });
  const started = { child, said: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      started.said += text;
    });
  }
  started.ended = new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  return started;
}

/** Runs a program to its end; throws where that is not exit code 0. */
async function run(command, cwd) {
  const started = start(command, cwd);
  const end = await started.ended;
  if (end !== 0) {
    const last = started.said.trim().split('\n').slice(-40).join('\n');
    throw new Error(`${command.join(' ')} ended with ${end}${last ? `:\n${last}` : ''}`);
  }
}

/** The port that a server names in what it says when it listens. */
function portOf(server) {
  return new Promise((resolve, reject) => {
    const look = () => {
      const [, port] = /127\.0\.0\.1:(\d+)/.exec(server.said) ?? [];
      if (port) {
        resolve(port);
      }
    };
    server.child.stdout.on('data', look);
    server.child.stderr.on('data', look);
    server.ended.then((end) => reject(new Error(`it ended with ${end}:\n${server.said}`)));
  });
}

async function judge(folder, port) {
  const target = join(folder, 'target.json');
  const written = readFileSync(join(EXAMPLES, 'target.json'), 'utf8');
  writeFileSync(target, written.replaceAll(':4300', `:${port}`));
  const assay = [process.execPath, join(ROOT, 'bin', 'assay.js')];
  await run([...assay, 'doctor', '--target', target], folder);
  const selection = ['--check', ...PROMISED, '--allow-incomplete', '--out', 'report'];
  await run([...assay, 'certify', '--target', target, ...selection], folder);
  const { checks } = JSON.parse(readFileSync(join(folder, 'report', 'report.json'), 'utf8'));
  // A promised one asks after the lending host, which the examples do not say to have.
  const isElsewhere = ({ id, result }) =>
    id === 'request-loan.lending-host' && result === 'not applicable';
  // Promised checks ask observations what the target takes.
  const isFine = ({ result }) => result === 'pass' || result === 'observed';
  const others = checks.filter((each) => !isFine(each) && !isElsewhere(each)).map(({ id }) => id);
  if (others.length > 0 || checks.length < PROMISED.length) {
    throw new Error(`${checks.length} checks; these did not pass: ${others.join(', ')}`);
  }
  return checks.length;
}

async function check(name) {
  const { version, fetch, prepare = [], serve } = TOOLCHAINS[name];
  const began = performance.now();
  const folder = mkdtempSync(join(tmpdir(), `assay-states-${name}-`));
  let server;
  try {
    cpSync(join(EXAMPLES, name), folder, { recursive: true });
    try {
      for (const command of [version, ...fetch]) {
        await run(command, folder);
      }
    } catch (error) {
      stop.throwIfAborted();
      console.error(`SKIPPED: examples/states/${name} did not run here: ${error.message}`);
      return;
    }
    for (const command of prepare) {
      await run(command, folder);
    }
    server = start(serve, folder);
    const checks = await judge(folder, await portOf(server));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`examples/states/${name}: doctor finds all, ${checks} checks pass (${seconds} s)`);
  } catch (error) {
    const why = stop.aborted ? `it took longer than ${TIMEOUT_MS / 1000} s` : error.message;
    console.error(`examples/states/${name}: ${why}`);
    process.exitCode = 1;
  } finally {
    server?.child.kill();
    await server?.ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

const asked = process.argv.slice(2);
await Promise.all((asked.length > 0 ? asked : Object.keys(TOOLCHAINS)).map(check));
