import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { K6_VERSION } from '../load/k6/k6-version.ts';
import packageJson from '../package.json' with { type: 'json' };
import { createProgram } from './run-command-line.ts';

/** What pipelines copy from here calls the command as it is. */

const ROOT = dirname(import.meta.dirname);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const withSubcommands = (command: Command): Command[] =>
  command.commands.flatMap((each) => [each, ...withSubcommands(each)]);

/** Parses arguments with the real options, and does nothing. */
async function expectTaken(args: string[]): Promise<void> {
  const program = createProgram({
    signal: new AbortController().signal,
    print: () => {},
    complain: () => {},
    interactive: false,
    exitWith: () => {},
  });
  for (const command of withSubcommands(program)) {
    command.action(() => {});
  }
  await expect(program.parseAsync(args, { from: 'user' })).resolves.toBeDefined();
}

interface Step {
  id?: string;
  name?: string;
  run?: string;
  with?: Record<string, string>;
}

describe.skipIf(process.platform === 'win32')('action.yml', () => {
  const action = parse(read('action.yml')) as {
    inputs: Record<string, { default: string }>;
    runs: { steps: Step[] };
  };
  const script = action.runs.steps.find(({ id }) => id === 'run')?.run ?? '';

  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-action-'));
    const fake = '#!/bin/sh\nprintf "%s\\n" "$@" > "$SEEN"\nexit "$ENDS_WITH"\n';
    writeFileSync(join(folder, 'assay'), fake, { mode: 0o755 });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs the step with a command that only notes what it is given. */
  function runStep(inputs: Record<string, string>, endsWith = 0) {
    const seen = join(folder, 'seen');
    const output = join(folder, 'output');
    writeFileSync(output, '');
    writeFileSync(seen, '');
    const { status, stdout } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
      encoding: 'utf8',
      env: {
        PATH: `${folder}${delimiter}${process.env.PATH}`,
        ...{ SEEN: seen, GITHUB_OUTPUT: output, ENDS_WITH: String(endsWith) },
        ...{ COMMAND: 'certify', TARGET: 'my target.json', OUT: 'out', ARGUMENTS: '', ...inputs },
      },
    });
    const args = readFileSync(seen, 'utf8').split('\n').slice(0, -1);
    return { status, stdout, args, output: readFileSync(output, 'utf8') };
  }

  it.each([
    [{ ARGUMENTS: '--endpoint\nlogin\n\n--allow-incomplete\n' }, 'certify'],
    [{ COMMAND: 'load', ARGUMENTS: 'lending\n--profile\nsmoke' }, 'load'],
    [{ COMMAND: 'compare', ARGUMENTS: 'reports/before\nreports/after' }, 'load compare'],
  ])('calls the command as it is, for %o', async (inputs, command) => {
    const { status, args } = runStep(inputs);
    expect(status).toBe(0);
    expect(args.join(' ').startsWith(command)).toBe(true);
    expect(args).toEqual(
      expect.arrayContaining(inputs.ARGUMENTS.split('\n').filter((line) => line !== '')),
    );
    await expectTaken(args);
  });

  it('hands on the exit code, and a target whose path has a space', () => {
    const { status, args, output } = runStep({}, 3);
    expect(status).toBe(3);
    expect(output).toBe('exit-code=3\n');
    expect(args).toContain('my target.json');
  });

  it('takes what an input holds for text, never for a command', () => {
    const { args } = runStep({ TARGET: '$(touch pwned); `id`', ARGUMENTS: '"; exit 0 #' });
    expect(args).toEqual(expect.arrayContaining(['$(touch pwned); `id`', '"; exit 0 #']));
    expect(script).not.toContain('${{');
  });

  it('says which commands there are', () => {
    expect(runStep({ COMMAND: 'certfy' })).toMatchObject({
      status: 2,
      stdout: expect.stringContaining('expected certify, load or compare'),
    });
  });

  it('keeps the k6 that is built, by its version', () => {
    const keys = action.runs.steps.map((step) => step.with?.key ?? '').join('');
    expect(keys).toContain(`assay-k6-${K6_VERSION}-`);
  });
});

describe('the GitLab component', () => {
  it('calls the command as it is, with its own defaults', async () => {
    const [head, body] = parseAllDocuments(read('templates/assay.yml')).map((each) => each.toJS());
    const inputs = head.spec.inputs as Record<string, { default: string }>;
    const filled = JSON.stringify(body).replaceAll(
      /\$\[\[ inputs\.(\w+) \]\]/g,
      (_whole, name: string) => String(inputs[name]?.default),
    );
    expect(filled).not.toContain('undefined');
    const [line = ''] = JSON.parse(filled).assay.script as string[];
    await expectTaken(line.replaceAll('"', '').split(/\s+/).filter(Boolean).slice(4));
    const { reports } = JSON.parse(filled).assay.artifacts;
    expect(reports.junit).toContain('reports/assay/junit.xml');
  });
});

describe('the image', () => {
  const dockerfile = read('Dockerfile');
  const listIn = (word: string) =>
    JSON.parse(new RegExp(`^${word} (\\[.*\\])$`, 'm').exec(dockerfile)?.[1] ?? '[]') as string[];

  it('has the k6 that the kit pins, and Node of the line that it needs', () => {
    expect(dockerfile).toContain(`FROM grafana/k6:${K6_VERSION.slice(1)} AS k6`);
    const [, line] = /FROM node:(\d+)-/.exec(dockerfile) ?? [];
    expect(packageJson.engines.node).toContain(`>=${line}.`);
  });

  it('serves where it is told nothing, as a user without rights', async () => {
    expect(listIn('ENTRYPOINT')).toEqual(['assay']);
    await expectTaken(listIn('CMD'));
    expect(dockerfile).toMatch(/^USER [1-9]\d*$/m);
  });

  it('is used by a compose file whose commands are taken', async () => {
    const { services } = parse(read('compose.yaml')) as {
      services: Record<string, { command: string[]; read_only: boolean }>;
    };
    for (const { command, read_only } of Object.values(services)) {
      await expectTaken(command);
      expect(read_only).toBe(true);
    }
    expect(Object.keys(services)).toEqual(['server', 'certify']);
  });
});

describe.skipIf(process.platform === 'win32')('every script of a workflow', () => {
  const files = ['.github/workflows/publish.yml', '.github/workflows/action.yml'];
  it.each([...files, 'action.yml'])('of %s is a script that bash can read', (file) => {
    const { jobs, runs } = parse(read(file)) as {
      jobs?: Record<string, { steps: Step[] }>;
      runs?: { steps: Step[] };
    };
    const steps = [...Object.values(jobs ?? {}), ...(runs ? [runs] : [])].flatMap(
      (job) => job.steps,
    );
    const scripts = steps.map(({ run }) => run).filter((run) => run !== undefined);
    expect(scripts.length).toBeGreaterThan(1);
    for (const script of scripts) {
      execFileSync('bash', ['-n', '-c', script]);
    }
  });
});
