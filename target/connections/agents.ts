import { createRequire } from 'node:module';
import type undici from 'undici';

const require = createRequire(import.meta.url);

/*
 * What we use of undici, of its own files: its entry also loads WebSockets, caches and mocks, which
 * takes 14 MB and 50 ms of each thread.
 */

/** undici's agent. */
export const Agent: typeof undici.Agent = require('undici/lib/dispatcher/agent.js');

/** undici's pool of connections to one origin. */
export const Pool: typeof undici.Pool = require('undici/lib/dispatcher/pool.js');

/** Loads undici's agent for proxies, which few targets need. */
export const loadProxyAgent = (): typeof undici.ProxyAgent =>
  require('undici/lib/dispatcher/proxy-agent.js');

const Dispatcher: typeof undici.Dispatcher = require('undici/lib/dispatcher/dispatcher.js');
// as the entry does it: agents ask, and proxies connect
Object.assign(Dispatcher.prototype, require('undici/lib/api/index.js'));
