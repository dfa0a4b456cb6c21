import { styleText } from 'node:util';
import { visibleLine } from '../../pages/visible-text.ts';
import { count } from '../../pages/words.ts';
import { AREAS, type Area, type Diagnosis, type Finding } from './diagnosis.ts';
import type { DoctorReport } from './doctor.ts';

const TITLE: Record<Area, string> = {
  addresses: 'Addresses',
  users: 'Users',
  capabilities: 'Capabilities',
  states: 'States',
};

const STYLE: Record<Finding, Parameters<typeof styleText>[0]> = {
  ok: 'green',
  problem: ['bold', 'red'],
  unreachable: ['bold', 'red'],
  'not tried': 'red',
  'not supplied': 'yellow',
  short: 'yellow',
  'not needed': 'dim',
};

const CONCLUSION: Record<DoctorReport['exitCode'], string> = {
  0: 'Everything is there: nothing would go untested.',
  1: 'Something does not work; mend it before a run.',
  3: 'What is there works, but not everything would be tested.',
  4: 'No address of the target answers.',
};

/** How many ids of checks are shown on a line. */
const MOST_IDS = 3;

/** The report for a terminal: every finding with what to do about it; ends with a line break. */
export function doctorText(report: DoctorReport, options: { colour?: boolean } = {}): string {
  const { target, diagnoses, untested, exitCode } = report;
  const paint = (finding: Finding, text: string) =>
    options.colour ? styleText(STYLE[finding], text, { validateStream: false }) : text;
  const width = Math.max(...diagnoses.map(({ subject }) => subject.length));
  const lines = [`${visibleLine(target.name, 80)}  ${visibleLine(target.baseUrl, 120)}`];
  for (const area of AREAS) {
    lines.push('', TITLE[area]);
    for (const diagnosis of diagnoses.filter((one) => one.area === area)) {
      lines.push(...linesOf(diagnosis, width, paint));
    }
  }
  lines.push('', CONCLUSION[exitCode]);
  if (untested.length > 0) {
    lines.push(`${count(untested.length, 'check')} would go untested.`);
  }
  return `${lines.join('\n')}\n`;
}

/** As wide as the longest finding, so that the subjects stand below each other. */
const FINDING_WIDTH = 'not supplied'.length;

function linesOf(
  { finding, subject, message, advice, untested }: Diagnosis,
  width: number,
  paint: (finding: Finding, text: string) => string,
): string[] {
  const label = paint(finding, finding.padEnd(FINDING_WIDTH));
  const indent = ' '.repeat(2 + FINDING_WIDTH + 2 + width + 2);
  const lines = [`  ${label}  ${subject.padEnd(width)}  ${visibleLine(message)}`];
  if (advice) {
    lines.push(`${indent}→ ${visibleLine(advice)}`);
  }
  if (untested.length > 0) {
    lines.push(`${indent}${untestedText(untested)}`);
  }
  return lines;
}

function untestedText(ids: readonly string[]): string {
  const more = ids.length - MOST_IDS;
  const shown = ids.slice(0, MOST_IDS).join(', ');
  return `untested: ${count(ids.length, 'check')} (${shown}${more > 0 ? `, and ${more} more` : ''})`;
}
