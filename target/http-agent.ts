import { createRequire } from 'node:module';
import type undici from 'undici';

const require = createRequire(import.meta.url);

/**
 * undici's agent with its `request`, of its own files: its entry also loads WebSockets, caches and
 * mocks, which takes 14 MB and 50 ms of each thread.
 */
export const Agent: typeof undici.Agent = require('undici/lib/dispatcher/agent.js');

/** What `Agent` makes. */
export type Agent = undici.Agent;

const Dispatcher: typeof undici.Dispatcher = require('undici/lib/dispatcher/dispatcher.js');
// as the entry does it
Object.assign(Dispatcher.prototype, { request: require('undici/lib/api/api-request.js') });
