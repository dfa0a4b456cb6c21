import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../contract/errors.ts';
import { createRedactor } from '../redaction/redact.ts';
import {
  SAMPLE_TARGET,
  sampleConformantReport,
  sampleExchange,
  sampleFailedExchange,
  sampleReport,
  sampleResults,
} from '../testing/sample-report.ts';
import { annotationsOf, reportToGithub } from './github.ts';
import { renderMarkdown } from './markdown.ts';
import { redactReport } from './redact-report.ts';
import schema from './report.schema.json' with { type: 'json' };
import type { Report } from './report.ts';
import { renderTerminal } from './terminal.ts';
import { writeReports } from './write-reports.ts';

const PASSWORD = 'C@nary/"pass" wörd&1';
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLW9mLWNhbmFyeS10b2tlbg';
const SECRETS = [PASSWORD, TOKEN];
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A report of a target that echoes secrets wherever it can, in many encodings. */
function leakyReport(secrets = SECRETS) {
  const echo = secrets
    .map((secret) =>
      [
        secret,
        JSON.stringify({ secret }),
        encodeURIComponent(secret),
        base64(`user:${secret}`),
        Buffer.from(secret).toString('hex'),
      ].join(' '),
    )
    .join('\n');
  const exchange = sampleExchange({
    request: {
      method: 'PUT',
      url: `https://x.example/${encodeURIComponent(echo)}`,
      headers: { 'X-Auth-Token': secrets[1] ?? '', authorization: `Basic ${base64(echo)}` },
      body: JSON.stringify({ currentPassword: secrets[0] }),
    },
    response: { status: 200, headers: { 'x-echo': echo, [secrets[0] ?? '']: 'a' }, body: echo },
    retries: [{ reason: echo, waitedMs: 1 }],
  });
  const failed = sampleFailedExchange('protocol');
  const results = sampleResults({
    'awaiting-payments.list': [
      'fail',
      {
        ...{ message: `Got ${echo}`, expected: echo, got: echo, exchanges: [exchange] },
        judged: { exchanges: 3, broken: 1 },
      },
    ],
    'awaiting-payments.role.cashier': ['not tested', { missing: [`state ${echo}`] }],
    'awaiting-payments.wrong-date': ['observed', { observations: [{ subject: 's', value: echo }] }],
    'repay-loan.key-twice': [
      'error',
      { message: echo, exchanges: [{ ...failed, error: { kind: 'protocol', message: echo } }] },
    ],
  });
  return sampleReport({
    results,
    target: { ...SAMPLE_TARGET, name: `Target ${echo}`, baseUrl: `https://${echo}` },
    partialReason: echo,
    selection: echo,
    knownFailures: { file: 'known.json', entries: [{ check: '*.list', reason: echo }] },
  });
}

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'assay-reports-'));
});
afterEach(() => rm(dir, { recursive: true }));

