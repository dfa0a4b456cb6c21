import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UsageError } from '../contract/errors.ts';
import { parseTarget } from './target-file.ts';
import { parseTargetText } from './target-text.ts';
import { SAMPLE_ENV, sampleTargetFile } from './testing/sample-target-file.ts';

const MINIMAL = { name: 'Minimal', baseUrl: 'http://localhost:4000' };

test('counts passwords, tokens, hook headers and credentials among the headers as secrets', () => {
  const target = parseTarget(
    {
      ...MINIMAL,
      headers: {
        authorization: `Basic ${Buffer.from('gate:open-sesame').toString('base64')}`,
        'x-api-key': 'key-in-clear',
        'x-region': 'eu-1',
        Cookie: 'sid=1',
      },
      users: { customer: { email: 'c@t.example', password: 'pw-in-clear' } },
      states: {
        url: 'http://127.0.0.1:1/',
        headers: { Authorization: 'Bearer hook-in-clear', 'content-type': 'application/json' },
        'api-token': [{ token: 'api-token-in-clear' }],
        'loan-product': [
          {
            loanProductId: 'p',
            currencyCode: 'NGN',
            email: 'own@t.example',
            password: 'pw-of-applicant-in-clear',
            agent: { email: 'agent@t.example', password: 'pw-of-agent-in-clear' },
          },
        ],
      },
      load: { customers: [{ email: 'hot@t.example', password: 'pw-of-load-in-clear' }] },
    },
    {},
  );
  expect(target.secrets.toSorted()).toEqual(
    [
      'Basic Z2F0ZTpvcGVuLXNlc2FtZQ==',
      'Z2F0ZTpvcGVuLXNlc2FtZQ==',
      'open-sesame',
      'key-in-clear',
      'sid=1',
      'pw-in-clear',
      'pw-of-load-in-clear',
      'Bearer hook-in-clear',
      'hook-in-clear',
      'api-token-in-clear',
      'pw-of-applicant-in-clear',
      'pw-of-agent-in-clear',
    ].toSorted(),
  );
});

test('does not hide elsewhere what an address of the target shows anyway', () => {
  const { secrets } = parseTarget(
    {
      ...MINIMAL,
      baseUrl: `http://127.0.0.1:\${PORT}`,
      users: { customer: { email: 'c@t.example', password: `\${PASSWORD}` } },
      states: { url: `http://127.0.0.1:\${PORT}/states/\${KEY}` },
    },
    { PORT: '4010', PASSWORD: 'pw-of-c', KEY: 'k-of-states' },
  );
  expect(secrets.toSorted()).toEqual(['k-of-states', 'pw-of-c']);
});

test('hides what the name of the target has, too, wherever else it is no address', () => {
  const { secrets } = parseTarget(
    { ...MINIMAL, name: `\${WORD}`, users: { customer: { email: `\${WORD}`, password: 'pw' } } },
    { WORD: 'c@t.example' },
  );
  expect(secrets.toSorted()).toEqual(['c@t.example', 'pw']);
});

test('keeps a password secret that the name of the target has, too', () => {
  const { secrets } = parseTarget(
    {
      ...MINIMAL,
      name: `\${WORD}`,
      users: { customer: { email: 'c@t.example', password: `\${WORD}` } },
    },
    { WORD: 'sandbox' },
  );
  expect(secrets).toEqual(['sandbox']);
});

test('counts every value of the environment as secret, at any depth', () => {
  const { secrets } = parseTarget(sampleTargetFile(), SAMPLE_ENV);
  expect(secrets).toEqual(expect.arrayContaining(Object.values(SAMPLE_ENV)));
  expect(secrets).toContain('pw-of-everybody-1-customer');
  expect(secrets).toContain('Bearer hook-secret-4');
  expect(secrets).not.toContain('eu-1');
});

test('does not hide the name and the addresses of the target, wherever they came from', () => {
  const file = {
    name: `\${A}`,
    baseUrl: `http://\${B}`,
    lendingUrl: `\${C}`,
    load: { currencies: [`\${D}`] },
  };
  const env = { A: 'Acme', B: 'base.example', C: 'http://lending.example', D: 'secret' };
  expect(parseTarget(file, env).secrets).toEqual(['secret']);
});

/** Text that nobody would write in a message by chance, with characters that break formats. */
const secret = fc
  .string({
    unit: fc.constantFrom('"', '\\', '\n', ' ', '{', '$', '?', '#', '@', ':', '/', 'é'),
    maxLength: 6,
  })
  .map((odd) => `s3cr${odd}et-c4n4ry`);

/** Leaves of the sample, each the place of a possible secret. */
function leavesOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) {
    return [path];
  }
  return Object.entries(value).flatMap(([key, item]) =>
    leavesOf(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function replaceAt(root: unknown, path: (string | number)[], value: unknown): void {
  let object = root as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) {
    object = object[step] as Record<string | number, unknown>;
  }
  object[path[path.length - 1] ?? ''] = value;
}

const PARTS = ['s3cr', 'c4n4ry'];

function messageOf(action: () => unknown): string {
  try {
    action();
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as UsageError).message;
  }
}

test('no value occurs in a message, wherever it is written and whatever else is wrong', () => {
  const leaves = leavesOf(sampleTargetFile());
  let complaints = 0;
  fc.assert(
    fc.property(
      secret,
      fc.subarray(leaves, { minLength: 1 }),
      fc.constantFrom('literal', 'environment', 'wrapped'),
      (value, places, how) => {
        const file = sampleTargetFile();
        const written = { literal: value, environment: `\${CANARY}`, wrapped: [{ value }] }[how];
        for (const place of places) {
          replaceAt(file, place, written);
        }
        const message = messageOf(() => parseTarget(file, { ...SAMPLE_ENV, CANARY: value }));
        if (message) {
          complaints++;
        }
        for (const part of PARTS) {
          expect(message).not.toContain(part);
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(complaints).toBeGreaterThan(200);
});

test('no text of a file occurs in a message about its syntax', () => {
  const text = JSON.stringify(sampleTargetFile(), null, 1).replaceAll('example', 's3cr-c4n4ry');
  let complaints = 0;
  fc.assert(
    fc.property(
      fc.nat(text.length - 1),
      fc.constantFrom('', '"', '}', ',', '\\', '\n'),
      (at, put) => {
        const { mistakes } = parseTargetText(text.slice(0, at) + put + text.slice(at + 1));
        complaints += mistakes.length;
        // a broken quote can make a key of a value, but keys given twice are the only ones quoted
        for (const mistake of mistakes.filter(({ path }) => path.length === 0)) {
          for (const part of PARTS) {
            expect(mistake.text).not.toContain(part);
          }
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(complaints).toBeGreaterThan(100);
});
