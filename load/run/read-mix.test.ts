import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import targetSchema from '../../target/target.schema.json' with { type: 'json' };
import schema from './load-mix.schema.json' with { type: 'json' };
import { readMix } from './read-mix.ts';
import { callersOf } from './run-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-mix-'));
});
afterAll(() => rm(folder, { recursive: true }));

const written = async (content: unknown) => {
  const file = join(folder, 'mix.json');
  await writeFile(file, JSON.stringify(content));
  return file;
};

describe('a mix in a file of its own', () => {
  it('is read as the documentation shows it', async () => {
    const page = await readFile(join(import.meta.dirname, '..', 'OWN-JOURNEY.md'), 'utf8');
    const mix = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
    const $schema = './node_modules/assay/dist/load/run/load-mix.schema.json';
    expect(await readMix(await written({ $schema, ...mix }))).toEqual(mix);
  });

  it('is refused with every mistake', async () => {
    const file = await written({
      lending: { acceptRate: 2, thinkTime: { maximum: 3 } },
      'payment-listing': { pages: [] },
    });
    await expect(readMix(file)).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(/acceptRate.*maximum is not a known key|maximum.*acceptRate/),
    });
    await expect(readMix(join(folder, 'none.json'))).rejects.toThrow('cannot read the mix');
    await expect(readMix(await written([]))).rejects.toThrow(/expected an object/);
  });

  it('has the schema of the section of a target file', () => {
    const { $schema: _, ...properties } = schema.properties;
    expect(properties).toEqual(targetSchema.$defs.mix.properties);
  });
});

describe('the users of a run', () => {
  const user = (email: string, tenant?: string) => ({
    email,
    password: 'x',
    ...(tenant && { tenant }),
  });
  const target = {
    ...{ name: 't', baseUrl: '', lendingUrl: '', investmentUrl: '', timeoutMs: 1 },
    ...{ users: { customer: user('c@a') }, states: {} },
  };
  const load = {
    customers: [user('1@b', 'b'), user('2@b', 'b'), user('1@d', 'd'), user('3@b', 'b')],
  };
  const emails = (usersPerTenant?: number) =>
    callersOf([{ name: 'payment-listing' }], {
      ...target,
      load: { ...load, ...(usersPerTenant !== undefined && { mix: { usersPerTenant } }) },
    }).map(({ email }) => email);

  it('are all that list, or the first ones of each tenant, in their order', () => {
    expect(emails()).toEqual(['c@a', '1@b', '2@b', '1@d', '3@b']);
    expect(emails(2)).toEqual(['c@a', '1@b', '2@b', '1@d']);
    expect(emails(1)).toEqual(['c@a', '1@b', '1@d']);
  });

  it('begin with the customer wherever lending is part of it', () => {
    const both = [{ name: 'payment-listing' }, { name: 'lending' }];
    expect(callersOf(both, { ...target, load })[0]?.email).toBe('c@a');
    expect(() => callersOf(both, { ...target, users: {}, load })).toThrow('users.customer is miss');
  });
});
