import type { Check } from '../../check.ts';
import { expectSuccess, isRejectedAsAsked } from '../../expectations.ts';
import { deviate } from '../../outcome.ts';
import {
  type OwnPortfolios,
  ownersOfPortfolios,
  type ReadPortfolios,
  readPortfolioQueries,
  readUnderOthersKeys,
} from '../../situations/portfolio-pages.ts';
import { hasTwins } from './list.ts';
import { DEFAULT_SIZE, OWN_PORTFOLIOS } from './listing.ts';

/** What is demanded of every query, by what its owner has. */
type Relation = (query: ReadPortfolios, owned: OwnPortfolios) => void;

const atMost: Relation = ({ pages, size, text }) => {
  for (const [index, { length }] of pages.entries()) {
    if (length > size) {
      deviate(`at most ${size} portfolios on page ${index + 1} of a request ${text}`, `${length}`);
    }
  }
};

/** Whether there are as many at least as are known: a list that was not read to its end has more. */
const isCounted = ({ toTheEnd, tellsApart }: OwnPortfolios) => toTheEnd || tellsApart;

/**
 * A page holds as many as size says, or the default, while there are that many. Above the default the
 * specification only recommends a size.
 */
const fullPages: Relation = ({ pages, size, text }, owned) => {
  const { texts } = owned;
  if (size > DEFAULT_SIZE || !isCounted(owned) || pages.length === 0) {
    return;
  }
  for (const [index, { length }] of pages.entries()) {
    const wanted = Math.min(size, texts.length - index * size);
    if (length < wanted) {
      deviate(`${wanted} portfolios on page ${index + 1} of a request ${text}`, `${length}`);
    }
  }
};

/** A portfolio that comes while pages are read moves others from one page to the next. */
const disjoint: Relation = ({ pages, text, isSteady }, { tellsApart }) => {
  if (tellsApart && isSteady && hasTwins(pages.flat())) {
    deviate(`different portfolios on the pages of a request ${text}`, 'one of them twice');
  }
};

/**
 * Whether a single page is as long as a target makes its longest, be it the default's length: the first of the
 * list, in its order, and fewer than asked for. What is above the default is recommended alone.
 */
const isCapped = ({ pages, size }: ReadPortfolios, texts: readonly string[]): boolean => {
  const [page = [], ...more] = pages;
  return (
    size > DEFAULT_SIZE &&
    more.length === 0 &&
    page.length >= DEFAULT_SIZE &&
    page.length < size &&
    page.join() === texts.slice(0, page.length).join()
  );
};

/** Each as often as on one page that holds all: pages of any size part the list, and lack nothing of it. */
const partition: Relation = (query, { texts }) => {
  const { pages, text, toTheEnd, isSteady } = query;
  if (!isSteady || !toTheEnd || isCapped(query, texts)) {
    return;
  }
  const listed = pages.flat();
  const missing = texts.filter((each) => countIn(listed, each) < countIn(texts, each));
  const odd = listed.filter((each) => countIn(listed, each) > countIn(texts, each));
  if (missing.length + odd.length > 0) {
    deviate(
      `each of ${texts.length} portfolios once over the pages of a request ${text}`,
      `${missing.length} of them missing, ${odd.length} too often or not theirs`,
      listed.length === 0 ? 'PTF-4' : undefined,
    );
  }
};

/** Above the default the specification only recommends a size, so a larger one may be refused. */
const lists: Relation = (query, owned) => {
  const { first, pages, size, text, toTheEnd, isLastAgain, isSteady, refused } = query;
  const { texts } = owned;
  if (size > DEFAULT_SIZE || !first || texts.length === 0) {
    return;
  }
  expectSuccess(first, `a request for portfolios ${text}`);
  const isMore = isCounted(owned) && pages.length < Math.ceil(texts.length / size);
  if (isMore && refused) {
    expectSuccess(refused, `page ${pages.length + 1} of a request for portfolios ${text}`);
  }
  // As many as a page holds may have come meanwhile, so that the next page had the same again.
  if (isMore && toTheEnd && (isSteady || !isLastAgain)) {
    deviate(`a list of portfolios on page ${pages.length + 1} of a request ${text}`, 'none');
  }
};

const countIn = (texts: readonly string[], text: string) =>
  texts.filter((each) => each === text).length;

const RELATIONS: { relation: string; title: string; requirements: string[]; holds: Relation }[] = [
  {
    relation: 'lists',
    title: 'answers with a list of portfolios, whatever is asked and whoever asks',
    requirements: ['PTF-3', 'PTF-4'],
    holds: lists,
  },
  {
    relation: 'at-most',
    title: 'lists no more portfolios on a page than asked for, whoever asks',
    requirements: ['PTF-10', 'PTF-11'],
    holds: atMost,
  },
  {
    relation: 'full-pages',
    title: 'fills every page of portfolios but the last, whoever asks',
    requirements: ['PTF-10', 'PTF-11'],
    holds: fullPages,
  },
  {
    relation: 'disjoint',
    title: 'lists no portfolio on two pages, whoever asks',
    requirements: ['PTF-9'],
    holds: disjoint,
  },
  {
    relation: 'partition',
    title: 'lists every portfolio once over the pages of any size, whoever asks',
    requirements: ['PTF-31'],
    holds: partition,
  },
];

/** Section 5.10: a key says which request it is, not whose. */
const underOthersKeys: Check = {
  ...OWN_PORTFOLIOS,
  id: 'portfolios.relation.key-of-another',
  title: 'lists only the own portfolios under a key that another customer used',
  requirements: ['PTF-6'],
  users: ['customer', 'otherCustomer'],
  async run(context) {
    const listed = await readUnderOthersKeys(context);
    if (listed.length === 0) {
      context.inconclusive('Fewer than two customers have portfolios.');
    }
    for (const { text, owner, other, texts } of listed) {
      const own = new Set(owner.texts);
      const foreign = texts.filter((each) => !own.has(each) && other.texts.includes(each));
      if (foreign.length > 0) {
        deviate(
          `only portfolios of ${owner.owner} in a request ${text}`,
          `${foreign.length} others`,
        );
      }
    }
  },
};

/**
 * Section 4.9 on data that nobody knows beforehand: what pages of one size foretell of another, over
 * every pair of owner, size, header form, and page named or left out.
 */
const relations: Check[] = RELATIONS.map(({ relation, title, requirements, holds }) => ({
  ...OWN_PORTFOLIOS,
  id: `portfolios.relation.${relation}`,
  drawn: true,
  title,
  requirements,
  async run(context) {
    const owners = await ownersOfPortfolios(context);
    const queries = await readPortfolioQueries(context);
    // No least size is shown, nor which sizes there are: one that is always refused is the target's choice.
    const judged = new Set(
      queries.filter(({ first }) => !first || !isRejectedAsAsked(first)).map(({ size }) => size),
    );
    for (const query of queries.filter(({ size }) => size === DEFAULT_SIZE || judged.has(size))) {
      const owned = owners.find(({ owner }) => owner === query.owner);
      if (owned) {
        holds(query, owned);
      }
    }
  },
}));

/** Section 4.9 by relations between answers. */
export const portfoliosRelationChecks: Check[] = [...relations, underOthersKeys];
