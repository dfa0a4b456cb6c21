import { UsageError } from '../contract/errors.ts';
import type { Parts, Running, ServeOptions } from '../server/serve.ts';
import { targetFor } from '../server/target.ts';
import { parseTarget } from '../target/target-file.ts';
import { FAULTS } from './faults/index.ts';
import { withBody } from './servers/answers.ts';
import { type Chaos, chaosLayers } from './servers/chaos.ts';
import { type Layer, stacked } from './servers/exchange-layer.ts';
import { hostsOf, wrappedFetch } from './servers/wrapped-fetch.ts';
import type { Wrapping } from './servers/wrapped-server.ts';
import { SITUATIONAL_FAULTS } from './strangers/index.ts';
import { LENDING_RULE_VARIANTS, SINGLE_VARIANTS } from './variants/index.ts';
import { targetOf, type Variant, wrappingOf } from './variants/variant.ts';

/** What a server is to do otherwise than the reference server, for training and demonstrations. */
export interface OnPurpose {
  /** ids of faults */
  faults: readonly string[];
  /** ids of conformant variants, of different axes */
  variants: readonly string[];
  chaos: Chaos;
}

/** A server that is not the reference server, and says so. */
export interface Otherwise {
  /** what is otherwise, one line each, for people */
  lines: readonly string[];
  /** what makes `startServer` such a server */
  options: Required<Pick<ServeOptions, 'wrap' | 'replace' | 'headers'>>;
  /** the content of its target file, once it runs */
  targetFor(running: Running): Promise<Readonly<Record<string, unknown>>>;
}

/** The header by which each answer of such a server says that it is one. */
export const ON_PURPOSE_HEADER = 'Assay-On-Purpose';

const SEEDED = new Set(FAULTS.map(({ id }) => id));
/** Where strangers thought of the same, it is listed once. */
const ALL_FAULTS = [...FAULTS, ...SITUATIONAL_FAULTS.filter(({ id }) => !SEEDED.has(id))];
const ALL_VARIANTS = [...SINGLE_VARIANTS, ...LENDING_RULE_VARIANTS];

/** All that can be asked for: what it is, its id, and what the server does. */
export function everythingOnPurpose(): { kind: 'fault' | 'variant'; id: string; how: string }[] {
  return [
    ...ALL_FAULTS.map(({ id, how }) => ({ kind: 'fault' as const, id, how })),
    ...ALL_VARIANTS.map((variant) => ({
      kind: 'variant' as const,
      id: variant.id,
      how: howOf(variant),
    })),
  ];
}

/**
 * The server that is asked for; undefined where nothing is to be otherwise.
 *
 * @throws UsageError where there is no such fault or variant, or two variants exclude each other
 */
export function otherwise({ faults, variants, chaos }: OnPurpose): Otherwise | undefined {
  const chosenFaults = faults.map((id) => named('fault', id, ALL_FAULTS));
  const chosenVariants = variants.map((id) => named('variant', id, ALL_VARIANTS));
  const axes = chosenVariants.map(({ id }) => id.split('.')[0]);
  const twice = axes.find((axis, at) => axes.indexOf(axis) !== at);
  if (twice !== undefined) {
    throw new UsageError(`two variants of ${twice} exclude each other; give one`);
  }
  const lines = [
    ...chosenFaults.map(({ id, how }) => `fault ${id}: ${how}`),
    ...chosenVariants.map((variant) => `variant ${variant.id}: ${howOf(variant)}`),
    ...chaosLines(chaos),
  ];
  if (lines.length === 0) {
    return undefined;
  }
  const wrappings: Wrapping[] = [...chosenVariants.map(wrappingOf), ...chosenFaults];
  const layers = wrappings.flatMap((each) => each.layers ?? []);
  const names = lines.map((line) => line.split(': ')[0] ?? line);
  let right: Parts | undefined;
  return {
    lines,
    options: {
      headers: { [ON_PURPOSE_HEADER]: names.join('; ') },
      replace: (whole) =>
        wrappings.reduce((parts, { dependencies }) => dependencies?.(parts) ?? parts, whole),
      wrap(fetch, parts) {
        right = parts;
        const outer = besideProbes(names, [...chaosLayers(chaos), ...layers]);
        return wrappedFetch([outer], fetch, parts);
      },
    },
    async targetFor(running) {
      if (right === undefined) {
        throw new Error('the server was started without its options');
      }
      const file = {
        ...targetFor(running),
        ...hostsOf(running.url),
        name: `Assay reference server, otherwise on purpose (${names.join('; ')})`,
      };
      const server = { ...right, problems: [], close: running.close, target: parseTarget(file) };
      for (const variant of chosenVariants) {
        server.target = await targetOf(variant, server);
      }
      const { capabilities, users, states } = server.target;
      return { ...file, capabilities, users, states: { ...file.states, ...states.pools } };
    },
  };
}

/** Layers that the probes do not go through; these tell what is otherwise. */
function besideProbes(onPurpose: readonly string[], layers: readonly Layer[]): Layer {
  const through = stacked(layers);
  return async (request, next, context) => {
    if (!/^\/(health|ready)z$/.test(request.path)) {
      return through(request, next, context);
    }
    const answer = await next(request);
    return withBody(answer, JSON.stringify({ ...JSON.parse(answer.body), onPurpose }));
  };
}

function named<T extends { id: string }>(kind: string, id: string, all: readonly T[]): T {
  const found = all.find((each) => each.id === id);
  if (found === undefined) {
    throw new UsageError(`there is no ${kind} ${id}; assay serve --list prints them all`);
  }
  return found;
}

function howOf({ choices }: Variant): string {
  return choices.map(({ how }) => how).join(' ');
}

function chaosLines({ latency, errorRate, rateLimit, seed }: Chaos): string[] {
  return [
    ...(latency ? [`latency ${latency.least}-${latency.most} ms, seed ${seed}`] : []),
    ...(errorRate ? [`error-rate ${errorRate}, seed ${seed}`] : []),
    ...(rateLimit === undefined ? [] : [`rate-limit ${rateLimit} a second`]),
  ];
}
