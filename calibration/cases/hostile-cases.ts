import { HOSTILE } from '../hostile/index.ts';
import { runHostile } from '../hostile/run-hostile.ts';
import type { CaseSource } from './calibration-case.ts';

/** Hostile and flaky targets: ended in time, rightly concluded, and no secret told. */
export const hostileCases: CaseSource = {
  kind: 'hostile',
  ids: () => HOSTILE.map(({ id }) => id),
  async run(id, { runner, suiteSeed }) {
    const hostile = HOSTILE.find((each) => each.id === id);
    if (!hostile) {
      throw new RangeError(`there is no hostile target ${id}`);
    }
    const { how, problems, counts, verdict } = await runHostile(hostile, runner, suiteSeed);
    return { how, problems, ok: problems.length === 0, counts, verdict, catches: [] };
  },
};
