import type { Sample } from './sample-reader.ts';

/** The samples of one k6 process, whose journey begins at a moment of its own: clocks of machines differ. */
export interface SampleSource {
  /** a sample, in the order of k6's output */
  take(sample: Sample): void;
  /** call when the process has ended: what it sent without ever saying that it began is taken, too */
  finish(): void;
  /** the most virtual users that the process has had */
  virtualUsers(): number;
}

/** What is done with the samples of a process. */
export interface SampleSourceParts {
  /** `begun` is when the journey of the process began, in milliseconds since 1970 */
  take(sample: Sample, begun: number): void;
  /** told once, before the first sample is taken */
  onBegin(at: number): void;
}

/** Holds samples back until the process says when its journey began. */
export function sampleSource({ take, onBegin }: SampleSourceParts): SampleSource {
  let early: Sample[] = [];
  let begun: number | null = null;
  let virtualUsers = 0;
  const begin = (at: number): void => {
    begun = at;
    onBegin(at);
    for (const sample of early) {
      take(sample, at);
    }
    early = [];
  };
  return {
    take(sample) {
      if (sample.metric === 'vus_max') {
        virtualUsers = Math.max(virtualUsers, sample.value);
      } else if (sample.metric === 'journey_start') {
        if (begun === null) {
          begin(sample.value);
        }
      } else if (begun === null) {
        early.push(sample);
      } else {
        take(sample, begun);
      }
    },
    finish() {
      if (begun === null) {
        begin(early.reduce((first, { at }) => Math.min(first, at), Date.now()));
      }
    },
    virtualUsers: () => virtualUsers,
  };
}
