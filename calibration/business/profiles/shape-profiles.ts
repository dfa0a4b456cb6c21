import type { Answer } from '../exchange.ts';
import { SHAPES } from './listing-profiles.ts';
import type { Profile } from './profile.ts';

type Fields = Record<string, unknown>;

const LISTS = '4.9: "a list of portfolios. Response body shape: not shown."';

/** Portfolios of one page within a page, and applications of one answer. */
const [PAGE_WITHIN, APPLICATIONS] = [3, 5];

/** A value whose objects have their names the other way round at every second place of a list. */
function turned(value: unknown, at = 0): unknown {
  if (Array.isArray(value)) {
    return value.map(turned);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const held = Object.entries(value).map(([name, inner]) => [name, turned(inner, at)] as const);
  return Object.fromEntries(at % 2 === 0 ? held : held.reverse());
}

/** Writes the receipt of a repayment as a number that a double cannot hold, each next to the one before. */
function numbering(): (answer: Answer) => Answer {
  const numbers = new Map<string, bigint>();
  const numberOf = (receipt: string) => {
    const number =
      numbers.get(receipt) ?? BigInt(Number.MAX_SAFE_INTEGER) + BigInt(numbers.size + 1);
    numbers.set(receipt, number);
    return String(number);
  };
  return (answer) => {
    const { body, ...rest } = answer;
    const text = JSON.stringify(body);
    return text?.includes('"RCP-')
      ? { ...rest, text: text.replace(/"RCP-[^"]*"/, numberOf) }
      : answer;
  };
}

/** Shapes of answers where none is shown. */
export const shapeProfiles: Profile[] = [
  {
    name: 'portfolios-as-table',
    does: 'Lists portfolios as a table: its columns, and rows of values.',
    room: LISTS,
    excludes: SHAPES,
    change: (rules) => {
      rules.portfolioList = (entries) => ({
        columns: ['holding', 'invested', 'payable', 'product'].map((name) => ({
          name,
          at: 'left',
        })),
        rows: entries.map(({ holding, invested, payable, product }) => [
          ...[holding, invested, payable],
          (product as Fields).title,
        ]),
      });
    },
  },
  {
    name: 'portfolios-in-pages-of-pages',
    does: 'Parts each page of portfolios into pages of three.',
    room: LISTS,
    excludes: SHAPES,
    change: (rules) => {
      rules.portfolioList = (entries) => ({
        pages: Array.from({ length: Math.ceil(entries.length / PAGE_WITHIN) }, (_, at) => ({
          number: at,
          entries: entries.slice(at * PAGE_WITHIN, (at + 1) * PAGE_WITHIN),
        })),
      });
    },
  },
  {
    name: 'portfolios-parted',
    does: 'Lists portfolios by turns in two lists, between products on offer and movements.',
    room: LISTS,
    excludes: SHAPES,
    change: (rules) => {
      const others = (count: number) =>
        Array.from({ length: count }, (_, at) => ({ holding: `other-${at}`, product: { at } }));
      rules.portfolioList = (entries) => ({
        onOffer: others(4),
        running: entries.filter((_, at) => at % 2 === 0),
        matured: entries.filter((_, at) => at % 2 === 1),
        pending: [],
        movements: others(12),
      });
    },
  },
  {
    name: 'names-by-turns',
    does: 'Sends the names of every second object of a list in another order each time.',
    room: 'the order of names in JSON says nothing (RFC 8259 section 4)',
    change: (rules) => {
      let answers = 0;
      rules.finish.push((answer) => {
        answers += 1;
        return answer.body === undefined
          ? answer
          : { ...answer, body: turned(answer.body, answers) };
      });
    },
  },
  {
    name: 'receipts-of-64-bits',
    does: 'Names repayments by numbers beyond those that a double holds.',
    room: '2.5: "a repayment-record identifier", of no type that is shown',
    change: (rules) => {
      rules.finish.push(numbering());
    },
  },
  {
    name: 'refusals-with-empty-token',
    does: 'Sends an empty access_token with every refusal.',
    room: '7: the bodies of most errors are not shown, nor that they hold nothing else',
    change: (rules) => {
      rules.finish.push((answer) =>
        answer.status >= 400 && typeof answer.body === 'object'
          ? { ...answer, body: { ...answer.body, access_token: '' } }
          : answer,
      );
    },
  },
  {
    name: 'applications-listed',
    does: 'Answers a loan request with the latest five applications, the new one last.',
    room: '4.6: "Response 200: the application is created. Response body: not shown."',
    excludes: ['loan-answer-empty'],
    change: (rules) => {
      const made: string[] = [];
      rules.loanAnswer = (id) => {
        made.push(id);
        const data = made.slice(-APPLICATIONS).map((applicationId) => ({ applicationId }));
        return { status: 200, body: { status: 'SUCCESS', data } };
      };
    },
  },
];
