import type { CoverageRow } from './report.ts';

/** The part of a coverage row that says what the specification says. */
export type Quoted = Pick<CoverageRow, 'section' | 'sentence' | 'sentenceSection'>;

/**
 * What the specification says where a requirement was taken from, word for word, so that who is blamed
 * need not take the suite's words for it: `Section 4.5 says: “Role CASHIER is not allowed to call it.”`
 */
export function quotationOf({ section, sentence, sentenceSection = section }: Quoted): string {
  return sentence === undefined
    ? `Section ${section} says nothing of it.`
    : `Section ${sentenceSection} says: “${sentence}”`;
}
