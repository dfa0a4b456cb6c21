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
export interface NearForm {
  form: 'prefix' | 'inner part' | 'other case' | 'one letter changed';
  text: string;
}

/** The near forms of a reference that differ from it (section 4.5, fuzzy search). */
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
      text:
        reference.slice(0, middle) +
        (/^[a-y0-8]$/i.test(reference.charAt(middle)) ? nextOf(reference.charAt(middle)) : 'a') +
        reference.slice(middle + 1),
    },
  ];
  return forms.filter(({ text }) => text !== '' && text !== reference);
}

const nextOf = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 1);

/** Runs of rare letters, one of which shares no trigram with any ordinary reference. */
const STRANGE = ['qxzjvwkq', '@@##@@##', 'ÆØÞÐÆØÞÐ', '~~^^~~^^'];

/** A text that shares no trigram with any of the references; `undefined` where there is none. */
export function textUnlike(references: readonly string[]): string | undefined {
  return STRANGE.find((text) => {
    const own = [...trigrams(text)].filter((trigram) => trigram.trim().length === 3);
    return references.every((reference) =>
      own.every((trigram) => !reference.toLowerCase().includes(trigram)),
    );
  });
}
