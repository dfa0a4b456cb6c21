// Loaded into a command under test by NODE_OPTIONS=--import: writes the most memory that the process
// ever had resident, in kilobytes, to the file that ASSAY_PEAK_MEMORY names.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const STATUS = '/proc/self/status';

/** Of this program alone where the system tells: what it reports of a child begins with its parent's. */
function peak() {
  const told = existsSync(STATUS) && /VmHWM:\s*(\d+) kB/.exec(readFileSync(STATUS, 'utf8'));
  return told ? told[1] : String(process.resourceUsage().maxRSS);
}

if (isMainThread) {
  process.on('exit', () => {
    writeFileSync(process.env.ASSAY_PEAK_MEMORY, peak());
  });
}
