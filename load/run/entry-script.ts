import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JourneyOfRun } from './planned-journeys.ts';
import { SCRIPTS_DIR } from './run-file.ts';

/** The script of a journey. */
export function scriptOf({ name, script }: Pick<JourneyOfRun, 'name' | 'script'>): string {
  return script ?? join(SCRIPTS_DIR, `${name}${EXTENSION}`);
}

const EXTENSION = extname(import.meta.filename);

/**
 * Writes the script that k6 is given: it puts the journeys of a run and their background together, since
 * k6 has to know all that it imports before it starts. Each journey is a scenario of its name.
 */
export async function writeEntry(file: string, journeys: readonly JourneyOfRun[]): Promise<void> {
  const from = (path: string) => JSON.stringify(pathToFileURL(path).href);
  const ours = (name: string) => from(join(SCRIPTS_DIR, `${name}${EXTENSION}`));
  const lines = [
    `import { journeyOptions } from ${ours('plan/options')};`,
    `import { beginIteration, setUp } from ${ours('set-up')};`,
    ...journeys.map((journey, place) => `import * as own${place} from ${from(scriptOf(journey))};`),
    `export { heartbeat } from ${ours('heartbeat')};`,
    `export { handleSummary } from ${ours('record/summary')};`,
    `export { loginAndRefresh as sessions } from ${ours('tokens')};`,
    'export const options = journeyOptions();',
    `export const setup = () => setUp({ ${journeys.map(({ name }, place) => `${JSON.stringify(name)}: own${place}`).join(', ')} });`,
    ...journeys.map(
      ({ name }, place) =>
        `export function journey${place}(prepared) { beginIteration(); own${place}.journey(prepared[${JSON.stringify(name)}]); }`,
    ),
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
}
