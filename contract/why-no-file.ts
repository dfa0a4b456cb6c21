/** What the system's usual reasons are in words (errno(3)). */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'it is a folder, and a file is wanted',
  ENOTDIR: 'a part of its path is a file, and no folder',
  EEXIST: 'there is a file of that name already',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the file system may only be read',
  ENOSPC: 'the disk is full',
};

/**
 * Why a file could not be read or written, in words.
 *
 * @param error as `node:fs` throws it; the code of a reason that is not known here is told as it is
 */
export function whyNoFile(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return (code && REASONS[code]) ?? code ?? 'for no reason that the system told';
}
