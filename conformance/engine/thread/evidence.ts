import type { Exchange } from '../../http/exchange.ts';
import type { CheckResult } from '../../result.ts';

/** How much of exchanges the results of a run hold in full, in characters, each time they do. */
const BUDGET = 4 * 1024 * 1024;

/** How much of a body is kept beyond the budget, in characters. */
const SHORT_BODY = 512;

/** How many exchanges of one check are kept beyond the budget: the last ones, which decide. */
const MOST_BEYOND = 4;

/**
 * Bounds what the results of a run hold of the target's answers: full exchanges up to a budget, and
 * beyond it only the last ones of a check, with the beginning of each body. Retries are always kept.
 * A report of 500 checks that share long answers would otherwise fill the memory.
 */
export function createEvidence(): { of(exchanges: readonly Exchange[]): CheckResult['exchanges'] } {
  const shortened = new WeakMap<Exchange, Exchange>();
  let left = BUDGET;
  const short = (exchange: Exchange) => {
    const known = shortened.get(exchange) ?? shorten(exchange);
    shortened.set(exchange, known);
    return known;
  };
  return {
    of(exchanges) {
      const size = exchanges.reduce((sum, exchange) => sum + sizeOf(exchange), 0);
      if (size <= left) {
        left -= size;
        return [...exchanges];
      }
      const from = exchanges.length - MOST_BEYOND;
      const kept = exchanges.filter(({ retries }, index) => index >= from || retries.length > 0);
      return kept.map((exchange) =>
        sizeOf(exchange) > 2 * SHORT_BODY ? short(exchange) : exchange,
      );
    },
  };
}

function sizeOf({ request, response }: Exchange): number {
  const headers = response ? JSON.stringify(response.headers).length : 0;
  return (request.body?.length ?? 0) + (response?.body.length ?? 0) + headers;
}

function shorten(exchange: Exchange): Exchange {
  const { response } = exchange;
  if (!response) {
    return exchange;
  }
  return {
    ...exchange,
    response: {
      ...response,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, cut(value)]),
      ),
      body: cut(response.body),
    },
  };
}

/** Cut with an ellipsis, by which a secret that was cut in two is still known. */
function cut(text: string): string {
  if (text.length <= SHORT_BODY) {
    return text;
  }
  // Through a buffer, since a slice would keep the whole text alive.
  const beginning = Buffer.from(text.slice(0, SHORT_BODY)).toString();
  return `${beginning}… [cut, the run has more evidence than a report holds]`;
}
