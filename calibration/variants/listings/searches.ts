import type { Layer } from '../../servers/exchange-layer.ts';
import { objectOf } from '../../servers/requests.ts';
import type { Axis, Choice } from '../variant.ts';
import { payments, putPayments, type Row, relisted } from './listings.ts';

/** Letters that two texts differ in (Levenshtein), no more than needed here. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, x] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, y] of [...b].entries()) {
      next.push(
        Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (x === y ? 0 : 1)),
      );
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

const referenceOf = (row: Row) => String(row.searchablePaymentReference);

/** The letters and digits of a text. */
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

/** The words of a text, as most search engines part it. */
const wordsOf = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** Makes a list of its own of everything that the other filters leave, where a text is searched. */
function remade(makeOver: (all: Row[], wanted: string) => Row[]): Layer {
  return async (request, next, context) => {
    const wanted = objectOf(request.body)?.searchablePaymentReference;
    if (context.endpoint !== 'awaiting-payments' || typeof wanted !== 'string') {
      return next(request);
    }
    const everything = relisted('awaiting-payments', payments, putPayments, (all) =>
      makeOver(all, wanted.trim()),
    );
    const { searchablePaymentReference: _, ...rest } = objectOf(request.body) ?? {};
    return everything({ ...request, body: JSON.stringify(rest) }, next, context);
  };
}

/** Searches by a rule of its own. */
function searching(
  id: string,
  how: string,
  matches: (wanted: string, has: string) => boolean,
): Choice {
  const layer = remade((all, wanted) => all.filter((row) => matches(wanted, referenceOf(row))));
  return { id, how, wrapping: () => ({ layers: [layer] }) };
}

/** What a fuzzy search finds beside the reference itself is open. */
export const search: Axis = {
  id: 'search',
  open: ['PAY-46', 'PAY-44', 'PAY-45'],
  choices: [
    searching('search.prefix', 'finds references that begin with what is searched', (wanted, has) =>
      has.startsWith(wanted),
    ),
    searching(
      'search.one-letter-wrong',
      'finds whole references with at most one letter wrong, as they are written',
      (wanted, has) => distance(wanted, has) <= 1,
    ),
    searching(
      'search.any-case',
      'finds whole references in any case',
      (wanted, has) => wanted.toLowerCase() === has.toLowerCase(),
    ),
    searching(
      'search.without-punctuation',
      'finds whole references whatever punctuation they are written with',
      (wanted, has) => lettersOf(wanted) === '' || lettersOf(wanted) === lettersOf(has),
    ),
    {
      ...searching(
        'search.any-word',
        'finds references that have a word of what is searched, as all have the first',
        (wanted, has) => wordsOf(wanted).some((word) => wordsOf(has).includes(word)),
      ),
      warns: ['awaiting-payments.search.leaves-out', 'awaiting-payments.search.fuzzy'],
    },
    {
      id: 'search.ranked',
      how: 'lists everything in a search, what is most like the reference first',
      warns: [
        'awaiting-payments.search.leaves-out*',
        'awaiting-payments.relation.search-leaves-out',
      ],
      wrapping: () => ({
        layers: [
          remade((all, wanted) =>
            all.toSorted(
              (a, b) => distance(wanted, referenceOf(a)) - distance(wanted, referenceOf(b)),
            ),
          ),
        ],
      }),
    },
    {
      ...searching(
        'search.exact',
        'finds whole references as they are written',
        (wanted, has) => wanted === has,
      ),
      warns: ['awaiting-payments.search.fuzzy'],
    },
  ],
};
