import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { isSuccess } from '../../expectations.ts';
import { deviate } from '../../outcome.ts';
import { type ReadQuery, readQueries } from '../../situations/listings/listing-pages.ts';
import { keyOf, readListing } from './listing.ts';
import { searching } from './searches.ts';

/** What a search asks for and who asks: queries that are alike in it differ in their pages alone. */
const askedBy = ({ caller, body }: ReadQuery): string =>
  JSON.stringify([caller, Object.entries(body).sort(([one], [other]) => one.localeCompare(other))]);

const keysOfAll = ({ pages }: ReadQuery) => new Set(pages.flatMap(({ keys }) => keys));

/** What one of two queries lists and the other, which was read to its end, does not. */
function missing(whole: ReadQuery, { pages }: ReadQuery): string[] {
  const listed = keysOfAll(whole);
  return pages.flatMap(({ keys }) => keys.filter((key) => !listed.has(key)));
}

/** Whether it was read to its end over pages: who gives the best of what is found alone may give one page. */
const isReadInPages = ({ toTheEnd, pages }: ReadQuery) =>
  toTheEnd && pages.filter(({ keys }) => keys.length > 0).length > 1;

/** Demands that a search lists what another with pages of another size does. */
async function expectAlike(context: CheckContext, whole: ReadQuery, other: ReadQuery) {
  const lost = missing(whole, other);
  if (lost.length === 0) {
    return;
  }
  // Payments may have come between the two.
  const again = await readListing(context, {
    ...{ as: whole.caller, bearer: whole.bearer },
    ...{ wholeBody: whole.body, size: whole.size },
  });
  const listed = new Set(again.entries.map(keyOf));
  const stillLost = lost.filter((key) => !listed.has(key));
  if (again.succeeded && stillLost.length > 0) {
    deviate(
      `what a listing ${other.text} finds to be found ${whole.text}`,
      `${stillLost.length} of ${keysOfAll(other).size} payments on no page, such as ${stillLost[0]}`,
    );
  }
}

/** Sections 4.5 and 8: how much a search finds is open, and how it is paged is not. */
export const searchInAnySizeCheck: Check = {
  ...searching,
  id: 'awaiting-payments.relation.search-in-any-size',
  title: 'finds the same by a search in pages of any size',
  requirements: ['PAY-28'],
  drawn: true,
  async run(context) {
    const searches = (await readQueries(context)).filter(
      ({ searched, pages }) => searched && pages.some(({ exchange }) => isSuccess(exchange)),
    );
    const alike = [...Map.groupBy(searches, askedBy).values()].filter(({ length }) => length > 1);
    const pairs = alike.flatMap((some) =>
      some
        .filter(isReadInPages)
        .flatMap((whole) =>
          some.filter(({ size }) => size !== whole.size).map((other) => [whole, other] as const),
        ),
    );
    if (pairs.length === 0) {
      context.inconclusive('No search was read to its end in pages of two sizes.');
    }
    for (const [whole, other] of pairs) {
      await expectAlike(context, whole, other);
    }
  },
};
