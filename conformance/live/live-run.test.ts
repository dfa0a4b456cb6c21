import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../result.ts';
import {
  SAMPLE_CHECKS,
  SAMPLE_TARGET,
  sampleExchange,
  sampleResults,
} from '../testing/sample-report.ts';
import { LiveRun } from './live-run.ts';

const START = new Date('2026-11-22T09:00:00Z');

function begun(change: Partial<ConstructorParameters<typeof LiveRun>[0]> = {}): LiveRun {
  const parts = { target: SAMPLE_TARGET, checks: SAMPLE_CHECKS, selected: SAMPLE_CHECKS };
  return new LiveRun({ ...parts, now: () => START, ...change });
}

function resultOf(id: string, changes: Parameters<typeof sampleResults>[0] = {}): CheckResult {
  const result = sampleResults(changes).find((each) => each.id === id);
  if (!result) {
    throw new Error(`no sample ${id}`);
  }
  return result;
}

/** What a patch puts in the place of an element, as text. */
function textOf(patch: ReturnType<LiveRun['patch']>, id: string): string | undefined {
  const part = patch[id];
  return part && 'html' in part
    ? part.html
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
    : undefined;
}

const LIST = 'awaiting-payments.list';

describe('a run of the suite that goes on', () => {
  it('begins with every check waiting, and changes nothing by itself', () => {
    const run = begun();
    const page = run.page(7);
    expect(page.match(/data-result="waiting"/g)?.length).toBeGreaterThan(SAMPLE_CHECKS.length);
    expect(page).toContain('0 of 9 checks');
    expect(page).toContain('id="live">{"since":7}');
    expect(page).toMatch(/connect-src &#39;self&#39;/);
    expect(run.patch()).toEqual({});
  });

  it('puts a result in the place of what waited, and decides what is read out of the sentence', () => {
    const run = begun();
    run.result(resultOf(LIST));
    const patch = run.patch();
    expect(textOf(patch, `check-${LIST}`)).toMatch(/^pass does what is stated awaiting-payments/);
    expect(textOf(patch, 'PAY-1')).toMatch(/^kept In every entry id is a string\./);
    expect(textOf(patch, 'live-counts')).toBe('1 of 9 checks, 0 s 1 pass');
    expect(textOf(patch, 'by-endpoint')).toContain('1 pass, 5 waiting');
    expect(patch['live-findings']).toBeUndefined();
    expect(patch['PAY-3']).toBeUndefined();
    expect(run.patch()).toEqual({});
  });

  it('leaves waiting what another check has yet to decide', () => {
    const run = begun();
    run.result(resultOf('awaiting-payments.header.uuid-missing'));
    expect(textOf(run.patch(), 'PAY-2')).toMatch(/^waiting /);
    run.result(resultOf('portfolios.header.uuid-missing'));
    expect(textOf(run.patch(), 'PAY-2')).toMatch(/^kept /);
  });

  it('shows the first failures on top, and says so in words', () => {
    const run = begun();
    run.result(resultOf(LIST, { [LIST]: ['fail', { message: 'Expected 3, got 4.' }] }));
    const patch = run.patch();
    expect(textOf(patch, 'live-findings')).toMatch(/^Fix first 1 finding .*Expected 3, got 4\./);
    expect(patch['live-status']).toEqual({ text: '10% of 9 checks, 1 check failed so far.' });
    const page = run.page(0);
    expect(page.indexOf('id="live-findings"')).toBeLessThan(page.indexOf('id="by-endpoint"'));
  });

  it('takes the second result of a check that is tried again', () => {
    const run = begun();
    run.result(resultOf(LIST));
    run.patch();
    run.result(resultOf(LIST, { [LIST]: ['fail'] }));
    const patch = run.patch();
    expect(textOf(patch, `check-${LIST}`)).toMatch(/^fail /);
    expect(textOf(patch, 'PAY-1')).toMatch(/^broken /);
  });

  it('calls untested what was not selected, and shows what the selected checks build on', () => {
    const [login, ...others] = SAMPLE_CHECKS;
    const run = begun({ selected: others.slice(0, 1) });
    expect(run.page(0)).toMatch(/id="PAY-2"[^>]*data-result="not tested"/);
    run.result(resultOf(login?.id ?? ''));
    expect(run.patch()['check-login.manager']).toMatchObject({ into: 'cards' });
  });

  it('shows no secret, whether known before or told by then, and no exchange', () => {
    const known = 'correct horse battery staple';
    const seen = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtYWxsb3J5In0.c2lnbmF0dXJlIG9mIGE';
    const run = begun({ target: { ...SAMPLE_TARGET, secrets: [known] } });
    run.secret(seen);
    const told = `Expected no ${known}, got ${seen} ${btoa(known)} <b>.`;
    const exchanges = [
      sampleExchange({ response: { status: 200, headers: {}, body: 'what came in full' } }),
    ];
    run.result(resultOf(LIST, { [LIST]: ['fail', { message: told, got: told, exchanges }] }));
    for (const shown of [JSON.stringify(run.patch()), run.page(0)]) {
      expect(shown).toContain('Expected no [redacted], got [redacted]');
      const leaks = [known, seen, btoa(known), 'what came in full', '<b>.'].filter((each) =>
        shown.includes(each),
      );
      expect(leaks).toEqual([]);
    }
  });
});
