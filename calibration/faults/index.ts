import { acceptedTokenFaults } from './accepted-tokens.ts';
import type { Fault } from './fault.ts';
import { loginFaults } from './login.ts';
import { logoutAndPreferenceFaults } from './logout-and-preference.ts';
import { refreshFaults } from './refresh.ts';
import { refusedTokenFaults } from './refused-tokens.ts';
import { sessionFaults } from './session.ts';

/** Every seeded fault, in the order of the specification. */
export const FAULTS: readonly Fault[] = [
  ...loginFaults,
  ...sessionFaults,
  ...refreshFaults,
  ...logoutAndPreferenceFaults,
  ...refusedTokenFaults,
  ...acceptedTokenFaults,
];
