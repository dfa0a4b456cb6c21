/**
 * Which of `count` things are the share of one execution segment: dealt out in turn, so that each
 * segment gets of the first ones as of the last. All of them where there is no segment, or where
 * there are fewer things than segments, who then have to share. `segment` and `sequence` are k6's
 * options, such as `1/3:2/3` and `0,1/3,2/3,1`.
 */
export function dealt(count: number, segment?: string | null, sequence?: string | null): number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  if (!segment || !sequence) {
    return all;
  }
  const starts = sequence.split(',').slice(0, -1);
  const place = starts.indexOf(segment.split(':')[0] ?? '');
  if (place < 0 || count < starts.length) {
    return all;
  }
  return all.filter((index) => index % starts.length === place);
}
