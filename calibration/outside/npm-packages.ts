import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INSTALL_LIMIT_MS, required } from './tool.ts';

/**
 * Installs packages in exactly these versions below the folder, unless they are there already, and
 * gives the path of its node_modules.
 *
 * @throws ToolMissing where npm or its registry cannot be reached
 */
export async function npmPackages(
  folder: string,
  packages: Readonly<Record<string, string>>,
): Promise<string> {
  const marker = join(folder, `installed-${Object.values(packages).join('-')}`);
  if (!existsSync(marker)) {
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, 'package.json'),
      JSON.stringify({ private: true, dependencies: packages }),
    );
    const args = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
    await required('npm', 'npm', args, { cwd: folder, timeoutMs: INSTALL_LIMIT_MS });
    await writeFile(marker, '');
  }
  return join(folder, 'node_modules');
}
