import XMLBuilder from 'fast-xml-builder';
import { visibleText } from './visible-text.ts';

/** How much of a text JUnit readers have to take, in characters. */
const LONGEST = 4_000;

/** A suite of a JUnit document. */
export interface JunitSuite {
  name: string;
  /** ISO 8601, UTC */
  startedAt: string;
  durationMs: number;
  properties: Readonly<Record<string, string>>;
  cases: readonly JunitCase[];
}

/** A test case; it passed where no `outcome` says otherwise. */
export interface JunitCase {
  className: string;
  name: string;
  durationMs: number;
  outcome?: {
    kind: 'failure' | 'error' | 'skipped';
    message: string;
    type?: string;
    details?: string;
  };
  /** what `system-out` holds */
  output?: string;
}

const ATTRIBUTE = '@';
const TEXT = '#text';

/** Its types do not know `entities`. */
const OPTIONS = {
  ...{ ignoreAttributes: false, attributeNamePrefix: ATTRIBUTE, textNodeName: TEXT },
  ...{ format: true, suppressEmptyNode: true, suppressBooleanAttributes: false },
  // The writer cares for quotation marks where they have to be told otherwise.
  entities: Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;' }).map(([sign, val]) => ({
    regex: new RegExp(sign, 'g'),
    val,
  })),
};

const writer = new XMLBuilder(OPTIONS);

/** An element: attributes under their names with a prefix, and children under theirs. */
type Element = Record<string, unknown>;

/** Line breaks are blanks to whoever reads an attribute (XML 1.0, section 3.3.3), so they are written as such. */
const attributes = (values: Record<string, string | number>): Element =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      `${ATTRIBUTE}${name}`,
      clean(String(value)).replaceAll(/[\n\r\t]/g, ' '),
    ]),
  );

/**
 * A JUnit document, valid for the schema that Jenkins publishes (junit-10.xsd of its xUnit plugin),
 * whatever the texts hold.
 */
export function renderJunitSuites(name: string, suites: readonly JunitSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  const { skipped: _, ...sums } = countsOf(all);
  return writer.build({
    '?xml': attributes({ version: '1.0', encoding: 'UTF-8' }),
    testsuites: { ...attributes({ name, ...sums }), testsuite: suites.map(suiteElement) },
  });
}

function suiteElement({ name, startedAt, durationMs, properties, cases }: JunitSuite): Element {
  const timestamp = startedAt.slice(0, 19);
  return {
    ...attributes({ name, timestamp, time: seconds(durationMs), ...countsOf(cases) }),
    properties: {
      property: Object.entries(properties).map(([key, value]) => attributes({ name: key, value })),
    },
    testcase: cases.map(caseElement),
  };
}

function caseElement({ className, name, durationMs, outcome, output }: JunitCase): Element {
  return {
    ...attributes({ classname: className, name, time: seconds(durationMs) }),
    ...(outcome && { [outcome.kind]: outcomeElement(outcome) }),
    ...(output !== undefined && { 'system-out': { [TEXT]: clean(output) } }),
  };
}

function outcomeElement(outcome: NonNullable<JunitCase['outcome']>): Element {
  const { kind, message, type = kind, details = '' } = outcome;
  return kind === 'skipped'
    ? attributes({ message })
    : { ...attributes({ message, type }), [TEXT]: clean(details) };
}

function countsOf(cases: readonly JunitCase[]) {
  const count = (kind: string) => cases.filter(({ outcome }) => outcome?.kind === kind).length;
  return {
    ...{ tests: cases.length, failures: count('failure') },
    ...{ errors: count('error'), skipped: count('skipped') },
  };
}

/** Milliseconds as seconds with at most three decimals, never in the notation with an exponent. */
const seconds = (ms: number) => Math.round(ms) / 1000;

/** Without what XML 1.0 cannot hold (section 2.2), whatever the target sent. */
function clean(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return visibleText(cut).replaceAll(/[\ufffe\uffff]/g, '\ufffd');
}
