import type { Exchange } from '../http/exchange.ts';
import type { Observation } from '../result.ts';

/** What one check did and saw, kept for its result. */
export class Recorder {
  readonly exchanges: Exchange[] = [];
  readonly observations: Observation[] = [];

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
