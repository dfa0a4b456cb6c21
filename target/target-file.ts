import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from '../contract/errors.ts';
import { whyNoFile } from '../contract/why-no-file.ts';
import { findProxies, type ProxyEntry } from './connections/proxies.ts';
import { readTls, type TlsEntry } from './connections/tls-material.ts';
import { type Environment, fillFromEnvironment } from './environment.ts';
import { firstPerPlace, type JsonPath, type Mistake, mistakesError } from './mistakes.ts';
import { targetShape } from './shape.ts';
import { onlyStateFields } from './states/state-values.ts';
import type {
  LoadSettings,
  StateName,
  StateValues,
  Target,
  UserEntry,
  UserName,
} from './target.ts';
import { poolsOf, ruleMistakes } from './target-rules.ts';
import { secretsOf } from './target-secrets.ts';
import { parseTargetText } from './target-text.ts';

/** `timeoutMs` of a file that gives none, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 10_000;

/** `concurrency` of a file that gives none. */
export const DEFAULT_CONCURRENCY = 8;

/**
 * Reads a target file (target.schema.json): JSON with comments and trailing commas, `${NAME}`
 * filled from the environment; of it come the proxies too, where the file names none. Throws one UsageError that lists every mistake with its path and
 * line; it quotes no text of the file and no variable's value.
 */
export async function readTargetFile(
  path: string,
  env: Environment = process.env,
): Promise<Target> {
  const { value, mistakes, lineOf } = parseTargetText(await readText(path));
  if (value === undefined) {
    throw mistakesError(path, mistakes);
  }
  return targetFrom(value, env, { subject: path, folder: dirname(path), mistakes, lineOf });
}

/**
 * The target that a JSON value of the target file's shape describes, for programs that make one
 * themselves. Same rules and same error as `readTargetFile`.
 */
export function parseTarget(json: unknown, env: Environment = process.env): Target {
  return targetFrom(json, env, { subject: 'the target', folder: '.', mistakes: [] });
}

interface Origin {
  /** what an error message calls the file */
  subject: string;
  /** where paths in it start */
  folder: string;
  /** found while reading the text */
  mistakes: Mistake[];
  lineOf?: (path: JsonPath) => number | undefined;
}

function targetFrom(json: unknown, env: Environment, origin: Origin): Target {
  const { value, taken, mistakes } = fillFromEnvironment(json, env);
  const { tls: tlsEntry, proxy } = (value ?? {}) as Partial<TargetFile>;
  const found = readTls(tlsEntry, origin.folder, new Date());
  const ways = findProxies(proxy, env);
  const all = firstPerPlace([
    ...origin.mistakes,
    ...mistakes,
    ...targetShape(value),
    ...ruleMistakes(value),
    ...found.mistakes,
    ...ways.mistakes,
  ]);
  if (all.length > 0) {
    throw mistakesError(origin.subject, all, origin.lineOf);
  }
  const target = {
    ...withDefaults(value as TargetFile),
    ...(found.tls && { tls: found.tls }),
    ...(ways.proxies && { proxies: ways.proxies }),
  };
  const secrets = [...secretsOf(target, taken), ...found.secrets, ...ways.secrets];
  return { ...target, secrets: [...new Set(secrets)] };
}

/** The content of a target file once it has no mistakes. */
interface TargetFile {
  name: string;
  baseUrl: string;
  lendingUrl?: string;
  investmentUrl?: string;
  headers?: Record<string, string>;
  tls?: TlsEntry;
  proxy?: ProxyEntry;
  timeoutMs?: number;
  concurrency?: number;
  users?: { [U in UserName]?: UserEntry };
  capabilities?: string[];
  states?: { url?: string; headers?: Record<string, string> };
  load?: LoadSettings;
}

function withDefaults(file: TargetFile): Omit<Target, 'secrets'> {
  const baseUrl = withoutSlash(file.baseUrl);
  const { url, headers } = file.states ?? {};
  return {
    name: file.name,
    baseUrl,
    lendingUrl: file.lendingUrl === undefined ? baseUrl : withoutSlash(file.lendingUrl),
    investmentUrl: file.investmentUrl === undefined ? baseUrl : withoutSlash(file.investmentUrl),
    headers: file.headers ?? {},
    timeoutMs: file.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    concurrency: file.concurrency ?? DEFAULT_CONCURRENCY,
    users: Object.fromEntries(
      Object.entries(file.users ?? {}).map(([name, user]) => [name, userOf(user)]),
    ),
    capabilities: file.capabilities ?? [],
    states: {
      ...(url !== undefined && { url: withoutSlash(url) }),
      ...(headers !== undefined && { headers }),
      pools: Object.fromEntries(
        poolsOf(file.states).map(({ name, pool }) => [name, entriesOf(name, pool as object[])]),
      ),
    },
    ...(file.load !== undefined && { load: file.load }),
  };
}

function userOf({ baseUrl, ...user }: UserEntry): UserEntry {
  return { ...user, ...(baseUrl !== undefined && { baseUrl: withoutSlash(baseUrl) }) };
}

function entriesOf<N extends StateName>(name: N, pool: readonly object[]): StateValues[N][] {
  return pool.map((values) => onlyStateFields(name, values));
}

function withoutSlash(text: string): string {
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

async function readText(path: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw new UsageError(`${path}: ${whyUnreadable(error, path)}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError(`${path}: is not UTF-8 text; expected a target file in JSON`);
  }
}

function whyUnreadable(error: unknown, path: string): string {
  const { code } = error as NodeJS.ErrnoException;
  const starter = code === 'ENOENT' ? `; \`assay init --out ${path}\` writes a starter` : '';
  return `${whyNoFile(error)}${starter}`;
}
