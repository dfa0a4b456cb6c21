import { describe, expect, it } from 'vitest';
import { REGISTER } from '../../../contract/register/index.ts';
import { SECTIONS } from '../../../contract/sections/index.ts';
import { chaptersOf } from './chapters.ts';

describe('the chapters of the register', () => {
  const chapters = chaptersOf(REGISTER);
  const chapter = (number: string) => chapters.find((each) => each.number === number);

  it('are the sections in their order, with all that was read out of them', () => {
    expect(chapters.map(({ number }) => number).slice(0, 4)).toEqual(['1', '2.1', '2.2', '2.3']);
    expect(chapters.map(({ number }) => number).slice(-6)).toEqual([
      '5.9',
      '5.10',
      '6',
      '7',
      '8',
      '9',
    ]);
    expect(chapters).toHaveLength(SECTIONS.length);
    expect(chapter('4.5')?.title).toBe(SECTIONS.find(({ number }) => number === '4.5')?.title);
    const placed = chapters.flatMap(({ statements }) => statements.flatMap(({ rows }) => rows));
    expect(placed.map(({ id }) => id).sort()).toEqual(REGISTER.map(({ id }) => id).sort());
  });

  it('tell the sentences in the order of the document, each once', () => {
    const said = chapter('4.3')?.statements.flatMap(({ sentence, from }) =>
      sentence === undefined || from !== undefined ? [] : [sentence],
    );
    expect(said).toEqual([
      'Logout (revoke token)',
      'POST {base_url}/api/v6/services/securitymanagement/logout',
      'Headers: X-Auth-Token; platform; uuid.',
      'Body: empty JSON object.',
      'Response body: not shown.',
    ]);
  });

  it('put what rests on another section after that, and what nothing says at the end', () => {
    const statements = chapter('4.5')?.statements ?? [];
    const foreign = statements.findIndex(({ from }) => from !== undefined);
    const silent = statements.findIndex(({ sentence }) => sentence === undefined);
    expect(foreign).toBeGreaterThan(10);
    expect(statements.slice(0, foreign).every(({ sentence }) => sentence !== undefined)).toBe(true);
    expect(silent).toBe(statements.length - 1);
  });

  it('take up sections and sentences that are not known', () => {
    const [first, second] = chaptersOf([
      { section: '12.1', sentence: 'New.' },
      { section: '4.1', sentence: 'Not there.' },
    ]);
    expect(first?.number).toBe('4.1');
    expect(second).toEqual({
      number: '12.1',
      title: '',
      statements: [{ sentence: 'New.', rows: [{ section: '12.1', sentence: 'New.' }] }],
    });
  });
});
