import { reportError, runCommandLine } from './run-command-line.ts';
import { listenForStop } from './stop-signals.ts';

// A reader that went away (`assay list | head -1`) is no error: the rest of the output is dropped
// and the exit code stays what it is.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      throw error;
    }
  });
}

/** Exits once what was printed has arrived: a pipe may take it only bit by bit. */
async function exit(code: number): Promise<never> {
  const arrived = [process.stdout, process.stderr].map(
    (stream) => new Promise((resolve) => stream.write('', resolve)),
  );
  await Promise.all(arrived);
  process.exit(code);
}

const exitWithError = (error: unknown): void => void exit(reportError(error));
process.on('uncaughtException', exitWithError);
process.on('unhandledRejection', exitWithError);

await exit(await runCommandLine(process.argv.slice(2), listenForStop()));
