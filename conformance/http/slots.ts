/** A bounded number of places; `take` waits for one and gives back what frees it. */
export function createSlots(size: number): { take(): Promise<() => void> } {
  let free = size;
  const waiting: (() => void)[] = [];

  const release = () => {
    const next = waiting.shift();
    if (next) {
      next();
    } else {
      free += 1;
    }
  };

  return {
    async take() {
      if (free > 0) {
        free -= 1;
      } else {
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      return release;
    },
  };
}
