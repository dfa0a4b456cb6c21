import type { Exchange } from '../http/exchange.ts';
import type { Observation } from '../result.ts';

/** Requests of one recorder that met, or one alone so far. */
interface Batch {
  /** told apart from others of the run */
  id: number;
  underWay: number;
  size: number;
}

let batches = 0;

/** What one check did and saw, kept for its result. */
export class Recorder {
  readonly exchanges: Exchange[] = [];
  readonly observations: Observation[] = [];
  #batch: Batch = { id: 0, underWay: 0, size: 0 };

  /** Sends a request and records it, as sent at once with those that are under way by this recorder. */
  async sent(send: () => Promise<Exchange>): Promise<Exchange> {
    if (this.#batch.underWay === 0) {
      batches += 1;
      this.#batch = { id: batches, underWay: 0, size: 0 };
    }
    const batch = this.#batch;
    batch.underWay += 1;
    batch.size += 1;
    try {
      const exchange = await send();
      if (batch.size > 1) {
        exchange.atOnce = batch.id;
      }
      this.exchange(exchange);
      return exchange;
    } finally {
      batch.underWay -= 1;
    }
  }

  exchange(exchange: Exchange): void {
    if (!this.exchanges.includes(exchange)) {
      this.exchanges.push(exchange);
    }
  }

  observe(subject: string, value: string): void {
    if (!this.observations.some((o) => o.subject === subject && o.value === value)) {
      this.observations.push({ subject, value });
    }
  }

  /** Forgets all exchanges but these, which are shown in this order. */
  showOnly(exchanges: readonly Exchange[]): void {
    this.exchanges.splice(0, Infinity, ...exchanges);
  }

  /** Takes over what another recorder holds: for values that several checks share. */
  include(other: Recorder): void {
    for (const exchange of other.exchanges) {
      this.exchange(exchange);
    }
    for (const { subject, value } of other.observations) {
      this.observe(subject, value);
    }
  }
}
