import { describe, expect, it } from 'vitest';
import { exchangeStub } from '../../testing/exchange-stub.ts';
import { fieldInTheWay } from './after-refusals.ts';

const SERVED = exchangeStub(200, { status: 'SUCCESS' });
const REFUSED = exchangeStub(409, { status: 'FAILED', message: 'an application is open' });

/** The field, where a valid request is refused after those that lacked what `stands` says. */
const told = async (stands: (lacking: readonly string[], time: number) => boolean) => {
  let time = 0;
  const found = await fieldInTheWay(async (lacking) => {
    time += 1;
    return stands(lacking, time) ? REFUSED : SERVED;
  });
  return found?.[0];
};

describe('a loan that is requested after faulty requests for it', () => {
  it('is refused for the one field that leaves something behind', async () => {
    expect(await told((lacking) => lacking.includes('monthlyIncome'))).toBe('monthlyIncome');
  });

  it('may be refused to who has just been refused, whatever for', async () => {
    expect(await told((lacking) => lacking.length > 0)).toBeUndefined();
  });

  it('may be refused after many refusals', async () => {
    expect(await told((lacking) => lacking.length > 3)).toBeUndefined();
  });

  it('is not held against a target that refuses an entry once, or serves none any more', async () => {
    const first = (lacking: readonly string[], time: number) =>
      lacking.length > 3 || (lacking.includes('dateOfBirth') && time < 4);
    expect(await told(first)).toBeUndefined();
    expect(await told((lacking, time) => lacking.length > 3 || time > 4)).toBeUndefined();
  });

  it('tells nothing where the target supplies no more entries', async () => {
    expect(await fieldInTheWay(async () => undefined)).toBeUndefined();
  });
});
