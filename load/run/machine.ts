import { arch, cpus, hostname, platform, totalmem } from 'node:os';
import type { LoadFingerprint } from '../report/load-report.ts';

/** This machine, as the fingerprint of a run has it. */
export function thisMachine(): LoadFingerprint['machine'] {
  const [cpu] = cpus();
  return {
    platform: `${platform()} ${arch()}`,
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryBytes: totalmem(),
    hostname: hostname(),
  };
}

/** Processor time of this machine in any unit: of it all, and of it busy. */
export interface MachineTime {
  all: number;
  busy: number;
}

/** Processor time of all cores since the machine started, in milliseconds. */
export function machineTime(): MachineTime {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (of: (each: (typeof times)[0]) => number) =>
    times.reduce((total, each) => total + of(each), 0);
  const idle = sum((each) => each.idle);
  const busy = sum(({ user, nice, sys, irq }) => user + nice + sys + irq);
  return { all: busy + idle, busy };
}

/** Tells at each call which share of the machine was busy since the last one; null where no time passed. */
export function busySince(timeOf: () => MachineTime = machineTime): () => number | null {
  let before = timeOf();
  return () => {
    const now = timeOf();
    const all = now.all - before.all;
    const busy = now.busy - before.busy;
    before = now;
    return all > 0 ? Math.min(1, Math.max(0, busy / all)) : null;
  };
}
