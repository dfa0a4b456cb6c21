import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECKS } from '../../conformance/checks/index.ts';
import { createRunner, type Runner } from '../../conformance/engine/runner.ts';
import { FAULTS } from '../faults/index.ts';
import { bothWays } from './through-proxy.ts';

/** A few of what `npm run calibrate:proxy` does with the whole suite. */
const SOME = [
  'awaiting-payments.search-ignored',
  'portfolios.size-ignored',
  'portfolios.created-201',
];

let runner: Runner;
beforeAll(() => {
  runner = createRunner();
});
afterAll(() => runner.close());

/** All checks of the endpoint that a check is of. */
function ofItsEndpoint(id: string | undefined) {
  const { endpoint } = CHECKS.find((check) => check.id === id) ?? {};
  return CHECKS.filter((check) => check.endpoint === endpoint);
}

describe('the suite through its own proxy', () => {
  it.each(SOME)('says the same of %s as without it', async (id) => {
    const fault = FAULTS.find((each) => each.id === id);
    const selected = ofItsEndpoint(fault?.caughtBy);
    const { verdicts, differences, exchanges } = await bothWays(fault ?? {}, runner, selected);
    expect(verdicts).toEqual({ straight: 'not conformant', through: 'not conformant' });
    expect(differences).toEqual([]);
    expect(exchanges).toBeGreaterThan(50);
  });

  it('says the same of the reference server, of which the proxy finds nothing broken either', async () => {
    const selected = ofItsEndpoint('update-application.succeeds');
    const { differences, brokenRules, exchanges } = await bothWays({}, runner, selected);
    expect(differences).toEqual([]);
    expect(brokenRules).toEqual([]);
    expect(exchanges).toBeGreaterThan(50);
  });
});
