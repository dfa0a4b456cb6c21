/**
 * A copy of plain data with `text` done to every string and every object key; shared parts stay shared.
 * It walks with a list instead of recursion, since a target may send JSON nested 100,000 levels.
 */
export function redactValue<T>(root: T, text: (source: string) => string): T {
  const copies = new Map<object, object>();
  const known = new Map<string, string>();
  const todo: [source: object, copy: object][] = [];

  const string = (source: string): string => {
    const before = known.get(source);
    if (before !== undefined) {
      return before;
    }
    const after = text(source);
    known.set(source, after);
    return after;
  };
  const copyOf = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return string(value);
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    let copy = copies.get(value);
    if (!copy) {
      copy = Array.isArray(value) ? [] : {};
      copies.set(value, copy);
      todo.push([value, copy]);
    }
    return copy;
  };

  const result = copyOf(root);
  for (let next = todo.pop(); next; next = todo.pop()) {
    const [source, copy] = next;
    if (Array.isArray(source)) {
      for (const item of source) {
        (copy as unknown[]).push(copyOf(item));
      }
    } else {
      for (const [key, item] of Object.entries(source)) {
        // defineProperty, since a plain assignment to `__proto__` would set the prototype
        Object.defineProperty(copy, freeKey(copy, string(key)), {
          value: copyOf(item),
          configurable: true,
          enumerable: true,
          writable: true,
        });
      }
    }
  }
  return result as T;
}

function freeKey(object: object, wanted: string): string {
  let key = wanted;
  for (let n = 2; Object.hasOwn(object, key); n++) {
    key = `${wanted} ${n}`;
  }
  return key;
}
