/** Characters in a row, which SQLite's trigram index (FTS5) knows; it knows nothing shorter. */
const LENGTH = 3;

/** As much of a text as is asked of the index: enough to be rare; the rest is compared. */
const LONGEST = 30;

/** Whether the index can find a text at all. */
export function isIndexed(text: string): boolean {
  return characters(text).length >= LENGTH && !text.includes('\0');
}

/**
 * The trigrams of a text side by side, none over another: `ABCDEFGH` has `ABC` and `DEF`, and
 * without the first letter `BCD` and `EFG`. One letter that is wrong, missing or too many spoils one
 * of them at most.
 *
 * @param from how many letters to leave out at the beginning; default none
 */
export function blocksOf(text: string, from = 0): string[] {
  const all = characters(text).slice(from);
  const count = Math.floor(all.length / LENGTH);
  return Array.from({ length: count }, (_, at) =>
    all.slice(at * LENGTH, (at + 1) * LENGTH).join(''),
  );
}

/** All trigrams of a text, each one letter after the one before. */
export function trigramsOf(text: string): string[] {
  const all = characters(text);
  return Array.from({ length: all.length - LENGTH + 1 }, (_, at) =>
    all.slice(at, at + LENGTH).join(''),
  );
}

/** What asks the index for rows that have all of these trigrams. */
export function having(trigrams: readonly string[]): string {
  return trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
}

/** What asks the index for rows that have one of these trigrams or more. */
export function havingAny(trigrams: readonly string[]): string {
  return trigrams.map((trigram) => having([trigram])).join(' OR ');
}

/** What asks the index for rows that lack one of these trigrams at most. */
export function havingAllButOne(trigrams: readonly string[]): string {
  return trigrams.map((_, without) => `(${having(trigrams.toSpliced(without, 1))})`).join(' OR ');
}

/** Code points, as the index counts them. */
function characters(text: string): string[] {
  return [...text.slice(0, 2 * LONGEST)].slice(0, LONGEST);
}
