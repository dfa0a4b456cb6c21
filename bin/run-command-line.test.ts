import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Command } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UnavailableError, UsageError } from '../contract/errors.ts';
import type { CommandContext } from './command-context.ts';
import { createProgram, reportError } from './run-command-line.ts';

const context: CommandContext = {
  signal: new AbortController().signal,
  print: () => {},
  complain: () => {},
  interactive: false,
  exitWith: () => {},
};

/** All commands and their subcommands with the whole name, such as `load compare`. */
function commandsWithHelp(
  parent: Command = createProgram(context),
  before = '',
): [string, Command][] {
  return parent.commands
    .filter((command) => command.name() !== 'help')
    .flatMap((command) => {
      const name = `${before}${command.name()}`;
      return [[name, command], ...commandsWithHelp(command, `${name} `)];
    });
}

describe('the commands', () => {
  it('are those of the folder commands/, one file each', () => {
    const files = globSync('**/*.ts', { cwd: join(import.meta.dirname, 'commands') });
    const names = commandsWithHelp().map(([name]) => `${name.split(' ').join(sep)}.ts`);
    expect(names.sort()).toEqual(files.sort());
  });

  it.each(commandsWithHelp())(
    '%s has a help with a description and examples of itself',
    (name, command) => {
      let help = '';
      command.configureOutput({
        writeOut: (text) => {
          help += text;
        },
      });
      command.outputHelp();
      expect(help).toMatch(new RegExp(`^Usage: assay ${name} `));
      expect(command.description().length).toBeGreaterThan(40);
      expect(command.summary()).not.toBe('');
      expect(help).toMatch(new RegExp(`Examples:\\n(.*\\n)*? .*assay ${name}`));
    },
  );
});

describe('what goes wrong', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  function reported(error: unknown): { code: number; text: string } {
    let text = '';
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
      text += chunk;
      return true;
    });
    return { code: reportError(error), text };
  }

  it.each([
    [new UsageError('no such file'), 2, 'assay: no such file\n'],
    [new UnavailableError('nobody answers'), 4, 'assay: nobody answers\n'],
    [new UsageError('two\n  lines'), 2, 'assay: two lines\n'],
    [
      new TypeError('x is not a function'),
      4,
      'assay: internal error: x is not a function (set ASSAY_DEBUG=1 for the stack)\n',
    ],
    ['text', 4, 'assay: internal error: text (set ASSAY_DEBUG=1 for the stack)\n'],
  ])('is one line: %s', (error, code, text) => {
    expect(reported(error)).toEqual({ code, text });
  });

  it('shows the stack when asked to', () => {
    vi.stubEnv('ASSAY_DEBUG', '1');
    expect(reported(new TypeError('x is not a function')).text).toMatch(/\n\s+at .+:\d+:\d+/);
  });
});
