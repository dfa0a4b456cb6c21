/** Characters in a row, which SQLite's trigram index (FTS5) knows; it knows nothing shorter. */
const LENGTH = 3;

/** As much of a text as is asked of the index: enough to be rare; the rest is compared. */
const LONGEST = 60;

/** Whether the index can find a text at all. */
export function isIndexed(text: string): boolean {
  return characters(text).length >= LENGTH && !text.includes('\0');
}

/**
 * The trigrams of a text side by side, none over another: `ABCDEFGH` has `ABC` and `DEF`. One letter
 * that is wrong, missing or too many spoils one of them at most.
 */
export function blocksOf(text: string): string[] {
  return trigramsOf(text).filter((_, at) => at % LENGTH === 0);
}

/** All trigrams of a text, each one letter after the one before. */
export function trigramsOf(text: string): string[] {
  const all = characters(text);
  return Array.from({ length: Math.max(0, all.length - LENGTH + 1) }, (_, at) =>
    all.slice(at, at + LENGTH).join(''),
  );
}

/** Whether the trigram that begins at one letter of a text holds another, and is wrong with it. */
export function isSpoiled(trigram: number, letter: number): boolean {
  return trigram <= letter && letter < trigram + LENGTH;
}

/** What asks the index for rows that have all of these trigrams. */
export function having(trigrams: readonly string[]): string {
  return trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
}

/** What asks the index for rows that have all trigrams of one of these lists or more. */
export function havingOneOf(lists: readonly (readonly string[])[]): string {
  return lists.map((list) => `(${having(list)})`).join(' OR ');
}

/** What asks the index for rows that lack one of these trigrams at most. */
export function havingAllButOne(trigrams: readonly string[]): string {
  return havingOneOf(trigrams.map((_, without) => trigrams.toSpliced(without, 1)));
}

/** Code points, as the index counts them. */
function characters(text: string): string[] {
  return [...text.slice(0, 2 * LONGEST)].slice(0, LONGEST);
}
