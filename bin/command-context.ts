import { InvalidArgumentError } from 'commander';

/** What every command gets from `main.ts`. */
export interface CommandContext {
  /** Aborted by the first SIGINT or SIGTERM; a command then stops what it started and returns. */
  readonly signal: AbortSignal;
  /** Prints a line on standard output. */
  print(line: string): void;
  /** Prints a line on standard error, where nothing but what went wrong is written. */
  complain(line: string): void;
  /** Whether standard error is a terminal, where a progress bar may be drawn. */
  readonly interactive: boolean;
  /** Sets the exit code of the command; 0 when never called. */
  exitWith(code: number): void;
}

/**
 * Parses an option's value as a whole number between `least` and `most`, both included.
 * The function returned throws commander's InvalidArgumentError, which becomes a usage error.
 */
export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER) {
  return (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`;
      throw new InvalidArgumentError(`It must be a whole number, ${range}.`);
    }
    return value;
  };
}

/** Parses an option's value as a number greater than 0. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0) {
    throw new InvalidArgumentError('It must be a number greater than 0.');
  }
  return value;
}

/** The longest time that a timer of Node can wait for, in seconds. */
const LONGEST_S = Math.floor((2 ** 31 - 1) / 1000);

/**
 * Parses a time in seconds.
 *
 * @throws InvalidArgumentError unless it is greater than 0 and a timer can wait for it
 */
export function seconds(text: string): number {
  const value = positiveNumber(text);
  if (value > LONGEST_S) {
    throw new InvalidArgumentError(`It must be at most ${LONGEST_S} s, some 24 days.`);
  }
  return value;
}
