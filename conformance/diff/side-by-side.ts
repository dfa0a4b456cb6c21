import { html } from 'hono/html';
import { type Markup, tag } from '../../pages/markup.ts';
import { count } from '../../pages/words.ts';
import { filterBar } from '../report/html/filter.ts';
import { foreign } from '../report/html/markup.ts';
import { chaptersOf, type Statement } from '../report/specification/chapters.ts';
import { STANDINGS, type Standing, standingOf } from '../report/specification/standing.ts';
import type { FormerReport, FormerRow } from './read-report.ts';

/** How a statement moved from one run to the other. */
const MOVES = ['worse', 'better', 'changed', 'same'] as const;
type Move = (typeof MOVES)[number];

/** A requirement in both runs; in one alone where the other version does not have it. */
interface Pair extends Pick<FormerRow, 'section' | 'sentence' | 'sentenceSection'> {
  requirement: string;
  told: FormerRow;
  before: Side | undefined;
  after: Side | undefined;
  move: Move;
}

interface Side {
  row: FormerRow;
  /** what its checks saw, where it is open */
  seen: string[];
}

/** The worse, the more is known to be wrong. */
const GRAVITY: Record<Standing, number> = {
  ...{ kept: 0, open: 0, 'not applicable': 1, 'not visible': 1, 'not tested': 1 },
  ...{ 'not followed': 2, broken: 3 },
};

/** How the side-by-side view looks, behind the style of the specification. */
export const SIDE_BY_SIDE_STYLE = `
.statement > ul > li.pair { display: block; }
.pair .sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .3rem 1rem; margin: .3rem 0 .2rem; }
.pair .sides > div { border-left: 2px solid var(--line); padding-left: .6rem; min-width: 0; }
.pair .sides .soft { margin-right: .3rem; }
.pair[data-result="worse"] .sides > div:last-child { border-left-color: var(--bad); }
.pair[data-result="better"] .sides > div:last-child { border-left-color: var(--good); }
@media (max-width: 44rem) { .pair .sides { grid-template-columns: minmax(0, 1fr); } }
`;

/**
 * The specification with both runs beside each statement; nothing where one of the reports has no
 * coverage.
 */
export function sideBySideView(before: FormerReport, after: FormerReport): Markup | '' {
  const pairs = pairsOf(before, after);
  if (pairs.length === 0) {
    return '';
  }
  const moved = pairs.some(({ move }) => move !== 'same');
  const endpoints = endpointsOf([before, after]);
  return html`<div class="view" id="specification">
<section aria-labelledby="sections">
<h2 id="sections">Side by side <small>${count(pairs.length, 'statement')}, before and now</small></h2>
${filterBar({
  what: 'the statements',
  results: MOVES.map((name) => ({
    name,
    count: pairs.filter(({ move }) => move === name).length,
    pressed: moved && name !== 'same',
  })).filter((each) => each.count > 0),
  endpoints: [...new Set([...endpoints.values()].flatMap((names) => [...names]))],
  sections: chaptersOf(pairs),
  words: 'words or requirement',
})}
${chaptersOf(pairs).map(
  ({
    number,
    title,
    statements,
  }) => html`<section class="chapter" aria-labelledby="section-${number}">
<h3 id="section-${number}"><a href="#section-${number}">${number}</a> ${title}</h3>
${statements.map((statement) => statementItem(statement, endpoints))}
</section>`,
)}
</section>
</div>`;
}

type Endpoints = ReadonlyMap<string, ReadonlySet<string>>;

function statementItem({ sentence, from, rows }: Statement<Pair>, endpoints: Endpoints): Markup {
  const said =
    sentence === undefined
      ? html`<p class="said-nothing">The specification says nothing of:</p>`
      : html`<blockquote>${foreign(sentence)}${from === undefined ? '' : html` <cite>section ${from}</cite>`}</blockquote>`;
  return html`<div class="statement">${said}<ul>${rows.map((pair) => pairItem(pair, endpoints))}</ul></div>`;
}

function pairItem({ requirement, told, before, after, move }: Pair, endpoints: Endpoints): Markup {
  const { level, text, section } = told;
  return html`<li class="pair" id="${requirement}" tabindex="-1" data-result="${move}" data-level="${level}" data-section="${section}" data-endpoint="${[...(endpoints.get(requirement) ?? [])].join(' ')}"><p>${foreign(text)} <a class="mono" href="#${requirement}">${requirement}</a> <span class="soft">${level}</span></p><div class="sides">${sideOf('Before', before)}${sideOf('Now', after)}</div></li>`;
}

function sideOf(when: string, side: Side | undefined): Markup {
  if (side === undefined) {
    return html`<div><span class="soft">${when}</span> <span class="soft">no such requirement</span></div>`;
  }
  const { row, seen } = side;
  const standing = standingOf(row);
  return html`<div><span class="soft">${when}</span>${tag(STANDINGS[standing], standing)}${row.reason === undefined ? '' : html`<p class="why">${foreign(row.reason, 400)}</p>`}${seen.length === 0 ? '' : html`<ul class="seen">${seen.map((each) => html`<li>${foreign(each, 300)}</li>`)}</ul>`}</div>`;
}

function pairsOf(before: FormerReport, after: FormerReport): Pair[] {
  if (before.coverage === undefined || after.coverage === undefined) {
    return [];
  }
  const older = sidesOf(before, before.coverage);
  const newer = sidesOf(after, after.coverage);
  return [...new Set([...newer.keys(), ...older.keys()])].flatMap((requirement) => {
    const sides = { before: older.get(requirement), after: newer.get(requirement) };
    const told = (sides.after ?? sides.before)?.row;
    if (told === undefined) {
      return [];
    }
    const { section, sentence, sentenceSection } = told;
    return [
      {
        ...{ requirement, section, told, ...sides, move: moveOf(sides.before, sides.after) },
        ...(sentence !== undefined && { sentence }),
        ...(sentenceSection !== undefined && { sentenceSection }),
      },
    ];
  });
}

function moveOf(before: Side | undefined, after: Side | undefined): Move {
  if (!before || !after) {
    return 'changed';
  }
  const [from, to] = [standingOf(before.row), standingOf(after.row)];
  if (GRAVITY[from] !== GRAVITY[to]) {
    return GRAVITY[to] > GRAVITY[from] ? 'worse' : 'better';
  }
  return from === to && before.seen.join('\n') === after.seen.join('\n') ? 'same' : 'changed';
}

function sidesOf({ checks }: FormerReport, coverage: readonly FormerRow[]): Map<string, Side> {
  const byId = new Map(checks.map((check) => [check.id, check]));
  return new Map(
    coverage.map((row) => {
      const observed = row.level === 'open' ? row.checks : [];
      const seen = observed.flatMap((id) => byId.get(id)?.observations ?? []);
      return [
        row.requirement,
        { row, seen: seen.map(({ subject, value }) => `${subject}: ${value}`) },
      ];
    }),
  );
}

function endpointsOf(reports: readonly FormerReport[]): Endpoints {
  const endpoints = new Map<string, Set<string>>();
  for (const { requirements, endpoint } of reports.flatMap(({ checks }) => checks)) {
    for (const requirement of endpoint === undefined ? [] : requirements) {
      endpoints.set(requirement, (endpoints.get(requirement) ?? new Set()).add(endpoint ?? ''));
    }
  }
  return endpoints;
}
