import type { Bucket } from './timeline-bucket.ts';

/** Where an error was, and what it was: `status-503`, `timeout`, `content`. */
export interface ErrorAt {
  endpoint: string;
  kind: string;
  /** only answers drawn at random are looked at so closely that it was seen */
  drawn?: boolean;
}

/** How often a kind was seen, and how often there are as many of all answers. */
export interface ErrorCount {
  endpoint: string;
  kind: string;
  count: number;
  seen: number;
}

/** Counts errors by endpoint and kind, over the run and in its timeline. */
export function errorKinds() {
  const kinds = new Map<string, { endpoint: string; kind: string; drawn: number; seen: number }>();
  return {
    /** Takes so many errors, which belong to a bucket. */
    take({ endpoint, kind, drawn = false }: ErrorAt, bucket: Bucket, count: number): void {
      const id = `${endpoint} ${kind}`;
      const known = kinds.get(id) ?? { endpoint, kind, drawn: 0, seen: 0 };
      known.drawn += drawn ? count : 0;
      known.seen += count;
      kinds.set(id, known);
      bucket.errors += count;
      bucket.errorKinds[kind] = (bucket.errorKinds[kind] ?? 0) + count;
    },

    /** In the order in which they were first seen; `scaleOf` is how many answers one drawn stands for. */
    counts(scaleOf: (endpoint: string) => number): ErrorCount[] {
      return [...kinds.values()].map(({ endpoint, kind, drawn, seen }) => ({
        ...{ endpoint, kind, seen },
        count: Math.round(seen - drawn + drawn * scaleOf(endpoint)),
      }));
    },
  };
}
