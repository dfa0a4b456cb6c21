import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { CHECKS } from '../conformance/checks/index.ts';
import packageJson from '../package.json' with { type: 'json' };
import type { CommandContext } from './command-context.ts';
import { createProgram } from './run-command-line.ts';

/** Every command line that the README and the helps print is one that the command takes. */

const ROOT = dirname(import.meta.dirname);
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

const context: CommandContext = {
  signal: new AbortController().signal,
  print: () => {},
  complain: () => {},
  interactive: false,
  exitWith: () => {},
};

/** All commands below one, `load compare` like `load`. */
function withSubcommands(command: Command): Command[] {
  return command.commands.flatMap((each) => [each, ...withSubcommands(each)]);
}

/** Parses a command line with the real options and arguments, and does nothing. */
async function parse(line: string): Promise<void> {
  const program = createProgram(context);
  for (const command of withSubcommands(program)) {
    command.action(() => {});
  }
  await program.parseAsync(line.split(/\s+/).filter(Boolean), { from: 'user' });
}

function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  return help;
}

/** `assay …` lines of an Examples section; what follows two spaces, a pipe or && is not of it. */
function examplesOf(command: Command): string[] {
  const [, examples = ''] = helpOf(command).split('Examples:');
  return [...examples.matchAll(/\bassay ((?:(?! {2}| \| | && ).)+)/g)].map(
    (match) => match[1] ?? '',
  );
}

describe('the README', () => {
  const commands = [...README.matchAll(/^npx assay (.+)$/gm)].map((match) => match[1] ?? '');

  it('prints more than ten commands', () => {
    expect(commands.length).toBeGreaterThan(10);
  });

  it.each(commands)('prints a command line that is taken: assay %s', async (line) => {
    await expect(parse(line)).resolves.toBeUndefined();
  });

  it.each([
    'certify --traget t.json',
    'certfy',
    'verify',
    'load --target t.json --rate fast',
    'load compare a b --target t.json',
  ])('would be caught with a command line that is not taken: assay %s', async (line) => {
    await expect(parse(line)).rejects.toThrow();
  });

  it('names scripts that exist', () => {
    const scripts = [...README.matchAll(/^npm run (\S+)/gm)].map((match) => match[1] ?? '');
    expect(scripts).not.toEqual([]);
    expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(scripts));
  });

  it('links to files that exist', () => {
    const links = [...README.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? '');
    const own = links.filter((link) => !/^https?:/.test(link));
    expect(own.filter((link) => !existsSync(join(ROOT, link.replace(/#.*/, ''))))).toEqual([]);
  });

  it('names a check that exists in its list of known failures', () => {
    const ids = [...README.matchAll(/"check": "([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(CHECKS.map((check) => check.id)).toEqual(expect.arrayContaining(ids));
    expect(ids).not.toEqual([]);
  });

  it('stays short', () => {
    expect(README.split('\n').length).toBeLessThan(160);
  });
});

describe('the helps', () => {
  const examples = withSubcommands(createProgram(context))
    .filter((command) => command.name() !== 'help')
    .flatMap(examplesOf);

  it.each(examples)('print a command line that is taken: assay %s', async (line) => {
    await expect(parse(line)).resolves.toBeUndefined();
  });
});
