import { expect, it } from 'vitest';
import { sampleExchange, sampleReport, sampleResults } from '../testing/sample-report.ts';
import { distinctTexts, renderJson } from './write-json.ts';

const shared = sampleExchange({});
const report = sampleReport({
  results: sampleResults({
    'awaiting-payments.list': ['fail', { message: 'Got none', exchanges: [shared, shared] }],
    'repay-loan.key-twice': ['fail', { message: 'Got two', exchanges: [shared] }],
  }),
});
const linesOf = (text: string) => text.split('\n').map((line) => line.trim().replace(/,$/, ''));

it('tells in its distinct texts every line of report.json', () => {
  const told = new Set(distinctTexts(report).flatMap(linesOf));
  const untold = linesOf(renderJson(report)).filter((line) => !told.has(line));
  expect(untold.filter((line) => line !== '"exchanges": [' && line !== '"checks": [')).toEqual([]);
});

it('tells an exchange once that checks share', () => {
  const url = JSON.stringify(shared.request.url);
  expect(distinctTexts(report).filter((text) => text.includes(`"url": ${url}`))).toHaveLength(1);
  expect(renderJson(report).split(`"url": ${url}`)).toHaveLength(4);
});
