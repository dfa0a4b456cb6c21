import { execFileSync } from 'node:child_process';
import { ASSAY } from './spawn-assay.ts';

/** The id of nobody, who owns nothing. */
const NOBODY = 65_534;

const isRoot = process.getuid?.() === 0;

/**
 * The user to run a command as so that permissions count: nobody, where this process is root and
 * nobody may read this checkout, which may lie in a folder of another's; else undefined, this user.
 */
export const powerlessUser = isRoot && mayRead(NOBODY) ? NOBODY : undefined;

/** Whether permissions count for `powerlessUser`: for root itself they do not. */
export const permissionsCount = !isRoot || powerlessUser !== undefined;

function mayRead(user: number): boolean {
  try {
    execFileSync(process.execPath, ['-e', ''], { uid: user, gid: user, stdio: 'ignore' });
    execFileSync('test', ['-r', ASSAY], { uid: user, gid: user, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
