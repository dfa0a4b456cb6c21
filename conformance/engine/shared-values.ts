import { Recorder } from './recorder.ts';

/** What several checks work with, such as a session: made once, with what was sent to make it. */
export class SharedValues {
  readonly #values = new Map<string, { value: Promise<unknown>; recorder: Recorder }>();

  has(key: string): boolean {
    return this.#values.has(key);
  }

  /** The value of a key, made by whoever asks first; what made it is shown by each that asks. */
  async of<T>(key: string, make: (own: Recorder) => Promise<T>, shownBy: Recorder): Promise<T> {
    let entry = this.#values.get(key);
    if (!entry) {
      const own = new Recorder();
      entry = { value: make(own), recorder: own };
      this.#values.set(key, entry);
    }
    try {
      return (await entry.value) as T;
    } finally {
      shownBy.include(entry.recorder);
    }
  }

  /** Puts a value in the place of another; one that is rejected is so for whoever asks. */
  replace(key: string, value: Promise<unknown>, recorder: Recorder): void {
    value.catch(() => {});
    this.#values.set(key, { value, recorder });
  }

  /** Gives what forgets all values that are made from now on. */
  remember(): () => void {
    const known = new Set(this.#values.keys());
    return () => {
      for (const key of this.#values.keys()) {
        if (!known.has(key)) {
          this.#values.delete(key);
        }
      }
    };
  }
}
