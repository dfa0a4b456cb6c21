/** Names from the root of an answer to a list, at most. */
const DEEPEST = 8;

/** Where in an answer the list of portfolios is: names from the root, none where it is the root. */
export type ListPath = readonly string[];

/**
 * The list of portfolios in an answer whose shape is open (section 4.9): the answer itself where it
 * is an array, else the largest array of objects in it, the outermost of equals. What lies inside
 * an array belongs to its entries and is not looked at, nor is what lies too deep to be meant.
 */
export function findList(answer: unknown): ListPath | undefined {
  let best: { path: ListPath; length: number } | undefined;
  const open: { path: ListPath; value: unknown }[] = [{ path: [], value: answer }];
  for (const { path, value } of open) {
    if (typeof value !== 'object' || value === null || path.length > DEEPEST) {
      continue;
    }
    if (Array.isArray(value)) {
      if (value.some((entry) => !isObject(entry))) {
        continue;
      }
      if (!best || value.length > best.length) {
        best = { path, length: value.length };
      }
    } else {
      for (const [name, child] of Object.entries(value)) {
        open.push({ path: [...path, name], value: child });
      }
    }
  }
  return best?.path;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether some entries, given as texts, cannot be told apart. */
export function hasTwins(texts: readonly string[]): boolean {
  return new Set(texts).size < texts.length;
}
