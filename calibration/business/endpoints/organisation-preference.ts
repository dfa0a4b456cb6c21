import type { Answer, Ask } from '../exchange.ts';
import { authenticate, type World } from './session.ts';

/** Section 4.4: the preferences of the caller's organisation; every role may read them. */
export function organisationPreference(ask: Ask, world: World): Answer {
  const { user } = authenticate(ask, world);
  return {
    status: 200,
    body: {
      organisation: world.rules.tenantName(user.tenantId),
      preference: { baseCurrency: 'NGN', language: 'en', twoFactor: false },
    },
  };
}
