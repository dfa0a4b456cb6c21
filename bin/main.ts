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

const exitWithError = (error: unknown): void => process.exit(reportError(error));
process.on('uncaughtException', exitWithError);
process.on('unhandledRejection', exitWithError);

process.exit(await runCommandLine(process.argv.slice(2), listenForStop()));
