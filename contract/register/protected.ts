import { ENDPOINT_NAMES } from '../endpoint-names.ts';

/** The endpoints that need a token: all but login. */
export const PROTECTED = ENDPOINT_NAMES.filter((name) => name !== 'login');

/** Those that also need it to be alive: refresh is for the token that has expired. */
export const PROTECTED_BY_LIVE_TOKEN = PROTECTED.filter((name) => name !== 'refresh');
