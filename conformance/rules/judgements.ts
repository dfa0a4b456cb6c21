import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { StateName, Target, UserName } from '../../target/target.ts';
import type { CallOptions } from '../check-context.ts';
import { isRejection, isSuccess, statusOf } from '../expectations.ts';
import { type Exchange, jsonOf } from '../http/exchange.ts';
import { headerValue } from '../http/header-value.ts';
import { tokenOf } from '../http/token-of.ts';
import { Deviation } from '../outcome.ts';
import { Knowledge } from './knowledge.ts';
import type { Rule, Told } from './rule.ts';
import { LivingTokens, type Mark } from './sessions/living-tokens.ts';

/** The first time that a rule was broken. */
interface FirstBreach {
  exchange: Exchange;
  expected: string;
  got: string;
}

/** How a rule fared over the exchanges of a run so far. */
export interface Tally {
  /** exchanges that the rule says something of */
  judged: number;
  broken: number;
  first?: FirstBreach;
  /** why the rule itself could not judge an exchange: a defect of the suite */
  problem?: string;
}

/**
 * Judges every exchange of a run by every rule of its endpoint, as it comes. Of the exchanges only
 * the first that breaks a rule is kept.
 */
export class Judgements {
  readonly #knowledge: Knowledge;
  readonly #rules: ReadonlyMap<EndpointName, readonly Rule[]>;
  readonly #living = new LivingTokens();
  readonly #tallies = new Map<string, Tally>();
  /** told the id of a rule as soon as an exchange breaks it for the first time */
  onFirstBreach: (rule: string) => void = () => {};

  constructor(rules: readonly Rule[], target: Pick<Target, 'users'>) {
    this.#knowledge = new Knowledge(target);
    this.#rules = Map.groupBy(rules, ({ endpoint }) => endpoint);
  }

  /** Learns what a state supplied, before it is used. */
  supplied(name: StateName, values: unknown): void {
    this.#knowledge.supplied(name, values);
  }

  /** Whether the body of a login has the password that the target file gives; see `Knowledge`. */
  isRightPassword(body: unknown): boolean {
    return this.#knowledge.isRightPassword(body) === true;
  }

  /** Who sent a request, by name, where a login or a refresh of this run gave its token to a user. */
  senderOf({ request }: Exchange): UserName | undefined {
    return this.#knowledge.callerOf(tokenOf(request.headers))?.user;
  }

  /**
   * Notes that a request is sent: of several at once under one key, nobody knows which is the first. What it
   * gives goes with the answer.
   */
  sends(
    endpoint: EndpointName,
    options: CallOptions,
    headers: Readonly<Record<string, string>>,
  ): Mark {
    const key = headerValue(headers, 'x-idempotency-key');
    if (key !== undefined) {
      this.#knowledge.keyIsSent(options.as?.accessToken, key);
    }
    return this.#living.sends(endpoint, options, headers);
  }

  /** Judges an exchange that has an answer of the target's own, with the mark of when it was sent. */
  judge(endpoint: EndpointName, options: CallOptions, exchange: Exchange, mark?: Mark): void {
    const token = options.as?.accessToken;
    const key = headerValue(exchange.request.headers, 'x-idempotency-key');
    const succeeded = isSuccess(exchange);
    const told: Told = {
      options,
      exchange,
      status: statusOf(exchange),
      json: jsonOf(exchange),
      succeeded,
      renews: mark?.renews,
      livesOn: mark && this.#living.answered(endpoint, mark, exchange, succeeded),
      caller: this.#knowledge.callerOf(token),
      repeatedKey:
        key !== undefined && this.#knowledge.keyWasSent(token, key, isRejection(exchange)),
    };
    if (endpoint === 'login' || endpoint === 'refresh') {
      this.#knowledge.learnTokens(endpoint, told);
    }
    // At another path nobody knows whether the endpoint has answered.
    for (const rule of options.respell ? [] : (this.#rules.get(endpoint) ?? [])) {
      this.#judgeBy(rule, told);
    }
  }

  /** How a rule fared so far. */
  of(id: string): Tally {
    return this.#tallies.get(id) ?? { judged: 0, broken: 0 };
  }

  #judgeBy(rule: Rule, told: Told): void {
    const tally = { ...this.of(rule.id) };
    let isFirst = false;
    try {
      if (!rule.judge(told, this.#knowledge)) {
        return;
      }
      tally.judged += 1;
    } catch (error) {
      if (error instanceof Deviation) {
        const { expected, got } = error;
        tally.judged += 1;
        tally.broken += 1;
        tally.first ??= { exchange: told.exchange, expected, got };
        isFirst = tally.broken === 1;
      } else {
        tally.problem ??= error instanceof Error ? error.message : String(error);
      }
    }
    this.#tallies.set(rule.id, tally);
    if (isFirst) {
      this.onFirstBreach(rule.id);
    }
  }
}
