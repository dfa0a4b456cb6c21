import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CAPABILITIES } from '../contract/capabilities.ts';
import { fieldsOf } from './states/state-values.ts';
import schema from './target.schema.json' with { type: 'json' };
import { ROLE_OF_USER, USER_NAMES } from './target.ts';
import { parseTarget } from './target-file.ts';
import { STATE_NAMES } from './target-rules.ts';
import { parseTargetText } from './target-text.ts';

const readme = await readFile(new URL('./README.md', import.meta.url), 'utf8');

/** Cells of the table row that begins with this name in code. */
function rowOf(name: string): string[] {
  const line = readme.split('\n').find((text) => text.startsWith(`| \`${name}\` `));
  return line?.split('|').map((cell) => cell.trim()) ?? [];
}

test('explains every key of the file', () => {
  for (const key of Object.keys(schema.properties).filter((name) => name !== '$schema')) {
    expect(rowOf(key), key).toHaveLength(5);
  }
  for (const key of schema.required) {
    expect(rowOf(key)[3]).toBe('required');
  }
  expect(rowOf('timeoutMs')[3]).toBe(String(schema.properties.timeoutMs.default));
  expect(rowOf('concurrency')[3]).toBe(String(schema.properties.concurrency.default));
});

test('explains every user with its role, and every capability', () => {
  for (const name of USER_NAMES) {
    expect(rowOf(name)[2], name).toContain(ROLE_OF_USER[name]);
  }
  for (const name of Object.keys(CAPABILITIES)) {
    expect(rowOf(name), name).toHaveLength(4);
  }
});

test('lists the fields of every state', () => {
  const loans = ['closed-loan', 'third-party-loan', 'loan-without-application'];
  for (const name of STATE_NAMES) {
    const expected = loans.includes(name)
      ? 'as `active-loan`, without `repaymentAmount`'
      : fieldsOf(name).join(', ');
    expect(rowOf(name)[2], name).toBe(expected);
  }
});

test('shows a file that has no mistakes', () => {
  const [, example = ''] = /```jsonc\n([\s\S]*?)```/.exec(readme) ?? [];
  const { value, mistakes } = parseTargetText(example);
  expect(mistakes).toEqual([]);
  const env = { ACME_CUSTOMER_PASSWORD: 'a', ACME_CASHIER_PASSWORD: 'b', ACME_STATES_SECRET: 'c' };
  expect(parseTarget(value, env).states.pools['offer-sent']).toHaveLength(2);
});
