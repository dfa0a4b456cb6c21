import type { Target } from '../../target/target.ts';
import type { WrappedServer, Wrapping } from '../servers/wrapped-server.ts';

/** One way to answer an open point that is not the reference server's. */
export interface Choice {
  /** `<axis>.<way>`, such as `repeated-key.conflict` */
  id: string;
  /** what the server does, in one sentence */
  how: string;
  /**
   * Checks that rightly warn, ids or globs of ids: a choice that conforms may leave a
   * recommendation aside.
   */
  warns?: readonly string[];
  /** made anew for every server, so that layers may keep what they remember */
  wrapping(): Wrapping;
  /** what its target file says otherwise than the reference server's */
  target?(server: WrappedServer): Target | Promise<Target>;
  /** what the suite has to say of it, where that is known; nothing may fail or warn in any case */
  verdict?: 'conformant' | 'incomplete';
}

/** A point that the specification leaves open, with ways to answer it; they exclude each other. */
export interface Axis {
  id: string;
  /**
   * what leaves it open: ids of the register's rows of that level (or of a recommendation, where
   * choices leave it aside and may be warned), or `section 4.5: shows no order` where it has no row
   */
  open: readonly string[];
  choices: readonly Choice[];
}

/** A conforming server: some choices, of different axes. */
export interface Variant {
  id: string;
  choices: readonly Choice[];
}

/** The wrapping of a variant: its choices' layers in the order of the axes. */
export function wrappingOf(variant: Variant): Wrapping {
  const wrappings = variant.choices.map((choice) => choice.wrapping());
  return {
    layers: wrappings.flatMap(({ layers = [] }) => layers),
    dependencies: (right) =>
      wrappings.reduce((parts, { dependencies }) => dependencies?.(parts) ?? parts, right),
  };
}

/** The target file's content for a variant's server. */
export async function targetOf(variant: Variant, server: WrappedServer): Promise<Target> {
  let target = server.target;
  for (const choice of variant.choices) {
    if (choice.target) {
      target = await choice.target({ ...server, target });
    }
  }
  return target;
}

/** The verdict that a variant has to get; undefined where none of its choices knows. */
export function verdictOf({ choices }: Variant): Choice['verdict'] {
  const known = choices.map(({ verdict }) => verdict);
  return known.includes('incomplete') ? 'incomplete' : known.find((verdict) => verdict);
}

/** The same target without some capabilities. */
export function without(target: Target, ...capabilities: string[]): Target {
  return {
    ...target,
    capabilities: target.capabilities.filter((name) => !capabilities.includes(name)),
  };
}
