import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findK6, type K6 } from '../k6/find-k6.ts';
import { PARTS } from './bench-parts.ts';
import { PART_NAMES, type Prepared, runOnce, type Which, withScripts } from './bench-run.ts';

/** Requests of a short and of a long run, whose difference leaves out how k6 starts. */
const REQUESTS = [64, 1664] as const;

/**
 * Instructions of k6 for one request, without those of the kernel, counted by valgrind: they are the same
 * however busy the machine is, where processor time is not. They are no time: a byte that is looked at costs
 * as many as elsewhere and less time, since one follows the other.
 *
 * @throws Error where there is no valgrind, or k6 ends badly
 */
export async function instructionsOf(
  measured: readonly Which[],
  k6: K6,
  onCounted: (which: Which, instructions: number) => void,
): Promise<void> {
  await withScripts(measured, async (prepared) => {
    for (const which of measured) {
      const [short, long] = REQUESTS;
      const spared = await count(which, prepared, k6, short);
      const all = await count(which, prepared, k6, long);
      onCounted(which, Math.round((all - spared) / (long - short)));
    }
  });
}

async function count(which: Which, prepared: Prepared, k6: K6, requests: number): Promise<number> {
  const log = join(prepared.folder, 'valgrind.log');
  const valgrind = ['valgrind', '--tool=cachegrind', '--cache-sim=no', '--branch-sim=no'];
  await runOnce(which, prepared, {
    ...{ k6, virtualUsers: 1, length: ['--iterations', String(requests)] },
    under: [...valgrind, '--cachegrind-out-file=/dev/null', `--log-file=${log}`],
  });
  return countedIn(await readFile(log, 'utf8'));
}

/**
 * The number in what cachegrind says.
 *
 * @throws Error where there is none
 */
export function countedIn(text: string): number {
  const [, digits] = /I\s+refs:\s+([\d,]+)/.exec(text) ?? [];
  if (digits === undefined) {
    throw new Error(`valgrind counted nothing: ${text}`);
  }
  return Number(digits.replaceAll(',', ''));
}

if (import.meta.main) {
  const chosen = process.argv.slice(2) as Which[];
  const measured: Which[] = chosen.length > 0 ? chosen : ['bare', 'ours', ...PART_NAMES];
  console.log('| listing script | instructions of a request |\n| --- | --- |');
  await instructionsOf(measured, await findK6({ onProgress: console.error }), (which, counted) => {
    const says =
      which === 'bare' || which === 'ours'
        ? which
        : `ours, without ${PARTS[which as keyof typeof PARTS].says}`;
    console.log(`| ${says} | ${counted.toLocaleString('en-US')} |`);
  });
}
