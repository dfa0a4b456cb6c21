/** So deep, and so many values in all, are looked at: answers may be made so that they grow without end. */
const DEEPEST = 16;
const MOST_VALUES = 20_000;

const isReference = (value: object): value is { $ref: unknown } =>
  '$ref' in value && Object.keys(value).length === 1;

/**
 * A JSON value in which nothing is referred to: each object that is nothing but `$ref` is the one whose `$id`
 * that is, and no `$id` is left, as .NET's writers of JSON keep what occurs more than once. A value that has
 * no references, or more than can be looked at, stays as it is.
 */
export function withoutReferences(value: unknown): unknown {
  const known = new Map<unknown, object>();
  let areAny = false;
  let left = MOST_VALUES;

  function collect(each: unknown, depth: number): void {
    if (typeof each !== 'object' || each === null || depth > DEEPEST || left === 0) {
      return;
    }
    left -= 1;
    areAny ||= isReference(each);
    if ('$id' in each) {
      known.set(each.$id, each);
    }
    for (const child of Object.values(each)) {
      collect(child, depth + 1);
    }
  }

  function resolved(each: unknown, depth: number): unknown {
    if (typeof each !== 'object' || each === null || depth > DEEPEST || left === 0) {
      return each;
    }
    left -= 1;
    if (Array.isArray(each)) {
      return each.map((child) => resolved(child, depth + 1));
    }
    const meant = isReference(each) ? known.get(each.$ref) : undefined;
    const own = Object.entries(meant ?? each).filter(([name]) => name !== '$id');
    return Object.fromEntries(own.map(([name, child]) => [name, resolved(child, depth + 1)]));
  }

  collect(value, 0);
  // Where everything is numbered, from the answer itself on, a page may have nothing to refer to.
  const isNumbered = typeof value === 'object' && value !== null && '$id' in value;
  if (!areAny && !isNumbered) {
    return value;
  }
  left = MOST_VALUES;
  const made = resolved(value, 0);
  return left > 0 ? made : value;
}
