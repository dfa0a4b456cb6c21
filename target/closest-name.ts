/**
 * The name that a misspelt one was probably meant to be: the nearest by edit distance, ignoring
 * case and separators, where at most a third of it has to change; else `undefined`.
 */
export function closestName(misspelt: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const distance = editDistance(bare(misspelt), bare(name));
    if (distance < least && distance <= Math.max(1, Math.floor(name.length / 3))) {
      best = name;
      least = distance;
    }
  }
  return best;
}

/** Longer keys are no slip of the finger, and the distance takes quadratic time. */
const LONGEST = 60;

const bare = (name: string) =>
  name
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[-_\s]/g, '');

/** Levenshtein's distance, with two neighbours swapped counting as one change. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const changed = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(swapped ? Math.min(changed, (beforeLast[j - 2] ?? 0) + 1) : changed);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
