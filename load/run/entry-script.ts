import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JourneyOfRun } from './planned-journeys.ts';
import { SCRIPTS_DIR } from './run-file.ts';

const EXTENSION = extname(import.meta.filename);

/**
 * Writes the script that k6 is given: it puts the journeys of a run and their background together, since
 * k6 has to know all that it imports before it starts. Each journey is a scenario of its name. `scripts` is
 * the folder of the kit's own.
 */
export async function writeEntry(
  file: string,
  journeys: readonly JourneyOfRun[],
  scripts = SCRIPTS_DIR,
): Promise<void> {
  const from = (path: string) => JSON.stringify(pathToFileURL(path).href);
  const kit = (name: string) => join(scripts, `${name}${EXTENSION}`);
  const ours = (name: string) => from(kit(name));
  const lines = [
    `import { journeyOptions } from ${ours('plan/options')};`,
    `import { begin, setUp } from ${ours('set-up')};`,
    ...journeys.map(
      ({ name, script }, place) => `import * as own${place} from ${from(script ?? kit(name))};`,
    ),
    `export { heartbeat } from ${ours('heartbeat')};`,
    `export { handleSummary } from ${ours('record/summary')};`,
    `export { loginAndRefresh as sessions } from ${ours('tokens')};`,
    'export const options = journeyOptions();',
    `export const setup = () => setUp({ ${journeys.map(({ name }, place) => `${JSON.stringify(name)}: own${place}`).join(', ')} });`,
    ...journeys.flatMap(({ name }, place) => [
      `const run${place} = own${place}.journey;`,
      `let given${place};`,
      `export function journey${place}(prepared) { run${place}(given${place} ??= begin(prepared, ${JSON.stringify(name)})); }`,
    ]),
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
}
