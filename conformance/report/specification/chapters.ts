import { SECTIONS } from '../../../contract/sections/index.ts';
import { SENTENCES } from '../../../contract/sentences/index.ts';
import type { CoverageRow } from '../report.ts';

/** What places a requirement in the specification. */
export type Placed = Pick<CoverageRow, 'section' | 'sentence' | 'sentenceSection'>;

/** A sentence of the specification with the requirements that were read out of it. */
export interface Statement<R extends Placed> {
  /** absent for what the specification does not say */
  sentence?: string;
  /** the section of the sentence, where it is another than the chapter's */
  from?: string;
  rows: R[];
}

/** A section of the specification. */
export interface Chapter<R extends Placed> {
  number: string;
  title: string;
  statements: Statement<R>[];
}

/**
 * Requirements as a reader of the specification would look for them: section by section, sentence by
 * sentence in the document's order; then what rests on another section's words, and last what the
 * section leaves unsaid. Sections that this version does not know come at the end.
 */
export function chaptersOf<R extends Placed>(rows: readonly R[]): Chapter<R>[] {
  const bySection = Map.groupBy(rows, ({ section }) => section);
  const titles = new Map(SECTIONS.map(({ number, title }) => [number, title]));
  const numbers = [...bySection.keys()].sort(byNumber);
  return numbers.map((number) => ({
    number,
    title: titles.get(number) ?? '',
    statements: statementsOf(number, bySection.get(number) ?? []),
  }));
}

/** Orders numbers of sections: 4.10 behind 4.9. */
export function byNumber(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

function statementsOf<R extends Placed>(section: string, rows: readonly R[]): Statement<R>[] {
  const bySentence = Map.groupBy(rows, ({ sentence, sentenceSection = section }) =>
    sentence === undefined ? '' : `${sentenceSection} ${sentence}`,
  );
  const statements = [...bySentence.values()].map((own): Statement<R> => {
    const { sentence, sentenceSection = section } = own[0] as R;
    return {
      ...(sentence !== undefined && { sentence }),
      ...(sentence !== undefined && sentenceSection !== section && { from: sentenceSection }),
      rows: own,
    };
  });
  const placeOf = ({ sentence, from }: Statement<R>): number => {
    if (sentence === undefined) {
      return Infinity;
    }
    const place = Object.values(SENTENCES[from ?? section] ?? {}).indexOf(sentence);
    const behind = from === undefined ? 0 : FAR * (1 + SECTION_PLACES.indexOf(from));
    return behind + (place < 0 ? FAR - 1 : place);
  };
  return statements
    .map((statement) => ({ statement, place: placeOf(statement) }))
    .sort((one, other) => (one.place === other.place ? 0 : one.place - other.place))
    .map(({ statement }) => statement);
}

/** More sentences than any section has. */
const FAR = 10_000;
const SECTION_PLACES = SECTIONS.map(({ number }) => number).sort(byNumber);
