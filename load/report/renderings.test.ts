import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { percentileCurve } from '../samples/percentile-curve.ts';
import { sampleEndpoint, sampleReport } from '../testing/sample-report.ts';
import { chartsOf } from './charts.ts';
import { renderLoadHtml, writeLoadHtml } from './load-page.ts';
import { renderLoadTerminal } from './load-terminal.ts';

const HOSTILE = '</script><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\u001b[2J';

describe('the terminal summary', () => {
  it('says the verdict and its reasons before any figure', () => {
    const [verdict, reason] = renderLoadTerminal(sampleReport()).split('\n');
    expect(verdict).toMatch(/^FAILED {2}payment-listing on sample {2}smoke, 10\/s, 10 s, seed 1/);
    expect(reason).toContain('http_req_failed rate must be <= 0.01; it is 0.02');
  });

  it('shows each endpoint with its percentiles and its errors by kind', () => {
    const text = renderLoadTerminal(sampleReport());
    const line = text.split('\n').find((each) => each.includes('│ awaiting-payments'));
    expect(line?.split('│').map((cell) => cell.trim())).toEqual([
      '',
      'awaiting-payments',
      '100',
      '10.0',
      '50.0',
      '90.0',
      '95.0*',
      '99.0*',
      '100',
      'all 98',
      '2 (2.00%): 2 status-500',
      '',
    ]);
    expect(text).toContain('asked 10.0/s, achieved 10.0/s, 0 dropped');
    expect(text).toContain('2.00 CPU s per 1,000 requests');
  });

  it('marks percentiles of too few requests, and says what the mark means', () => {
    const marked = renderLoadTerminal(sampleReport());
    expect(marked).toContain('* fewer than ten requests lie beyond');
    expect(renderLoadHtml(sampleReport())).toContain('* fewer than ten requests lie beyond');
    const many = Array.from({ length: 20_000 }, (_, index) => 1 + index / 1000);
    const plain = renderLoadTerminal(
      sampleReport({ endpoints: [sampleEndpoint('awaiting-payments', many)] }),
    );
    expect(plain).not.toContain('fewer than ten');
  });

  it('says beside each figure of a sample how large it was, and scales what was found', () => {
    const endpoint = sampleEndpoint('awaiting-payments', Array(1000).fill(5));
    const sample = { judged: 100, of: 1000, wrong: 2, estimatedWrong: 20, findsOnePercent: 0.65 };
    const { totals } = sampleReport();
    const report = sampleReport({
      endpoints: [{ ...endpoint, sample, errors: 20, errorRate: 0.02 }],
      errors: [
        { endpoint: 'awaiting-payments', kind: 'content', count: 20, seen: 2, example: 'stray' },
      ],
      totals: { ...totals, listed: { payments: 2000, pages: 100, estimate: 20_000 } },
    });
    const text = renderLoadTerminal(report);
    expect(text).toContain('100 of 1,000 │ 20 (2.00%): about 20 content (2 seen)');
    expect(text).toContain('Payments listed: about 20,000 (2,000 on the 100 pages judged in full)');
    const page = renderLoadHtml(report);
    expect(page).toContain('100 of 1,000');
    expect(page).toContain('about 20 (2 seen)');
  });

  it('puts what the verdict does not cover beside it, and what the money was held against', () => {
    const caveats = ['awaiting-payments: 100 of 1,000 good answers were judged in full'];
    const audit = {
      ...{ result: 'passed' as const, checks: [] },
      compared: ['539 acknowledgements with each other'],
      notAudited: ['whether each acknowledged repayment is booked once (no ledger is given)'],
    };
    const report = sampleReport({ verdict: 'passed', reasons: [], caveats, audit });
    const [verdict, money, note] = renderLoadTerminal(report).split('\n');
    expect(verdict).toContain('PASSED');
    expect(money).toBe(
      '  money passed: compared 539 acknowledgements with each other; NOT audited: whether each acknowledged repayment is booked once (no ledger is given)',
    );
    expect(note).toContain('note: awaiting-payments: 100 of 1,000');
    const page = renderLoadHtml(report);
    expect(page).toContain('Not audited: whether each acknowledged repayment is booked once');
    expect(page).toContain('What this verdict does not cover');
  });

  it('is headed by the requests of the journey, not by three logins', () => {
    const logins = { ...sampleEndpoint('login', [900, 910, 920]), own: false };
    const listings = sampleEndpoint('awaiting-payments', Array(300).fill(7));
    const page = renderLoadHtml(sampleReport({ endpoints: [logins, listings] }));
    expect(page).toMatch(/<dt>Slowest p95<\/dt><dd>7\.00 ms<small>awaiting-payments, 300 requests/);
    const few = sampleReport({ endpoints: [logins, sampleEndpoint('awaiting-payments', [7])] });
    expect(renderLoadHtml(few)).toMatch(/<dt>Latency<\/dt><dd>too few/);
  });

  it('states what an open model means for latency where the latencies are', () => {
    expect(renderLoadTerminal(sampleReport())).toContain('no coordinated omission');
    expect(renderLoadHtml(sampleReport())).toContain('no coordinated omission');
  });

  it('marks a run that was ended early', () => {
    const partial = { reason: 'SIGINT was received', measuredSeconds: 4, plannedSeconds: 10 };
    expect(renderLoadTerminal(sampleReport({ partial }))).toMatch(/^FAILED \(partial\)/);
    expect(renderLoadHtml(sampleReport({ partial }))).toContain('<h1>Failed (partial)</h1>');
  });

  it('lists breached gates first, with what was measured and the limit', () => {
    const gates = renderLoadTerminal(sampleReport()).split('Gates: ')[1]?.split('\n') ?? [];
    expect(gates[0]).toBe('1 of 2 met');
    expect(gates[1]).toMatch(/BREACH awaiting-payments failed requests +2\.00% {2}<= 1\.00%/);
    expect(gates[2]).toMatch(/ok +awaiting-payments latency p\(99\) +99\.0 ms {2}< 1,000 ms/);
  });

  it('says plainly that states ran dry and tokens died, and that no figure holds them', () => {
    const { totals } = sampleReport();
    const text = renderLoadTerminal(
      sampleReport({ totals: { ...totals, statesExhausted: 7, tokenFailures: 3 } }),
    );
    expect(text).toContain('States ran dry: 7 times in 100 iterations; these are in no figure');
    expect(text).toContain('Tokens died: 3 requests refused');
  });

  it('shows the audit with its violations, and the steps of a breakpoint search', () => {
    const text = renderLoadTerminal(
      sampleReport({
        audit: {
          result: 'failed',
          compared: ['what was sent with 9 rows'],
          notAudited: ['loans (no ledger)'],
          checks: [
            {
              id: 'ledger',
              result: 'failed',
              message: '9 rows',
              examined: 9,
              violations: ['key k is booked 2 times'],
            },
          ],
        },
        breakpoint: {
          highestRate: 80,
          lowestFailingRate: 90,
          steps: [{ rate: 90, ok: false, breached: ['p(99) must be < 5'], p99: 6 }],
        },
      }),
    );
    expect(text).toContain('Audit: failed');
    expect(text).toContain('key k is booked 2 times');
    expect(text).toContain('Breakpoint: 80/s meets every gate; 90/s breached');
  });

  it('says how much was refused as it may be, as the page does', () => {
    const endpoints = [{ ...sampleEndpoint('repay-loan-repeat', [5, 6]), refused: 1 }];
    const report = sampleReport({ endpoints });
    expect(renderLoadTerminal(report)).toContain('│ 0; 1 refused as they may be');
    expect(renderLoadHtml(report)).toContain('1 refused as they may be');
    expect(renderLoadTerminal(sampleReport())).not.toContain('refused');
  });

  it('lets no target steer the terminal', () => {
    const text = renderLoadTerminal(sampleReport({ target: HOSTILE, reasons: [HOSTILE] }));
    expect(text).not.toContain('\u001b');
    expect(text).toContain('\\u{1b}[2J');
  });
});

