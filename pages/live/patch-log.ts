import type { Part, Patch } from './patch.ts';

/** What has changed in a live page, for whoever missed some of it: of each element the latest part. */
export class PatchLog {
  readonly #parts = new Map<string, { number: number; part: Part }>();
  #latest = 0;

  /** The number of the latest patch; 0 before the first one. */
  get latest(): number {
    return this.#latest;
  }

  /** Keeps a patch and gives its number. */
  add(patch: Patch): number {
    this.#latest += 1;
    for (const [id, part] of Object.entries(patch)) {
      // Put at the end, so that what comes later is told later.
      this.#parts.delete(id);
      this.#parts.set(id, { number: this.#latest, part });
    }
    return this.#latest;
  }

  /** What changed after a patch; undefined where nothing did. */
  since(number: number): Patch | undefined {
    const missed = [...this.#parts].filter(([, each]) => each.number > number);
    return missed.length === 0
      ? undefined
      : Object.fromEntries(missed.map(([id, { part }]) => [id, part]));
  }
}
