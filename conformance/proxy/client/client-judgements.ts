import { createHash } from 'node:crypto';
import type { EndpointName } from '../../../contract/endpoint-names.ts';
import { isSuccess, statusOf } from '../../expectations.ts';
import { jsonOf, valueAt } from '../../http/exchange.ts';
import { tokenOf } from '../../http/token-of.ts';
import { Deviation } from '../../outcome.ts';
import type { Tally } from '../../rules/judgements.ts';
import type { Asked } from '../asked-endpoint.ts';
import type { SeenExchange } from '../relayed-exchange.ts';
import type { ClientRule, Holder, ToldRequest } from './client-rule.ts';

/**
 * Judges every request by the rules of its endpoint, as it passes by. Of the exchanges only the first
 * that breaks a rule is kept; of keys and refused tokens their digests.
 */
export class ClientJudgements {
  readonly #rules: ReadonlyMap<EndpointName, readonly ClientRule[]>;
  readonly #tallies = new Map<string, Tally>();
  readonly #holders = new Map<string, Holder>();
  readonly #keys = new Map<string, { digest: string; what: string }>();
  readonly #refused = new Set<string>();

  constructor(rules: readonly ClientRule[]) {
    this.#rules = Map.groupBy(rules, ({ endpoint }) => endpoint);
  }

  /** Judges a request, whatever came of it. */
  judge(asked: Asked, { exchange, requestText: text, requestJson: json }: SeenExchange): void {
    const { headers } = exchange.request;
    const token = tokenOf(headers);
    const holder = token === undefined ? undefined : this.#holders.get(digestOf(token));
    const told: ToldRequest = {
      ...{ asked, exchange, text, json, token, holder },
      otherUnderKey: this.#otherUnderKey(asked, headers, holder?.userId ?? token ?? '', text),
      refusedToken: token !== undefined && this.#refused.has(digestOf(token)),
    };
    for (const rule of this.#rules.get(asked.endpoint) ?? []) {
      this.#judgeBy(rule, told);
    }
    this.#learn(told);
  }

  /** How a rule fared so far. */
  of(id: string): Tally {
    return this.#tallies.get(id) ?? { judged: 0, broken: 0 };
  }

  /** What came under the same key of the same caller before, where it was something else. */
  #otherUnderKey(
    asked: Asked,
    headers: Record<string, string>,
    caller: string,
    text: string | undefined,
  ): string | undefined {
    const key = headers['x-idempotency-key']?.trim();
    // Portfolios carry a key too, but nothing says that it has to be unique.
    if (key === undefined || key === '' || asked.endpoint === 'portfolios') {
      return undefined;
    }
    const entry = digestOf(`${caller} ${key}`);
    const now = {
      digest: digestOf(JSON.stringify([asked.endpoint, asked.path, asked.query, text])),
      what: `another ${asked.endpoint}`,
    };
    const first = this.#keys.get(entry) ?? now;
    this.#keys.set(entry, first);
    return first.digest === now.digest ? undefined : first.what;
  }

  #learn({ asked, exchange, token, holder }: ToldRequest): void {
    if (statusOf(exchange) === 401 && token !== undefined) {
      this.#refused.add(digestOf(token));
    }
    const given = valueAt(jsonOf(exchange), 'access_token');
    if (!isSuccess(exchange) || typeof given !== 'string') {
      return;
    }
    if (asked.endpoint === 'login') {
      const user = valueAt(jsonOf(exchange), 'user');
      const [userId, role] = [valueAt(user, 'id'), valueAt(user, 'role')];
      this.#holders.set(digestOf(given), {
        ...(typeof userId === 'string' && { userId }),
        ...(typeof role === 'string' && { role }),
      });
    } else if (asked.endpoint === 'refresh' && holder) {
      this.#holders.set(digestOf(given), holder);
    }
  }

  #judgeBy(rule: ClientRule, told: ToldRequest): void {
    const tally = { ...this.of(rule.id) };
    try {
      if (!rule.judge(told)) {
        return;
      }
      tally.judged += 1;
    } catch (error) {
      if (error instanceof Deviation) {
        const { expected, got } = error;
        tally.judged += 1;
        tally.broken += 1;
        tally.first ??= { exchange: told.exchange, expected, got };
      } else {
        tally.problem ??= error instanceof Error ? error.message : String(error);
      }
    }
    this.#tallies.set(rule.id, tally);
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64');
