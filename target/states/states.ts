import { pathText } from '../mistakes.ts';
import type { StateName, StateValues, Target } from '../target.ts';
import { NotSupplied } from './not-supplied.ts';
import { fieldsOf, onlyStateFields, secretsIn, stateMistakes } from './state-values.ts';

/** Where checks get data that no endpoint of the specification can create. */
export interface States {
  /**
   * Values of a state, the same for everybody who asks. Rejects with NotSupplied where neither pool
   * nor hook has any, with HookFailed where the hook broke.
   */
  shared<N extends StateName>(name: N): Promise<StateValues[N]>;
  /**
   * Other values of a state than the shared ones, the same for everybody who asks: entries may differ in what no
   * field tells. The shared ones where the target has no more. Rejects as `shared` does.
   */
  another<N extends StateName>(name: N): Promise<StateValues[N]>;
  /** Values of a state that nobody else got or will get. Rejects as `shared` does. */
  take<N extends StateName>(name: N): Promise<StateValues[N]>;
}

/** A request to the hook; always a POST with a JSON body. */
export interface HookRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What the hook answered. */
export interface HookAnswer {
  status: number;
  body: string;
}

/** Sends a request to the hook; rejects, with a message that names the cause, where no answer came. */
export type FetchHook = (request: HookRequest) => Promise<HookAnswer>;

/** The hook did not keep its side: an error of the harness, never of the target. */
export class HookFailed extends Error {
  override name = 'HookFailed';
}

/**
 * The states of a target: its pools first, then its hook. Every token and password handed out is
 * told to `onSecret` before anybody can show it.
 */
export function createStates(
  target: Pick<Target, 'states'>,
  fetchHook: FetchHook,
  onSecret: (value: string) => void = () => {},
): States {
  const { url, headers = {}, pools } = target.states;
  const next: { [N in StateName]?: number } = {};
  const handedOut = new Set<string>();
  const sharedValues: { [N in StateName]?: Promise<StateValues[N]> } = {};
  const otherValues: { [N in StateName]?: Promise<StateValues[N]> } = {};

  async function obtain<N extends StateName>(name: N): Promise<StateValues[N]> {
    const pool: readonly StateValues[N][] = pools[name] ?? [];
    const index: number = next[name] ?? 0;
    const entry = pool[index];
    if (entry !== undefined) {
      next[name] = index + 1;
      handedOut.add(identityOf(name, entry));
      for (const secret of secretsIn(entry)) {
        onSecret(secret);
      }
      return entry;
    }
    if (url !== undefined) {
      return await ask(name, url);
    }
    throw new NotSupplied(
      `state ${name}`,
      pool.length === 0 ? 'is not supplied' : `is used up: the pool supplied ${pool.length}`,
    );
  }

  async function ask<N extends StateName>(name: N, hook: string): Promise<StateValues[N]> {
    const request = {
      url: hook,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ state: name }),
    };
    const answer = await fetchHook(request).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new HookFailed(
        `The states hook gave no answer for ${name}: ${reason}; ${expected(name)}.`,
      );
    });
    const values = readAnswer(name, answer, onSecret);
    const identity = identityOf(name, values);
    if (handedOut.has(identity)) {
      throw new NotSupplied(
        `state ${name}`,
        'is used up: the hook gave values that it had given before',
      );
    }
    handedOut.add(identity);
    return values;
  }

  /** What is kept for a state; else what is obtained for it now. */
  function kept<N extends StateName>(
    all: { [M in StateName]?: Promise<StateValues[M]> },
    name: N,
    get: () => Promise<StateValues[N]>,
  ): Promise<StateValues[N]> {
    const known: Promise<StateValues[N]> | undefined = all[name];
    if (known) {
      return known;
    }
    const values = get();
    Object.assign(all, { [name]: values });
    return values;
  }

  const shared = <N extends StateName>(name: N) => kept(sharedValues, name, () => obtain(name));
  return {
    shared,
    another: (name) =>
      kept(otherValues, name, async () => {
        const first = await shared(name);
        return obtain(name).catch(() => first);
      }),
    take: obtain,
  };
}

function identityOf<N extends StateName>(name: N, values: StateValues[N]): string {
  const inOrder = fieldsOf(name).map((field) => values[field as keyof StateValues[N]]);
  return JSON.stringify([name, inOrder]);
}

function readAnswer<N extends StateName>(
  name: N,
  { status, body }: HookAnswer,
  onSecret: (value: string) => void,
): StateValues[N] {
  if (status === 404) {
    throw new NotSupplied(`state ${name}`, 'is not supplied: the hook answered 404');
  }
  const json = status === 200 || status === 201 ? parseObject(body) : undefined;
  for (const secret of secretsIn(json)) {
    onSecret(secret);
  }
  const failed = (what: string) =>
    new HookFailed(`The states hook answered ${what} for ${name}; ${expected(name)}.`);
  if (status !== 200 && status !== 201) {
    throw failed(String(status));
  }
  if (json === undefined) {
    throw failed(`${status} with something other than a JSON object`);
  }
  const mistakes = stateMistakes(name, json, false);
  if (mistakes.length > 0) {
    const list = mistakes.map(({ path, text }) => `${pathText(path)} ${text}`).join(', ');
    throw failed(`with wrong values (${list})`);
  }
  return onlyStateFields(name, json);
}

function expected(name: StateName): string {
  return `expected 200 with a JSON object of ${fieldsOf(name).join(', ')}, or 404 where it cannot provide them`;
}

function parseObject(body: string): object | undefined {
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
