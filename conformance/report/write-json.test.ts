import { expect, it } from 'vitest';
import { sampleExchange, sampleReport, sampleResults } from '../testing/sample-report.ts';
import { jsonOf, renderJson } from './write-json.ts';

const shared = sampleExchange({});
const report = sampleReport({
  results: sampleResults({
    'awaiting-payments.list': ['fail', { message: 'Got none', exchanges: [shared, shared] }],
    'repay-loan.key-twice': ['fail', { message: 'Got two', exchanges: [shared] }],
  }),
});
const linesOf = (text: string) => text.split('\n').map((line) => line.trim().replace(/,$/, ''));

it('tells in its distinct texts every line of report.json', () => {
  const told = new Set(jsonOf(report).distinctTexts.flatMap(linesOf));
  const untold = linesOf(renderJson(report)).filter((line) => !told.has(line));
  expect(untold.filter((line) => line !== '"exchanges": [' && line !== '"checks": [')).toEqual([]);
});

it('tells an exchange once that checks share', () => {
  const url = JSON.stringify(shared.request.url);
  expect(
    jsonOf(report).distinctTexts.filter((text) => text.includes(`"url": ${url}`)),
  ).toHaveLength(1);
  expect(renderJson(report).split(`"url": ${url}`)).toHaveLength(4);
});

it('is what JSON.stringify makes of the report', () => {
  const whole = { $schema: 'urn:assay:schema:report', ...report };
  expect(renderJson(report)).toBe(`${JSON.stringify(whole, null, 2)}\n`);
  const empty = { ...whole, checks: [] };
  expect(renderJson({ ...report, checks: [] })).toBe(`${JSON.stringify(empty, null, 2)}\n`);
});

it('comes in parts that make the whole', () => {
  const many = { ...report, checks: Array.from({ length: 200 }, () => report.checks).flat() };
  const parts = [...jsonOf(many).parts()];
  expect(parts.length).toBeGreaterThan(1);
  expect(JSON.parse(parts.join('')).checks).toHaveLength(many.checks.length);
});
