import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InstrumentedCopy, instrumentedCopy } from './instrument.ts';
import { startMutant } from './start-mutant.ts';
import { whyNotValid } from './valid-calls.ts';

let copy: InstrumentedCopy;

beforeAll(async () => {
  copy = await instrumentedCopy();
});

afterAll(async () => {
  await copy.remove();
  expect(existsSync(copy.folder)).toBe(false);
});

/** The number of the mutant that a file holds for an original and its replacement. */
function idOf(file: string, original: string, replacement: string): string {
  const found = copy.mutants.find(
    (one) => one.file === file && one.original === original && one.replacement === replacement,
  );
  if (!found) {
    throw new Error(`${file} has no mutant of ${original}`);
  }
  return found.id;
}

/** Whether the nine valid calls succeed, and which mutants they come by. */
async function tried(mutantId?: string) {
  const server = await startMutant(copy.folder, mutantId);
  try {
    return { why: await whyNotValid(server.target), reached: await server.reached() };
  } finally {
    await server.close();
  }
}

describe('the instrumented server', () => {
  it('holds mutants of what decides answers alone, each with a key of its own', () => {
    const files = new Set(copy.mutants.map(({ file }) => file));
    expect(files).toContain('server/http/guard.ts');
    expect(files).toContain('server/store/sessions.ts');
    expect([...files].filter((file) => /extensions|test|passwords|states/.test(file))).toEqual([]);
    expect(new Set(copy.mutants.map(({ key }) => key)).size).toBe(copy.mutants.length);
  });

  it('answers every valid call while no mutant is on, and tells what was come by', async () => {
    const { why, reached } = await tried();
    expect(why).toBeUndefined();
    expect(reached).toContain(idOf('server/routes/logout.ts', "token.kind === 'api'", 'true'));
    // Only the hook adds API tokens, and what it does is no part of a run.
    const added = 'add.run(id, hash, userId, name, createdAt, expiresAt);';
    expect(reached).not.toContain(idOf('server/store/api-tokens.ts', added, ';'));
  });

  it('has a mutant on that is switched on, in what is worked out at the start too', async () => {
    const request = idOf('server/routes/login.ts', 'user === undefined || !matches', 'true');
    expect((await tried(request)).why).toBe('login answered 401');
    const uuid = '/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i';
    const start = idOf('server/http/identifier.ts', uuid, uuid.replace('^[', '^[^'));
    expect((await tried(start)).why).toContain('answered 400');
  });
});
