import { createInterface } from 'node:readline';

export interface K6Log {
  done: Promise<void>;
  /** exceptions in scripts */
  exceptions(): number;
  /** the first exception and the last errors */
  messages(): string[];
}

/**
 * Reads k6's log, whose lines are JSON (`--log-format json`): k6 only logs what scripts throw. Count
 * and messages are whole when `done` is.
 */
export function readLog(input: NodeJS.ReadableStream): K6Log {
  let exceptions = 0;
  let first: string | undefined;
  const last: string[] = [];
  const lines = createInterface({ input });
  lines.on('line', (line) => {
    const { level, msg, hint } = logLine(line);
    if (hint === 'script exception') {
      exceptions++;
      first ??= msg;
    } else if (level === 'error' || level === 'fatal') {
      last.push(msg);
      if (last.length > 5) {
        last.shift();
      }
    }
  });
  return {
    done: new Promise<void>((resolve) => lines.once('close', resolve)),
    exceptions: () => exceptions,
    messages: () => (first === undefined ? last : [first, ...last]),
  };
}

interface LogLine {
  level: string;
  msg: string;
  hint?: string;
}

/** What is no JSON is Docker or a crash speaking: an error. */
function logLine(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return { level: 'error', msg: line };
  }
}
