import type { LayerContext } from './exchange-layer.ts';

/** What the layers of one server remember under a name, which begins as `first` says. */
export function kept<T>({ memory }: Pick<LayerContext, 'memory'>, name: string, first: () => T): T {
  const held = (memory.get(name) as T | undefined) ?? first();
  memory.set(name, held);
  return held;
}
