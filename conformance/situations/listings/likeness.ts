/**
 * References with less than this share of trigrams in common are unlike each other: the default of
 * the best-known trigram search, pg_trgm.
 */
export const UNLIKE_BELOW = 0.3;

/** Share of the trigrams of two texts that both have, 0 to 1, without regard to case. */
export function trigramSimilarity(a: string, b: string): number {
  const [left, right] = [trigrams(a), trigrams(b)];
  const common = [...left].filter((trigram) => right.has(trigram)).length;
  const all = left.size + right.size - common;
  return all === 0 ? 0 : common / all;
}

function trigrams(text: string): Set<string> {
  const padded = `  ${text.toLowerCase()} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)));
}

/** A form of a reference that a fuzzy search may find it by. */
interface NearForm {
  form: 'prefix' | 'inner part' | 'other case' | 'one letter changed' | 'punctuation left out';
  text: string;
}

/** Of fewer letters one that is changed makes another reference, which no search has to take for this one. */
const FEWEST_TO_CHANGE = 4;

/** The near forms of a reference that differ from it (section 4.5, fuzzy search); none of a single figure. */
export function nearForms(reference: string): NearForm[] {
  const length = reference.length;
  const middle = Math.floor(length / 2);
  const upper = reference.toUpperCase();
  const forms: NearForm[] = [
    { form: 'prefix', text: reference.slice(0, Math.ceil((length * 2) / 3)) },
    {
      form: 'inner part',
      text: reference.slice(Math.floor(length / 4), Math.ceil((length * 3) / 4)),
    },
    { form: 'other case', text: upper === reference ? reference.toLowerCase() : upper },
    {
      form: 'one letter changed',
      text: length < FEWEST_TO_CHANGE ? '' : changedAt(reference, middle),
    },
    { form: 'punctuation left out', text: reference.replace(/[^\p{L}\p{N}]/gu, '') },
  ];
  return forms.filter(({ text }) => text !== '' && text !== reference);
}

function changedAt(reference: string, place: number): string {
  const letter = reference.charAt(place);
  const other = /^[a-y0-8]$/i.test(letter) ? nextOf(letter) : 'a';
  return reference.slice(0, place) + other + reference.slice(place + 1);
}

/** So many letters of a reference: its last ones, those in its middle, and its first, in turn. */
export function partOf(reference: string, letters: number, turn: number): string {
  const over = reference.length - letters;
  const from = [over, Math.floor(over / 2), 0][turn % 3] ?? 0;
  return reference.slice(from, from + letters);
}

/** Letters of the longest part that is sought; fewer are held by more. */
const LONGEST_PART = 5;

/**
 * The longest part of a reference, of five letters at most, that more than so many of the references hold and
 * not all of them, so that what it finds goes on over pages which are not those of the whole list; `undefined`
 * where there is none.
 */
export function partOfSome(
  reference: string,
  references: readonly string[],
  count: number,
): string | undefined {
  const all = references.map((each) => each.toLowerCase());
  const lengths = Array.from({ length: LONGEST_PART }, (_, index) => LONGEST_PART - index);
  return lengths
    .flatMap((length) =>
      Array.from({ length: Math.max(0, reference.length - length + 1) }, (_, at) =>
        reference.slice(at, at + length),
      ),
    )
    .find((part) => {
      const holding = all.filter((each) => each.includes(part.toLowerCase())).length;
      return /^[\p{L}\p{N}]+$/u.test(part) && holding > count && holding < all.length;
    });
}

const nextOf = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 1);

/** Letters and digits, rare ones first: no search drops them as it may drop punctuation. */
const LETTERS = [...'qxzjvwkyfghbpcdmutaronisel0987654321'];

/** As long as an ordinary reference, so that a slip of a letter or two makes it like none. */
const UNLIKE_LENGTH = 9;

/**
 * A text that no reference is like: of letters and digits that none of them holds, in either case.
 * Where they hold all of them, it holds no two neighbours that any of them has. `undefined` where
 * there is no such text either.
 */
export function textUnlike(references: readonly string[]): string | undefined {
  const held = references.join('\n').toLowerCase();
  const free = LETTERS.filter((letter) => !held.includes(letter));
  if (free.length > 0) {
    return Array.from({ length: UNLIKE_LENGTH }, (_, at) => free[at % free.length]).join('');
  }
  return LETTERS.map((first) => chainUnlike(first, held)).find((text) => text !== undefined);
}

/** Letters from the first on, each pair of neighbours held by no reference. */
function chainUnlike(first: string, held: string): string | undefined {
  let text = first;
  while (text.length < UNLIKE_LENGTH) {
    const last = text.slice(-1);
    const next = LETTERS.filter((letter) => !held.includes(last + letter));
    // Another letter each time, where there is one: repeated letters are what slips look like.
    const letter = next.find((each) => !text.includes(each)) ?? next[0];
    if (letter === undefined) {
      return undefined;
    }
    text += letter;
  }
  return text;
}

/** Letters that a reference begins with, at least and at most, where as many begin so. */
const [LEAST_BEGINNING, BEGINNING] = [2, 4];

/**
 * What references begin with, where all of them do, else a few letters: it finds more than one page, and what
 * belongs to others where that is not left out.
 */
export function beginningOf(reference: string, others: readonly string[]): string {
  const lengths = Array.from({ length: BEGINNING }, (_, index) => index + 1);
  const length = lengths.findLast((each) =>
    others.every((other) => other.startsWith(reference.slice(0, each))),
  );
  return reference.slice(0, length !== undefined && length >= LEAST_BEGINNING ? length : BEGINNING);
}
