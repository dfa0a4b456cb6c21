import { readFile } from 'node:fs/promises';
import { startLiveServer } from '../../pages/live/live-server.ts';
import { type Certified, type CertifyOptions, certify } from '../certify.ts';
import type { Runner } from '../engine/thread/runner.ts';
import { selectChecks } from '../selection.ts';
import { LiveRun } from './live-run.ts';

/** How often the page changes, in milliseconds. */
const PATCH_MS = 400;

/**
 * Certifies a target while a page on this machine shows how far the run is: `onPage` is told where. At
 * the end the page becomes the report, `report.html` as it was written, in every browser that shows it.
 *
 * @throws what `certify` throws
 */
export async function certifyLive(
  options: CertifyOptions & { runner: Runner },
  onPage: (url: string) => void,
): Promise<Certified> {
  const { target, runner, selection = {}, seed } = options;
  const checks = await runner.checks();
  const run = new LiveRun({
    ...{ target, checks, selected: selectChecks(checks, selection) },
    ...(seed !== undefined && { seed }),
  });
  const server = await startLiveServer((since) => run.page(since));
  let changed = true;
  const timer = setInterval(() => {
    if (changed) {
      changed = false;
      server.send(run.patch());
    }
  }, PATCH_MS);
  try {
    const certified = await certify({
      ...options,
      onStart(selected) {
        onPage(server.url);
        options.onStart?.(selected);
      },
      onSecret(value) {
        run.secret(value);
        options.onSecret?.(value);
      },
      onResult(result) {
        run.result(result);
        changed = true;
        options.onResult?.(result);
      },
    });
    clearInterval(timer);
    const page = certified.files.find((file) => file.endsWith('.html'));
    if (page !== undefined) {
      await server.freeze(await readFile(page, 'utf8'));
    }
    return certified;
  } finally {
    clearInterval(timer);
    await server.close();
  }
}
