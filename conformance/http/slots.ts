/** A bounded number of places, fewer while those who answer cannot keep up. */
export interface Slots {
  /** waits for a place and gives back what frees it; told whether the answer put the request off */
  take(): Promise<(wasPutOff?: boolean) => void>;
}

/** Answers in a row after which there is a place more, at first. */
const CALM = 20;

/** The same once it has gone wrong often. */
const MOST_CALM = 320;

/**
 * Places for `size` requests at once, whoever waits longest first. After a request that was put off there
 * is one place, since a target may take a user's requests one at a time only; a place comes back with
 * every `CALM` answers, and after twice as many each time that it was too early.
 */
export function createSlots(size: number): Slots {
  let places = size;
  let taken = 0;
  let calm = 0;
  let needed = CALM;
  const waiting: (() => void)[] = [];

  function letIn(): void {
    while (taken < places) {
      const next = waiting.shift();
      if (!next) {
        return;
      }
      taken += 1;
      next();
    }
  }

  function learn(wasPutOff: boolean): void {
    if (wasPutOff) {
      // Those that were sent together are put off together, and say it once.
      needed = places > 1 && places < size ? Math.min(needed * 2, MOST_CALM) : needed;
      places = 1;
      calm = 0;
    } else if (places < size) {
      calm += 1;
      if (calm >= needed) {
        places += 1;
        calm = 0;
      }
    }
  }

  return {
    async take() {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        letIn();
      });
      return (wasPutOff = false) => {
        taken -= 1;
        learn(wasPutOff);
        letIn();
      };
    },
  };
}
