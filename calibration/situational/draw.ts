import { requirement } from '../../contract/register/index.ts';
import { Random } from '../../fixtures/random.ts';
import type { Wrapping } from '../servers/wrapped-server.ts';
import { CALLER_AXES } from './axes-of-callers.ts';
import { LIST_AXES } from './axes-of-lists.ts';
import { REQUEST_AXES } from './axes-of-requests.ts';
import { type AxisValue, nameOf } from './axis.ts';
import { onOccasion } from './facts.ts';
import type { Rule } from './rule.ts';
import { RULES } from './rules/index.ts';

/** The seed of the draw unless another is given. */
export const SITUATIONAL_SEED = 20_261_122;

/** How many are drawn unless another number is asked for. */
export const DEFAULT_DRAW = 320;

/** Every so many faults one needs three things together, the others two. */
const THREE_THINGS_EACH = 3;

/** Every axis at every value that may be drawn, in the order of their names. */
export const AXES: readonly AxisValue[] = [...CALLER_AXES, ...LIST_AXES, ...REQUEST_AXES].sort(
  (one, other) => (nameOf(one) < nameOf(other) ? -1 : 1),
);

/** A rule that is broken in one situation and kept in every other. */
export interface DrawnFault extends Wrapping {
  /** `rule@axis=value+axis=value`, the same for the same seed */
  id: string;
  rule: Rule;
  situation: readonly AxisValue[];
  how: string;
  /** requirements that a check has to name to have seen it for what it is */
  breaks: readonly string[];
  /** how many things have to come together: the rule's own call, and the values */
  things: 2 | 3;
}

/** Where a vendor's own rule may refuse, so that a refusal breaks no sentence for certain. */
const UNCLEAR = ['key=short', 'key=long', 'range=wide'];

/** The rules in an order that does not change when they move from one file to another. */
const inOrder = RULES.toSorted((one, other) =>
  `${one.way} ${one.id}` < `${other.way} ${other.id}` ? -1 : 1,
);

/** Whether a rule can be broken at this value of an axis. */
export function fits({ endpoint, kind, refuses, without = [] }: Rule, value: AxisValue): boolean {
  return (
    !(refuses && value.ofSuccess) &&
    !(kind === 'refusing' && UNCLEAR.includes(nameOf(value))) &&
    value.endpoints.includes(endpoint) &&
    !without.includes(value.axis) &&
    !without.includes(nameOf(value))
  );
}

/** Whether a request can be at both values at once. */
export function agree(one: AxisValue, other: AxisValue): boolean {
  const excludes = ({ without = [] }: AxisValue, each: AxisValue) =>
    without.includes(each.axis) || without.includes(nameOf(each));
  return one.axis !== other.axis && !excludes(one, other) && !excludes(other, one);
}

/** The fault of a rule and the values at which it shows. */
export function faultOf(rule: Rule, situation: readonly AxisValue[]): DrawnFault {
  const { kind, breaks } = rule;
  const further = situation
    .flatMap((value) => (kind && value.breaks?.[kind]) ?? [])
    .filter((id) => requirement(id).endpoints.includes(rule.endpoint));
  return {
    id: `${rule.id}@${situation.map(nameOf).join('+')}`,
    rule,
    situation,
    how: `${rule.how.charAt(0).toUpperCase()}${rule.how.slice(1)}, ${situation.map(({ when }) => when).join(' and ')}.`,
    breaks: [...new Set([...breaks, ...further])],
    things: situation.length === 1 ? 2 : 3,
    layers: [
      onOccasion(
        async (request, facts, context, next) => {
          if (context.endpoint !== rule.endpoint) {
            return false;
          }
          for (const { holds } of situation) {
            if (!(await holds(request, facts, context, next))) {
              return false;
            }
          }
          return true;
        },
        rule.layer,
        situation.some(({ axis }) => axis === 'at-once'),
      ),
    ],
  };
}

/** A way of so many rules is drawn once for each of its endpoints. */
const MANY = 15;

/** What is drawn from first, in equal parts. */
const ways: readonly (readonly Rule[])[] = [
  ...Map.groupBy(inOrder, ({ way }) => way).values(),
].flatMap((rules) =>
  rules.length > MANY ? [...Map.groupBy(rules, ({ endpoint }) => endpoint).values()] : [rules],
);

const pickOf = <T>(random: Random, values: readonly T[]): T | undefined =>
  values.length === 0 ? undefined : random.pick(values);

/**
 * Draws faults: first the way in which a rule is broken, so that one with many fields or endpoints
 * is not drawn more often, then one of its rules, then a situation for it. The same seed draws the
 * same ones, and more of them when more are asked for.
 */
export function draw(seed: number = SITUATIONAL_SEED, count: number = DEFAULT_DRAW): DrawnFault[] {
  const random = new Random(seed, 'situational fault').at(0);
  const drawn = new Map<string, DrawnFault>();
  for (let tries = 0; drawn.size < count && tries < count * 100; tries++) {
    const rule = random.pick(random.pick(ways));
    const fitting = AXES.filter((value) => fits(rule, value));
    const first = pickOf(random, fitting);
    const seconds = fitting.filter((value) => first !== undefined && agree(first, value));
    const wanted = drawn.size % THREE_THINGS_EACH === THREE_THINGS_EACH - 1;
    const second = wanted ? pickOf(random, seconds) : undefined;
    if (first === undefined || (wanted && second === undefined)) {
      continue;
    }
    const situation = AXES.filter((value) => value === first || value === second);
    const fault = faultOf(rule, situation);
    if (!drawn.has(fault.id)) {
      drawn.set(fault.id, fault);
    }
  }
  return [...drawn.values()];
}

/**
 * The fault of an id.
 *
 * @throws RangeError where a rule or a value of that name is not there, or they do not go together
 */
export function faultNamed(id: string): DrawnFault {
  const [ruleId, names = ''] = id.split('@');
  const rule = RULES.find((each) => each.id === ruleId);
  const situation = AXES.filter((value) => names.split('+').includes(nameOf(value)));
  const fault = rule && faultOf(rule, situation);
  if (fault?.id !== id || !situation.every((value) => fits(fault.rule, value))) {
    throw new RangeError(`there is no situational fault ${id}`);
  }
  return fault;
}