describe('writing reports', () => {
  it('writes all formats and leaves nothing else behind', async () => {
    const out = join(dir, 'new', 'folder');
    const { files: written } = await writeReports(out, leakyReport(), createRedactor(SECRETS));
    expect(written).toEqual(['report.json', 'junit.xml', 'report.html'].map((f) => join(out, f)));
    expect((await readdir(out)).sort()).toEqual(['junit.xml', 'report.html', 'report.json']);
  });

  it('leaves no secret in any artefact in any encoding', async () => {
    const redactor = createRedactor(SECRETS);
    const report = leakyReport();
    const summary = join(dir, 'summary.md');
    const printed: string[] = [];
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
    await reportToGithub(redactReport(report, redactor), (line) => printed.push(line), env);
    const artefacts = [
      ...(await Promise.all(
        [...(await writeReports(dir, report, redactor)).files, summary].map((f) =>
          readFile(f, 'utf8'),
        ),
      )),
      printed.join('\n'),
      renderTerminal(redactReport(report, redactor)),
    ];
    for (const artefact of artefacts) {
      expect(artefact).toContain('redacted');
      for (const secret of SECRETS) {
        const signature = secret.split('.')[2] ?? secret;
        for (const form of [
          secret,
          signature,
          JSON.stringify(secret).slice(1, -1),
          encodeURIComponent(secret),
          Buffer.from(signature).toString('hex'),
          base64(secret).slice(0, -4),
          base64(`user:${secret}`).slice(8, -4),
        ]) {
          expect(artefact).not.toContain(form);
        }
      }
    }
  });

  it('writes a report.json that its schema takes, whatever the target sent', async () => {
    const ajv = addFormats.default(new Ajv2020({ allErrors: true }));
    const validate = ajv.compile(schema);
    for (const report of [leakyReport(), sampleConformantReport(), sampleReport({ results: [] })]) {
      const { files } = await writeReports(dir, report, createRedactor(SECRETS), ['json']);
      const [file = ''] = files;
      validate(JSON.parse(await readFile(file, 'utf8')));
      expect(validate.errors).toBeNull();
    }
  });

  it('stays whole when a password is a word of the report', async () => {
    const secrets = ['verdict', 'exchanges', 'conformant', 'script', 'requirement'];
    const redactor = createRedactor(secrets);
    const report = leakyReport(secrets);
    const { files } = await writeReports(dir, report, redactor);
    const [json = '', , page = ''] = files;
    const read = JSON.parse(await readFile(json, 'utf8'));
    expect(read).toMatchObject({ verdict: 'not conformant', counts: report.counts });
    const failed = read.checks.find(({ result }: { result: string }) => result === 'fail');
    expect(failed.exchanges[0].request.body).toBe('{"currentPassword":"[redacted]"}');
    expect(await readFile(page, 'utf8')).toContain('</script>');
  });

  it('stays JSON when a password is digits that a duration has', async () => {
    const exchange = { ...sampleExchange({}), durationMs: 19.1223569 };
    const results = sampleResults({
      'awaiting-payments.list': ['fail', { exchanges: [exchange], message: 'Got 23569' }],
    });
    const { files } = await writeReports(dir, sampleReport({ results }), createRedactor(['23569']));
    const text = await readFile(files[0] ?? '', 'utf8');
    expect(text).not.toContain('Got 23569');
    const { checks } = JSON.parse(text) as Report;
    const failed = checks.find(({ result }) => result === 'fail');
    expect(failed?.exchanges[0]?.durationMs).toBe(19.1223569);
  });

  it('cuts huge bodies and never leaves half a secret at the cut', async () => {
    const body = `${'x'.repeat(65_530)}${TOKEN}${'y'.repeat(3_000_000)}`;
    const exchange = sampleExchange({ response: { status: 200, headers: {}, body } });
    const results = sampleResults({
      'awaiting-payments.list': ['fail', { exchanges: [exchange] }],
    });
    const report = sampleReport({ results });
    const { files } = await writeReports(dir, report, createRedactor(SECRETS), ['json']);
    const [file = ''] = files;
    const text = await readFile(file, 'utf8');
    expect(text.length).toBeLessThan(200_000);
    expect(text).toContain('[cut, 3065');
    expect(text).not.toContain(TOKEN.slice(0, 6));
  });

  it('names the file in one line when the folder cannot be written', async () => {
    const file = join(dir, 'file');
    await writeFile(file, '');
    const error = await writeReports(join(file, 'out'), sampleReport(), createRedactor([])).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UnavailableError);
    expect(String(error)).toMatch(/cannot write .*report\.json: ENOTDIR$/);
  });
});

describe('GitHub', () => {
  const failing = sampleReport({
    results: sampleResults({
      'awaiting-payments.list': ['fail', { message: '100%\r\n::error::, got <b>|x|</b> @team' }],
      'awaiting-payments.date': ['warn'],
    }),
  });

  it('is told one annotation for each finding, escaped', () => {
    expect(annotationsOf(failing)).toEqual([
      '::error title=Assay PAY-1::awaiting-payments: 100%25 ::error::, got <b>|x|</b> @team (awaiting-payments.list)',
      '::warning title=Assay PAY-4::awaiting-payments: Expected what is stated, got warn. (awaiting-payments.date)',
    ]);
  });

  it('takes no command out of what the target or its file said', () => {
    const steering = '##[error]x ##vso[task.complete]y ###[warning]z';
    const report = sampleReport({
      target: { ...SAMPLE_TARGET, name: '::error::broken' },
      unreachable: '::error::gone',
      results: sampleResults({ 'awaiting-payments.list': ['fail', { message: steering }] }),
    });
    const lines = [...annotationsOf(report), ...renderTerminal(report).split('\n')];
    expect(lines.some((line) => line.includes('# #[error]x # #vso[task.complete]y'))).toBe(true);
    for (const line of lines) {
      expect(line).not.toMatch(/##[\w.-]*\[/);
      expect(line.trimStart()).not.toMatch(/^::(?!error title=|warning title=|notice title=)/);
    }
  });

  it('gets a summary in which nothing of the target is markup', () => {
    const markdown = renderMarkdown(failing);
    expect(markdown).toContain('&lt;b>&#124;x&#124;&lt;/b> &#64;team');
    expect(markdown).toContain('| fail | 1 |');
    expect(markdown).toContain('Section 4.5 says&#58; “Returns the awaiting payments');
    expect(markdown).toMatch(/Register version \d+, seed 1\.\n$/);
  });

  it('is told nothing outside of a workflow', async () => {
    const printed: string[] = [];
    await reportToGithub(failing, (line) => printed.push(line), {});
    expect(printed).toEqual([]);
  });
});
