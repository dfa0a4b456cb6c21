import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startProfile } from './profile/profile.ts';

/**
 * What the process of a contender does: it reads what to serve, as JSON, from standard input, says
 * its URL, and to each further line how much processor time it has taken, in microseconds, or, from
 * `profile` to the next `profile`, where that went, as JSON. It ends with whoever started it.
 */
export async function obey<T>(serve: (what: T) => Promise<string>): Promise<void> {
  const lines = createInterface(process.stdin);
  const [first] = (await once(lines, 'line')) as [string];
  console.log(await serve(JSON.parse(first)));
  let stop: Awaited<ReturnType<typeof startProfile>> | undefined;
  lines.on('line', async (line) => {
    if (line === 'cpu') {
      const { user, system } = process.cpuUsage();
      console.log(user + system);
      return;
    }
    const functions = (await stop?.()) ?? [];
    stop = stop === undefined ? await startProfile() : undefined;
    console.log(JSON.stringify(functions));
  });
  lines.once('close', () => process.exit());
}
