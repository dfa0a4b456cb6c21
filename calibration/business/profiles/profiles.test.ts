import { describe, expect, it } from 'vitest';
import { BusinessClient } from '../business-client.ts';
import { gatewayScenes } from '../scenes/gateway-scenes.ts';
import { lendingScenes } from '../scenes/lending-scenes.ts';
import { listingScenes } from '../scenes/listing-scenes.ts';
import { portfolioScenes } from '../scenes/portfolio-scenes.ts';
import { readingScenes } from '../scenes/reading-scenes.ts';
import { sessionScenes } from '../scenes/session-scenes.ts';
import { shapeScenes } from '../scenes/shape-scenes.ts';
import { profileOf, profiles } from './index.ts';
import { agreeing, rulesOf } from './profile.ts';

const scenes = {
  ...sessionScenes,
  ...listingScenes,
  ...lendingScenes,
  ...gatewayScenes,
  ...readingScenes,
  ...portfolioScenes,
  ...shapeScenes,
};

describe('profiles', () => {
  it.each(profiles.map(({ name }) => name))(
    '%s does what it says, and only with it',
    async (name) => {
      const scene = scenes[name];
      expect(scene, 'every profile has a scene').toBeDefined();
      const seen = [];
      for (const had of [[name], []]) {
        let now = Date.now();
        const client = await BusinessClient.start(had, () => now);
        const token = await client.tokenOf(client.server.cast.customer);
        const pass = (milliseconds: number) => {
          now += milliseconds;
        };
        seen.push(await scene?.look({ client, token, pass }));
        expect(client.server.problems).toEqual([]);
        await client.server.stop();
      }
      expect(seen[0]).toEqual(scene?.shows);
      expect(seen[1]).not.toEqual(scene?.shows);
    },
  );

  it('have names of their own, and a sentence for what they do and why they may', () => {
    expect(new Set(profiles.map(({ name }) => name)).size).toBe(profiles.length);
    for (const { does, room, excludes } of profiles) {
      expect(does).toMatch(/^[A-Z].*\.$/);
      expect(room.length).toBeGreaterThan(10);
      for (const name of excludes ?? []) {
        expect(profileOf(name).name).toBe(name);
      }
    }
  });

  it('accept the values that their states supply, all of those that agree at once', async () => {
    const quiet = agreeing(profiles).filter(
      ({ name }) => !['rate-limit', 'overloaded-now-and-then'].includes(name),
    );
    expect(rulesOf(quiet).loans.length).toBeGreaterThan(10);
    const client = await BusinessClient.start(quiet.map(({ name }) => name));
    const { agent: forAgent, email, password, ...values } = await client.state('loan-product');
    const fixed = { loanApplicationStatusEnum: 'REQUESTED' };
    const { body: session } = await client.login({ email, password });
    const asked = await client.requestLoan(
      { ...values, ...fixed },
      { token: session.access_token },
    );
    expect(asked.status).toBe(200);
    const agent = await client.tokenOf(client.server.cast.agent);
    const { loanProductId, currencyCode } = values;
    const byAgent = { ...forAgent, ...fixed, loanProductId, currencyCode };
    expect((await client.requestLoan(byAgent, { token: agent })).status).toBe(200);
    await client.server.stop();
  });
});
