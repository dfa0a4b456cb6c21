import { DEFAULT_SIZE, OWN_PORTFOLIOS, PORTFOLIOS_TWIN } from '../checks/portfolios/listing.ts';
import { leavesOf } from '../expectations.ts';
import { deviate } from '../outcome.ts';
import type { Rule, Told } from './rule.ts';

/** Customers whose ids are known by the portfolios that they were listed as their own. */
const CUSTOMERS = ['customer', 'otherCustomer'] as const;

/** The entries of all lists in an answer, whatever it is called and how deep it stands. */
function entriesIn(value: unknown): object[] {
  if (Array.isArray(value)) {
    return value.filter((each) => typeof each === 'object' && each !== null);
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(entriesIn) : [];
}

/** An id of fewer signs, such as a number that counts users, may stand in an entry for something else. */
const LEAST_LENGTH = 8;

/** Fields that name no customer: each kind of thing may have identifiers of its own, which coincide. */
const OF_ANOTHER_KIND =
  /(^|\/)(id|\w*(portfolio|investment|product|fund|plan|loan|account|bank|payment|transaction)\w*)$/i;

/** Whether one of the values of an entry is the id, however it is written. */
const holds = (entry: object, id: string): boolean =>
  leavesOf(entry).some(
    ({ path, value }) =>
      typeof value === 'string' && value.toLowerCase() === id && !OF_ANOTHER_KIND.test(path),
  );

/**
 * Section 5.10: in the own portfolios of a customer no entry names another customer alone. Which fields an
 * entry has is open, so that an id is looked for anywhere; one that two hold together names both.
 */
const ofNobodyElse: Rule = {
  ...OWN_PORTFOLIOS,
  id: 'portfolios.entries-of-nobody-else',
  title: "lists no portfolio among a customer's own that names another customer",
  requirements: ['PTF-6'],
  level: 'must',
  users: [...CUSTOMERS],
  cause: "another customer's portfolios are listed",
  after: [PORTFOLIOS_TWIN],
  unseen: 'Only one customer has portfolios.',
  async ask(context) {
    await context.passed('portfolios.relation.lists');
  },
  judge({ succeeded, json, caller, options }, known) {
    const user = CUSTOMERS.find((each) => each === caller?.user);
    const id = options.path?.['customer-id']?.toLowerCase();
    if (!succeeded || user === undefined || id === undefined) {
      return false;
    }
    if (known.firstTold(`id of ${user} in portfolios`, id) !== id) {
      return false;
    }
    const [other = ''] = CUSTOMERS.filter((each) => each !== user);
    const foreign = known.toldOf<string>(`id of ${other} in portfolios`);
    const entries = entriesIn(json);
    const isTelling = foreign !== undefined && foreign.length >= LEAST_LENGTH;
    if (!isTelling || foreign === id || entries.length === 0) {
      return false;
    }
    const odd = entries.filter((entry) => holds(entry, foreign) && !holds(entry, id));
    if (odd.length > 0) {
      deviate(
        `only portfolios of ${user} in what ${user} is listed as the own`,
        `${odd.length} of ${entries.length} that name ${other} (${foreign})`,
      );
    }
    return true;
  },
};

/** The lists of an answer by where they stand, each entry as text. */
function listsIn(value: unknown, path = ''): [path: string, entries: string[]][] {
  if (Array.isArray(value)) {
    return [[path, value.map((entry) => JSON.stringify(entry))]];
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => listsIn(part, `${path}/${key}`))
    : [];
}

/** A list that was told as a whole: a first page that is not full. */
interface Whole {
  path: string;
  entries: readonly string[];
}

function wholeIn(options: Told['options'], json: unknown): Whole | undefined {
  const { page = 1, size = DEFAULT_SIZE } = options.query ?? {};
  const [longest] = listsIn(json).toSorted(([, one], [, other]) => other.length - one.length);
  return longest && Number(page) === 1 && longest[1].length < Number(size)
    ? { path: longest[0], entries: longest[1] }
    : undefined;
}

/**
 * Section 4.9: no page holds a portfolio twice. What a portfolio is known by is open, and two may be told alike: it is
 * one that the whole list of the same user holds once.
 */
const onceOnPage: Rule = {
  ...OWN_PORTFOLIOS,
  id: 'portfolios.page.once',
  title: 'lists no portfolio twice on a page',
  requirements: ['PTF-31'],
  level: 'must',
  unseen: 'Every page of the portfolios was full, or had one entry.',
  async ask(context) {
    await context.passed('portfolios.relation.lists');
  },
  judge({ succeeded, json, caller, options }, known) {
    const user = caller?.user;
    if (!succeeded || user === undefined) {
      return false;
    }
    const thing = `whole portfolios of ${user} at ${options.path?.['customer-id']}`;
    const now = wholeIn(options, json);
    const whole = now ? known.firstTold(thing, now) : known.toldOf<Whole>(thing);
    const entries = listsIn(json).find(([path]) => path === whole?.path)?.[1] ?? [];
    if (!whole || entries.length < 2) {
      return false;
    }
    const twice = entries.find(
      (each, index) =>
        entries.indexOf(each) !== index && whole.entries.filter((one) => one === each).length === 1,
    );
    if (twice !== undefined) {
      deviate('each portfolio once on a page', `one of ${entries.length} entries twice`);
    }
    return true;
  },
};

/**
 * Section 4.9: ten where no size is named, whoever asks and in whatever form, of which a whole list that is longer
 * tells that there are so many. Of the customer alone the target says that they stay. A list that never has just ten
 * may have more in it than portfolios, or be one of several.
 */
const tenEachTime: Rule = {
  ...OWN_PORTFOLIOS,
  id: 'portfolios.size.default-each-time',
  title: `lists ${DEFAULT_SIZE} portfolios wherever no size is named`,
  requirements: ['PTF-10'],
  level: 'must',
  cause: `the default size is not ${DEFAULT_SIZE}`,
  after: ['portfolios.size.default'],
  unseen: 'No list of ten portfolios was seen that has more on other pages.',
  async ask(context) {
    await context.passed('portfolios.relation.lists');
  },
  judge({ succeeded, json, caller, options }, known) {
    const user = caller?.user;
    const { page, size } = options.query ?? {};
    const thing = `whole portfolios of ${user} at ${options.path?.['customer-id']}`;
    const whole = known.toldOf<Whole>(thing);
    const entries = listsIn(json).find(([path]) => path === whole?.path)?.[1];
    if (!succeeded || size !== undefined || !entries || !whole) {
      return false;
    }
    const seen = `ten of the ${thing}`;
    const isTen = entries.length === DEFAULT_SIZE;
    if (whole.entries.length <= DEFAULT_SIZE || !(isTen || known.toldOf(seen))) {
      return false;
    }
    if (isTen) {
      return known.firstTold(seen, true);
    }
    const isShort = user === 'customer' && page === 1 && entries.length < DEFAULT_SIZE;
    if (entries.length > DEFAULT_SIZE || isShort) {
      deviate(`${DEFAULT_SIZE} portfolios on a page without size`, String(entries.length));
    }
    return true;
  },
};

/**
 * Section 4.9: the first page wherever none is named, whatever was asked for before. In which order they are listed is
 * open, so that a page is another only where it shares nothing with that of the first time.
 */
const firstEachTime: Rule = {
  ...OWN_PORTFOLIOS,
  id: 'portfolios.page.default-each-time',
  title: 'lists the first page of the portfolios wherever no page is named',
  requirements: ['PTF-8'],
  level: 'must',
  cause: 'the page is not 1 by default',
  after: ['portfolios.page.default'],
  unseen: 'Nothing was listed twice without a page that has more on other pages.',
  async ask(context) {
    await context.passed('portfolios.relation.lists');
  },
  judge({ succeeded, json, caller, options }, known) {
    const { page, size } = options.query ?? {};
    const thing = `whole portfolios of customer at ${options.path?.['customer-id']}`;
    const whole = known.toldOf<Whole>(thing);
    const entries = listsIn(json).find(([path]) => path === whole?.path)?.[1] ?? [];
    // In another language, or as of another moment, they are not told alike.
    const areKnown = entries.length > 0 && entries.every((each) => whole?.entries.includes(each));
    if (!succeeded || caller?.user !== 'customer' || page !== undefined || !areKnown) {
      return false;
    }
    const before = known.firstTold(`first page of ${size} of the ${thing}`, entries);
    if (before === entries || entries.length === whole?.entries.length) {
      return false;
    }
    if (!entries.some((each) => before.includes(each))) {
      deviate('the first page where no page is named', 'a page without any portfolio of it');
    }
    return true;
  },
};

/** Section 4.9: an entry that tells an id alone tells nothing of an investment, where others of the same list do. */
const detailsEachTime: Rule = {
  ...OWN_PORTFOLIOS,
  id: 'portfolios.entry-details-each-time',
  title: 'tells more of each portfolio than an id, wherever it did before',
  requirements: ['PTF-1'],
  level: 'should',
  unseen: 'No portfolios were listed twice.',
  async ask(context) {
    await context.passed('portfolios.relation.lists');
  },
  judge({ succeeded, json, caller, options }, known) {
    const entries = entriesIn(json);
    if (!succeeded || caller === undefined || entries.length === 0) {
      return false;
    }
    const now = { fewest: Math.min(...entries.map((entry) => leavesOf(entry).length)) };
    const thing = `fields of portfolios of ${caller.user} at ${options.path?.['customer-id']}`;
    const before = known.firstTold(thing, now);
    if (before.fewest > 1 && now.fewest <= 1) {
      deviate(
        `portfolios of at least ${before.fewest} fields, as before`,
        'one with no more than one',
      );
    }
    return before !== now;
  },
};

/** Sections 4.9 and 5.10: what every page of the portfolios tells. */
export const portfoliosRules: Rule[] = [
  ofNobodyElse,
  onceOnPage,
  tenEachTime,
  firstEachTime,
  detailsEachTime,
];
