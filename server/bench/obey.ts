import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * What the process of a contender does: it reads what to serve, as JSON, from standard input, says
 * its URL, and to each further line how much processor time it has taken, in microseconds. It ends
 * with whoever started it.
 */
export async function obey<T>(serve: (what: T) => Promise<string>): Promise<void> {
  const lines = createInterface(process.stdin);
  const [line] = (await once(lines, 'line')) as [string];
  console.log(await serve(JSON.parse(line)));
  lines.on('line', () => {
    const { user, system } = process.cpuUsage();
    console.log(user + system);
  });
  lines.once('close', () => process.exit());
}
