import { Command, InvalidArgumentError } from 'commander';

/** What a trial was asked for on the command line. */
export interface TrialArguments {
  /** how much of it: kills, requests */
  count: number;
  /** of what it draws */
  seed: number;
}

/** The exit code of a command line that nobody can understand. */
const WRONG_USE = 2;

function wholeNumber(least: number) {
  return (text: string): number => {
    const number = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(number) || number < least) {
      throw new InvalidArgumentError(`expected a whole number from ${least}.`);
    }
    return number;
  };
}

/**
 * Reads `[count] [seed]` of a trial's own command line, such as `npm run crash -- 5000 7`. Anything else
 * ends the process with one line and exit code 2, so that no trial of nothing is taken for a good one.
 *
 * @param trial the name of its script, what it counts, and how many there are unless said
 * @param argv as `process.argv` has it
 */
export function trialArguments(
  trial: { name: string; counts: string; usually: number },
  argv: readonly string[],
): TrialArguments {
  const command = new Command(`npm run ${trial.name} --`)
    .argument(`[${trial.counts}]`, `how many ${trial.counts}`, wholeNumber(1), trial.usually)
    .argument('[seed]', 'of what is drawn', wholeNumber(0), 1)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : WRONG_USE))
    .parse(argv);
  const [count = trial.usually, seed = 1] = command.processedArgs as number[];
  return { count, seed };
}
