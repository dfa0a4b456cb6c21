// Loaded into a command under test by NODE_OPTIONS=--import: writes the most memory that the process
// ever had resident, in kilobytes, to the file that ASSAY_PEAK_MEMORY names.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  process.on('exit', () => {
    writeFileSync(process.env.ASSAY_PEAK_MEMORY, String(process.resourceUsage().maxRSS));
  });
}
