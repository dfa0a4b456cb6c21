import { createHash } from 'node:crypto';

/** A change to one place of the reference server's source, made by a machine. */
export interface Mutant {
  /** by content, so that it stays the same while other lines change; see `keyed` */
  key: string;
  /** the number by which the instrumented copy switches it on */
  id: string;
  /** path from the root of the project, such as `server/http/guard.ts` */
  file: string;
  /** line of the original, from 1; for people, no part of the key */
  line: number;
  /** such as `ConditionalExpression`; for people too */
  operator: string;
  original: string;
  replacement: string;
}

/**
 * Gives each mutant its key: a digest of file, original and replacement, and of how many before it
 * in that file are the same in all three.
 */
export function keyed(mutants: readonly Omit<Mutant, 'key'>[]): Mutant[] {
  const seen = new Map<string, number>();
  return mutants.map((mutant) => {
    const content = JSON.stringify([mutant.file, mutant.original, mutant.replacement]);
    const occurrence = (seen.get(content) ?? 0) + 1;
    seen.set(content, occurrence);
    return { ...mutant, key: digest(`${content} ${occurrence}`) };
  });
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
