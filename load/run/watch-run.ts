import type { Recorder } from '../samples/recording.ts';
import { busySince, type MachineTime } from './machine.ts';

/** How often a run is looked at, in milliseconds. */
const LOOK_MS = 500;
/** A target that answers nothing for so long is lost, and what would still be sent tells nothing. */
const LOST_AFTER_SECONDS = 30;

export interface Watched {
  recorder: Pick<Recorder, 'takeBusy' | 'unansweredSince'>;
  /** called at every look */
  onLook: () => void;
  /** called once, with the reason, where the target is lost */
  onLost: (reason: string) => void;
  /** seconds without any answer after which the target is lost; default 30 */
  lostAfterSeconds?: number | undefined;
  now?: () => number;
  machineTime?: () => MachineTime;
}

/**
 * Looks at a run every half second: how busy its machine is, and whether its target answers anything at
 * all. Call the result when the run has ended.
 */
export function watchRun(watched: Watched): () => void {
  const { recorder, onLook, onLost, now = Date.now } = watched;
  const { lostAfterSeconds = LOST_AFTER_SECONDS } = watched;
  const busy = busySince(watched.machineTime);
  let lost = false;
  const look = () => {
    const at = now();
    const share = busy();
    if (share !== null) {
      recorder.takeBusy(at, share);
    }
    const silent = recorder.unansweredSince();
    if (!lost && silent !== null && at - silent >= 1000 * lostAfterSeconds) {
      lost = true;
      onLost(`the target was lost: it has answered nothing for ${lostAfterSeconds} s`);
    }
    onLook();
  };
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    look();
  };
}
