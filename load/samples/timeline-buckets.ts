import { type Bucket, closeBucket, emptyBucket } from './timeline-bucket.ts';

/** A timeline has at most about this many buckets; a longer run gets longer ones. */
const MOST_BUCKETS = 1800;

/**
 * The buckets of a timeline while it is filled. Those so old that no request can end in them any more
 * are closed, which keeps their percentiles and forgets single latencies.
 */
export function timelineBuckets(durationSeconds: number, timeoutSeconds: number) {
  const seconds = Math.max(1, Math.ceil(durationSeconds / MOST_BUCKETS));
  const patience = Math.ceil((timeoutSeconds + 5) / seconds) + 1;
  const buckets: Bucket[] = [];
  let firstOpen = 0;
  return {
    /** how long each is */
    seconds,

    /** That of a moment, in seconds since the start. */
    at(second: number): Bucket {
      const index = Math.max(0, Math.floor(second / seconds));
      while (buckets.length <= index) {
        buckets.push(emptyBucket());
      }
      for (; firstOpen < index - patience; firstOpen++) {
        closeBucket(buckets[firstOpen]);
      }
      return buckets[index] as Bucket;
    },

    lastFull: (): Bucket | undefined => buckets.at(-2),

    all: (): readonly Bucket[] => buckets,

    close(): void {
      for (const bucket of buckets) {
        closeBucket(bucket);
      }
    },
  };
}
