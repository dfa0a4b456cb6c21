import { readFile } from 'node:fs/promises';

const CPU_POLL_MS = 50;
/** Linux counts a process's time in ticks of 1/100 s in /proc/<pid>/stat, fields 14 and 15. */
const TICKS_PER_SECOND = 100;

/**
 * Follows the processor time of a process, in seconds. Call the result once it has ended: it gives
 * the time and stops looking. Null where the system does not tell (only Linux does).
 */
export function watchCpu(pid: number | undefined): () => number | null {
  let ticks: number | null = null;
  if (pid === undefined || process.platform !== 'linux') {
    return () => null;
  }
  const look = () =>
    readFile(`/proc/${pid}/stat`, 'utf8').then(
      (stat) => {
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        ticks = Number(fields[11]) + Number(fields[12]);
      },
      () => {},
    );
  const timer = setInterval(look, CPU_POLL_MS);
  return () => {
    clearInterval(timer);
    return ticks === null ? null : ticks / TICKS_PER_SECOND;
  };
}
