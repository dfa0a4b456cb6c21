import { Recorder } from './recorder.ts';

interface SharedValue {
  value: Promise<unknown>;
  recorder: Recorder;
  /** the checks that have asked for it */
  readers: Set<string>;
  /** what shows it: the recorders of checks, which nobody else keeps, and of values that were made of it */
  shownBy: WeakSet<Recorder>;
}

/** What several checks work with, such as a session: made once, with what was sent to make it. */
export class SharedValues {
  readonly #values = new Map<string, SharedValue>();

  has(key: string): boolean {
    return this.#values.has(key);
  }

  /** The value of a key, made by whoever asks first; what made it is shown by each check that asks. */
  async of<T>(
    key: string,
    make: (own: Recorder) => Promise<T>,
    { shownBy, reader }: { shownBy: Recorder; reader: string },
  ): Promise<T> {
    let entry = this.#values.get(key);
    if (!entry) {
      const own = new Recorder();
      entry = { value: make(own), recorder: own, readers: new Set(), shownBy: new WeakSet() };
      this.#values.set(key, entry);
    }
    entry.readers.add(reader);
    entry.shownBy.add(shownBy);
    try {
      return (await entry.value) as T;
    } finally {
      shownBy.include(entry.recorder);
    }
  }

  /** Puts a value in the place of another; one that is rejected is so for whoever asks. */
  replace(key: string, value: Promise<unknown>, recorder: Recorder): void {
    value.catch(() => {});
    this.#values.set(key, { value, recorder, readers: new Set(), shownBy: new WeakSet() });
  }

  /**
   * Forgets the values among these that a check has not asked for, which others would have made anew, and all that
   * was made of them; says which.
   */
  forgetUnread(keys: readonly string[], reader: string): string[] {
    const forgotten = keys
      .map((key) => this.#madeOf(key))
      .filter((all) => all.every((key) => this.#values.get(key)?.readers.has(reader) === false))
      .flat();
    for (const key of forgotten) {
      this.#values.delete(key);
    }
    return forgotten;
  }

  /** A value and all that were made of it, by their keys. */
  #madeOf(key: string): string[] {
    const shownBy = this.#values.get(key)?.shownBy;
    const made = [...this.#values].flatMap(([other, { recorder }]) =>
      shownBy?.has(recorder) ? this.#madeOf(other) : [],
    );
    return [key, ...made];
  }

  /** Gives what forgets all values that are made from now on, and tells their keys. */
  remember(): () => string[] {
    const known = new Set(this.#values.keys());
    return () => {
      const forgotten = [...this.#values.keys()].filter((key) => !known.has(key));
      for (const key of forgotten) {
        this.#values.delete(key);
      }
      return forgotten;
    };
  }
}
