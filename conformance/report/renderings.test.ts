import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SEED, REGISTER_VERSION } from '../../contract/register/version.ts';
import { createRedactor } from '../redaction/redact.ts';
import type { Result } from '../result.ts';
import { sampleExchange, sampleReport, sampleResults } from '../testing/sample-report.ts';
import { renderHtml } from './html/write-html.ts';
import { createProgress, type ProgressStream } from './progress.ts';
import { redactReport } from './redact-report.ts';
import { mayColour, renderTerminal } from './terminal.ts';
import { renderJunit } from './write-junit.ts';

const HOSTILE =
  '</script><script>alert(1)</script><img src=x onerror=alert(1)> ]]> ]]> & " \' \u0000\u001b[2J\u202e\ud800\uffff';

const unredacted = sampleReport({
  results: sampleResults({
    'awaiting-payments.list': [
      'fail',
      {
        message: HOSTILE,
        expected: HOSTILE,
        got: HOSTILE,
        exchanges: [
          sampleExchange({
            request: { method: 'GET', url: HOSTILE, headers: { a: HOSTILE }, body: HOSTILE },
            response: { status: 200, headers: { [HOSTILE]: HOSTILE }, body: HOSTILE },
          }),
        ],
      },
    ],
    'awaiting-payments.role.cashier': ['blocked', { blockedBy: 'awaiting-payments.list' }],
    'repay-loan.key-twice': ['error', { message: HOSTILE }],
    'portfolios.header.uuid-missing': ['not tested', { message: HOSTILE, missing: [HOSTILE] }],
    'awaiting-payments.wrong-date': [
      'observed',
      { observations: [{ subject: 'a', value: HOSTILE }] },
    ],
  }),
});

const hostile = redactReport(unredacted, createRedactor([]));

describe('the HTML report', () => {
  const page = renderHtml(hostile);

  it('holds nothing of the target as markup', () => {
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/<img/);
    expect(page).not.toMatch(/ onerror=alert\(1\)>/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not occur
    expect(page).not.toMatch(/[\u0000\u001b\u202e]/);
  });

  it('allows by its policy only its own script and style', () => {
    const policy = /Security-Policy" content="([^"]+)"/.exec(page)?.[1]?.replaceAll('&#39;', "'");
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^;']+'; script-src 'sha256-[^;']+';/,
    );
    expect(policy).not.toContain('unsafe');
    expect(page).not.toMatch(/ style="| onclick=|https?:\/\/(?!api\.|lending\.|investment\.)/);
  });

  it('leads with the verdict, then what to fix first, then the checks', () => {
    const places = [
      'Not conformant</h1>',
      '>Fix first',
      '>Checks ',
      '>Observations',
      '>The specification ',
    ];
    const at = places.map((place) => page.indexOf(place));
    expect(at).not.toContain(-1);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
  });

  it('shows a failure with requirement, expectation, exchange and replay', () => {
    for (const part of ['The answer lists payments', 'Expected</dt>', 'Got</dt>', 'curl -sS']) {
      expect(page).toContain(part);
    }
  });

  it('quotes the specification beside what it demands, in findings and cards', () => {
    const quotation =
      'Section 4.5 says: “Returns the awaiting payments within the date range and currency.”';
    expect(page.split(quotation)).toHaveLength(3);
    expect(page).toContain('Section 7 says: “Role lacks access: HTTP 403.”');
  });

  it('says in the card of a failure that the specification says nothing', () => {
    const results = sampleResults({ 'login.manager': ['fail'] });
    expect(renderHtml(sampleReport({ results }))).toContain('Section 4.1 says nothing of it.');
  });

  it('leaves the exchanges of passes and plain observations to report.json, and says how many', () => {
    const exchanges = [sampleExchange(), sampleExchange()];
    const lean = (result: Result, id = 'awaiting-payments.list') =>
      renderHtml(
        redactReport(
          sampleReport({ results: sampleResults({ [id]: [result, { exchanges }] }) }),
          createRedactor([]),
        ),
      );
    for (const small of [lean('pass'), lean('observed', 'awaiting-payments.wrong-date')]) {
      expect(small).not.toContain('<details class="exchange">');
      expect(small).not.toContain('curl -sS');
      expect(small).toMatch(
        /<p class="soft">2 exchanges and the replay in \d+ lines of this check/,
      );
      expect(small).toContain('2 exchanges of 1 check that passed or only observed');
    }
    // A must of which nothing could be seen is no plain observation.
    for (const whole of [lean('fail'), lean('observed')]) {
      expect(whole.split('<details class="exchange">')).toHaveLength(3);
      expect(whole).toContain('curl -sS');
      expect(whole).not.toContain('in report.json');
    }
  });

  it('names the version of the register and the seed at its foot', () => {
    expect(page).toContain(`register version ${REGISTER_VERSION}, seed ${DEFAULT_SEED}`);
  });

  it('gives every check an id once and links only to what is there', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target = ''] of page.matchAll(/href="#([^"]+)"/g)) {
      // what comes after a view is its filter
      expect(ids).toContain(target.replace(/^(run|specification)\?.*/, '$1'));
    }
  });

  it('lays JSON out without touching its numbers, and leaves deep JSON as it is', () => {
    const deep = '['.repeat(5000) + ']'.repeat(5000);
    const withBody = (body: string) =>
      renderHtml(
        sampleReport({
          results: sampleResults({
            'awaiting-payments.list': [
              'fail',
              { exchanges: [sampleExchange({ response: { status: 200, headers: {}, body } })] },
            ],
          }),
        }),
      );
    expect(withBody('{"a":1.0,"b":12345678901234567890}')).toContain(
      '{\n  &quot;a&quot;: 1.0,\n  &quot;b&quot;: 12345678901234567890\n}',
    );
    expect(withBody(deep)).toContain(deep);
  });
});