describe('the HTML report', () => {
  it('runs nothing that a target put into it', () => {
    const errors = [{ endpoint: HOSTILE, kind: HOSTILE, count: 1, seen: 1, example: HOSTILE }];
    const endpoints = [sampleEndpoint(HOSTILE, [1, 2])];
    const page = renderLoadHtml(
      sampleReport({ target: HOSTILE, reasons: [HOSTILE], errors, endpoints }),
    );
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img');
    expect(page).not.toContain('\u202e');
    expect(page.match(/<script/g)).toHaveLength(2);
  });

  it('allows only its own script and style, by their hashes, and loads nothing', () => {
    const page = renderLoadHtml(sampleReport());
    const written = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? '';
    const policy = written.replaceAll('&#39;', "'");
    expect(policy).toContain("default-src 'none'");
    for (const [element, directive] of [
      ['style', 'style-src'],
      ['script', 'script-src'],
    ]) {
      const text = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(page)?.[1] ?? '';
      const hash = createHash('sha256').update(text).digest('base64');
      expect(policy).toContain(`${directive} 'sha256-${hash}'`);
    }
    expect(page).not.toMatch(/\b(src|href)="(?!#)/);
  });

  it('draws latency, rates, errors and percentiles from the figures of the report', () => {
    const charts = chartsOf(sampleReport());
    expect(charts.map(({ id }) => id)).toEqual([
      ...['latency', 'rate', 'errors', 'percentiles', 'generator-lag', 'generator-busy'],
    ]);
    const [latency, rate, errors] = charts;
    expect(latency?.views.map(({ name }) => name)).toEqual([
      'all of the journey',
      'awaiting-payments',
    ]);
    expect(latency?.views[1]?.data[3]).toEqual(Array(10).fill(expect.closeTo(100, 0)));
    expect(rate?.views[0]?.data[2]).toEqual(Array(10).fill(10));
    expect(errors?.views[0]?.data[1]).toEqual([1, 1, ...Array(8).fill(0)]);
  });

  it('shows phases, status codes and bytes, and how the generator fared over time', () => {
    const page = renderLoadHtml(sampleReport());
    expect(page).toContain('received 90.0 kB and sent 40.0 kB');
    expect(page).toContain('200: 98, 500: 2');
    expect(page).toMatch(/data-label="waiting">1\.00 \/ 2\.00</);
    expect(page).toContain('How late k6 woke up');
    const { timeline } = sampleReport();
    const untold = timeline.buckets.map((bucket) => ({
      ...bucket,
      generator: { busy: null, lagMs: null },
    }));
    const blind = sampleReport({ timeline: { ...timeline, buckets: untold } });
    expect(chartsOf(blind).map(({ id }) => id)).not.toContain('generator-lag');
  });

  it('is written whole', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-load-html-'));
    try {
      const file = join(folder, 'deeper', 'load.html');
      await writeLoadHtml(file, sampleReport());
      expect(await readFile(file, 'utf8')).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('the percentile curve', () => {
  it('goes from the fastest request through the median to the slowest', () => {
    const latencies = Array.from({ length: 1000 }, (_, index) => index + 1);
    const curve = percentileCurve(sampleEndpoint('any', latencies).histogram);
    expect(curve[0]).toEqual({ odds: 1, milliseconds: expect.closeTo(1, 2) });
    expect(curve.find(({ odds }) => odds === 2)?.milliseconds).toBeCloseTo(500, -1);
    expect(curve.at(-1)?.odds).toBe(1000);
    expect(curve.at(-1)?.milliseconds).toBeCloseTo(1000, -1);
  });

  it('is empty where nothing was measured', () => {
    expect(percentileCurve(sampleEndpoint('any', []).histogram)).toEqual([]);
  });
});
