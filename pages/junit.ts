import junitReportBuilder from 'junit-report-builder';
import { visibleText } from './visible-text.ts';

// The package is CommonJS whose export is the builder; its types describe an ES module instead.
const builder = junitReportBuilder as unknown as typeof junitReportBuilder.default;

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

/**
 * A JUnit document, valid for the schema that Jenkins publishes (junit-10.xsd of its xUnit plugin),
 * whatever the texts hold.
 */
export function renderJunitSuites(name: string, suites: readonly JunitSuite[]): string {
  const junit = builder.newBuilder().name(clean(name));
  for (const { name, startedAt, durationMs, properties, cases } of suites) {
    const suite = junit.testSuite().name(clean(name)).timestamp(startedAt.slice(0, 19));
    suite.time(seconds(durationMs));
    for (const [key, value] of Object.entries(properties)) {
      suite.property(key, clean(value));
    }
    for (const each of cases) {
      addTestCase(suite.testCase(), each);
    }
  }
  // The schema knows no sum of the skipped ones at the root; each suite has its own.
  return junit.build().replace(/(<testsuites(?: [a-z]+="[^"]*")*?) skipped="\d+"/, '$1');
}

/** Milliseconds as seconds with at most three decimals, never in the notation with an exponent. */
const seconds = (ms: number) => Math.round(ms) / 1000;

type TestCase = ReturnType<ReturnType<typeof builder.testSuite>['testCase']>;

function addTestCase(
  testCase: TestCase,
  { className, name, durationMs, outcome, output }: JunitCase,
): void {
  testCase.className(clean(className)).name(clean(name)).time(seconds(durationMs));
  if (outcome !== undefined) {
    const message = clean(outcome.message);
    const details = clean(outcome.details ?? '');
    if (outcome.kind === 'failure') {
      testCase.failure(message, outcome.type ?? 'failure').stacktrace(details);
    } else if (outcome.kind === 'error') {
      testCase.error(message, outcome.type ?? 'error', details);
    } else {
      skip(testCase, message);
    }
  }
  if (output !== undefined) {
    testCase.standardOutput(clean(output));
  }
}

/** Skips a test case and says why; the builder knows no message there, so its element gets one. */
function skip(testCase: TestCase, message: string): void {
  testCase.skipped();
  const build = testCase.build.bind(testCase);
  testCase.build = (parent) => {
    const element = build(parent);
    const skipped = element.children.find((child) => 'name' in child && child.name === 'skipped');
    (skipped as typeof element | undefined)?.att('message', message);
    return element;
  };
}

/** Without what XML 1.0 cannot hold (section 2.2), whatever the target sent. */
function clean(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  // The builder mends only the first end of a CDATA section, so none may come to it.
  return visibleText(cut)
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll(']]>', ']] >');
}