describe('JUnit', () => {
  const xml = renderJunit(hostile);

  it('quotes the specification in what it says of a failure', () => {
    const [, failure = ''] = /<failure [^>]*>([\s\S]*?)<\/failure>/.exec(xml) ?? [];
    expect(failure).toContain('\nSection 4.5 says: “Returns the awaiting payments');
  });

  it('counts failures, errors and skipped checks, and says why', () => {
    expect(xml).toMatch(/<testsuites [^>]*tests="9" failures="1" errors="1">/);
    expect(xml).toContain('blocked: Expected what is stated, got blocked.');
    expect(xml).toContain('observed: a: ');
  });

  it('is valid XML whatever the target sent', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold these
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    expect(xml.isWellFormed()).toBe(true);
    expect(elementsOf(xml)).toMatchObject({ opened: expect.any(Number), depth: 0 });
  });
});

/** Walks the tags of XML, and throws where they do not nest. */
function elementsOf(xml: string) {
  const open: string[] = [];
  let opened = 0;
  const markup = xml.replace(/^<\?xml[^>]*\?>/, '');
  for (const [tag, close, name, empty] of markup.matchAll(
    /<(\/?)([a-z-]+)(?:\s+[\w-]+="[^"<]*")*\s*(\/?)>/g,
  )) {
    if (close) {
      if (open.pop() !== name) {
        throw new Error(`unexpected ${tag}`);
      }
    } else {
      opened += 1;
      if (!empty) {
        open.push(name ?? '');
      }
    }
  }
  const stray = markup.replaceAll(/<(\/?)([a-z-]+)(?:\s+[\w-]+="[^"<]*")*\s*(\/?)>/g, '');
  if (/[<]|&(?!\w+;|#)/.test(stray)) {
    throw new Error('markup is left over');
  }
  return { opened, depth: open.length };
}

describe('the terminal summary', () => {
  it('leads with the verdict and what to fix first', () => {
    const lines = renderTerminal(hostile).split('\n').filter(Boolean);
    expect(lines[0]).toMatch(/^NOT CONFORMANT {2}Sandbox of Example Transfers/);
    const fix = lines.indexOf('Fix first');
    expect(fix).toBeGreaterThan(0);
    expect(lines[fix + 1]).toMatch(/^ {2}1\. must /);
    expect(lines[fix + 3]).toMatch(/^ +Section 4\.5 says: “Returns the awaiting payments/);
    expect(lines[fix + 4]).toContain('blocks 1 more');
    expect(lines.at(-2)).toMatch(/^9 checks in 4\.2 s: /);
    expect(lines.at(-1)).toBe(`register version ${REGISTER_VERSION}, seed ${DEFAULT_SEED}`);
  });

  it('prints the replay of the first finding, to be copied as a whole', () => {
    const lines = renderTerminal(hostile).split('\n');
    const replay = hostile.checks.find(({ id }) => id === 'awaiting-payments.list')?.replay ?? [];
    const at = lines.indexOf(replay[0] ?? '');
    expect(replay.at(-1)).toMatch(/curl -sS/);
    expect(lines.slice(at, at + replay.length)).toEqual(replay);
  });

  it('lets nothing of the target steer the terminal, coloured or not', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what colours is looked for
    const colours = /\u001b\[\d+m/g;
    for (const colour of [true, false]) {
      const text = renderTerminal(hostile, { colour });
      expect(colours.test(text)).toBe(colour);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not occur
      expect(text.replaceAll(colours, '')).not.toMatch(/[\u0000\u001b\u202e]/);
    }
  });

  it('is coloured only on a terminal, and not with NO_COLOR', () => {
    expect(mayColour({ isTTY: true }, {})).toBe(true);
    expect(mayColour({ isTTY: true }, { NO_COLOR: '1' })).toBe(false);
    expect(mayColour({ isTTY: true }, { TERM: 'dumb' })).toBe(false);
    expect(mayColour({}, {})).toBe(false);
  });
});

describe('progress', () => {
  function collect(isTTY: boolean) {
    let written = '';
    const stream: ProgressStream = Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          written += chunk;
          done();
        },
      }),
      { isTTY },
    );
    return { stream, written: () => written };
  }

  it('prints a plain line at every tenth and no carriage return', () => {
    const { stream, written } = collect(false);
    const progress = createProgress(stream, 20, { now: () => 0 });
    for (let i = 0; i < 20; i++) {
      progress.result({ result: i < 15 ? 'pass' : 'fail' });
    }
    progress.stop();
    const lines = written().trimEnd().split('\n');
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('2/20 checks: 2 pass');
    expect(lines.at(-1)).toBe('20/20 checks: 15 pass, 5 fail');
    expect(written()).not.toContain('\r');
  });

  it('breaks a silence of 5 s and says where it stopped', () => {
    let now = 0;
    const { stream, written } = collect(false);
    const progress = createProgress(stream, 1000, { now: () => now });
    progress.result({ result: 'pass' });
    now = 5_000;
    progress.result({ result: 'pass' });
    progress.result({ result: 'error' });
    progress.stop();
    progress.stop();
    expect(written()).toBe('2/1000 checks: 2 pass\n3/1000 checks: 2 pass, 1 error\n');
  });

  it('draws a bar on a terminal and leaves no listener behind', () => {
    const before = process.listenerCount('SIGINT');
    const { stream, written } = collect(true);
    const progress = createProgress(stream, 2);
    progress.result({ result: 'pass' });
    progress.stop();
    expect(written()).toContain('1/2 checks  1 pass');
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});
