import type { Profile } from './profile.ts';

type Fields = Record<string, unknown>;

/** Portfolios of one page within a page. */
const PAGE_WITHIN = 3;

/** Numeric codes of currencies (ISO 4217), whose sections portfolios are put in by turns. */
const SECTIONS = ['566', '826', '840'];

/** A shape of the list of portfolios. */
interface Shape {
  does: string;
  /** the sentence that leaves room, where it is not that the shape is not shown */
  room?: string;
  list(entries: Fields[], page: number, total: number): unknown;
}

const row = ({ holding, invested, payable, product }: Fields) => [
  ...[holding, invested, payable],
  (product as Fields).title,
];

/** Some portfolios under the names of their sections, each with a total. */
const inSections = (entries: Fields[]) =>
  SECTIONS.map((name, at) => {
    const positions = entries.filter((_, index) => index % SECTIONS.length === at);
    const total = positions.reduce((sum, { invested }) => sum + Number(invested), 0);
    return [name, { positions, total: `${total}` }] as const;
  }).filter(([, { positions }]) => positions.length > 0);

const SHAPES: Record<string, Shape> = {
  'portfolios-wrapped': {
    does: 'Wraps the list of portfolios in an object with names of its own.',
    list: (entries) => ({ outcome: { holdings: entries } }),
  },
  'portfolios-in-pages': {
    does: 'Puts the list of portfolios beside the page, the totals and empty lists.',
    list: (entries, number, total) => ({
      warnings: [],
      page: { number, total, sort: ['product', 'asc'] },
      content: entries,
    }),
  },
  'portfolios-hold-investments': {
    does: 'Gives each portfolio as a list of investments, amounts as texts.',
    room: '2.6: "details of each investment … Field names and types: not shown."',
    list: (entries) =>
      entries.map(({ holding, invested, payable, product }) => ({
        holding,
        investments: [{ product, amounts: [`NGN ${invested}`, `NGN ${payable}`] }],
      })),
  },
  'portfolios-as-table': {
    does: 'Lists portfolios as a table: its columns, and rows of values.',
    list: (entries) => ({
      columns: ['holding', 'invested', 'payable', 'product'].map((name) => ({ name, at: 'left' })),
      rows: entries.map(row),
    }),
  },
  'portfolios-under-a-header': {
    does: 'Lists portfolios as rows of values, of which the first names the columns.',
    list: (entries) => [['holding', 'invested', 'payable', 'product'], ...entries.map(row)],
  },
  'portfolios-in-pages-of-pages': {
    does: 'Parts each page of portfolios into pages of three.',
    list: (entries) => ({
      pages: Array.from({ length: Math.ceil(entries.length / PAGE_WITHIN) }, (_, at) => ({
        number: at,
        entries: entries.slice(at * PAGE_WITHIN, (at + 1) * PAGE_WITHIN),
      })),
    }),
  },
  'portfolios-in-sections': {
    does: 'Lists portfolios by the numeric code of their currency, sections without any left out.',
    list: (entries) => Object.fromEntries(inSections(entries)),
  },
  'portfolios-a-section-each': {
    does: 'Gives each of the first ten portfolios of a page a section, and the others the last.',
    list: (entries) => ({
      sections: entries
        .slice(0, 10)
        .map((entry, at) => ({ at, positions: at < 9 ? [entry] : entries.slice(9) })),
    }),
  },
  'portfolios-parted': {
    does: 'Lists portfolios by turns in two lists, between products on offer and movements.',
    list(entries) {
      const others = (count: number) =>
        Array.from({ length: count }, (_, at) => ({ holding: `other-${at}`, product: { at } }));
      return {
        onOffer: others(4),
        running: entries.filter((_, at) => at % 2 === 0),
        matured: entries.filter((_, at) => at % 2 === 1),
        pending: [],
        movements: others(12),
      };
    },
  },
  'portfolios-by-reference': {
    does: 'Spells the issuer of a page out and refers to it wherever it comes again.',
    list: (entries) => ({
      $id: '1',
      held: entries.map(({ product, ...rest }, at) => ({
        $id: `${at + 2}`,
        ...rest,
        issuer: at === 0 ? { $id: '0', name: (product as Fields).issuer } : { $ref: '0' },
        title: (product as Fields).title,
      })),
    }),
  },
};

/** Shapes of the list of portfolios, of which the specification shows none. */
export const portfolioProfiles: Profile[] = Object.entries(SHAPES).map(
  ([name, { does, room, list }]) => ({
    ...{ name, does },
    room: room ?? '4.9: "a list of portfolios. Response body shape: not shown."',
    excludes: Object.keys(SHAPES),
    change: (rules) => {
      rules.portfolioList = list;
    },
  }),
);
