import type { Wrapping } from '../servers/wrapped-server.ts';
import { type Answer, type Client, clientOf } from '../strangers/proofs/client.ts';
import type { AxisValue } from './axis.ts';
import type { DrawnFault } from './draw.ts';
import { type Plan, plainPlan } from './plan.ts';
import type { Rule } from './rule.ts';
import { begin, companion, type Visit } from './visit.ts';

/** The calls of a client who shows a rule, with these values of the situation. */
function planFor({ endpoint, request }: Rule, values: readonly AxisValue[]): Plan {
  const plan = plainPlan(endpoint);
  for (const { enter } of values) {
    enter(plan);
  }
  request?.(plan);
  return plan;
}

/** What a client is answered by a server that is made for him. */
async function answered(
  wrapping: Wrapping,
  rule: Rule,
  values: readonly AxisValue[],
): Promise<Answer> {
  const client = clientOf(wrapping);
  try {
    return await asked(client, rule, planFor(rule, values));
  } finally {
    client.close();
  }
}

async function asked(client: Client, rule: Rule, plan: Plan): Promise<Answer> {
  const begun = await begin(client, plan);
  const beside = plan.meanwhile && (await companion(client, plan, begun));
  let other: Promise<Answer> | undefined;
  const visit: Visit = {
    ...begun,
    // What is to be on the way sets off together with the call, whatever comes before that.
    send(change) {
      other ??= beside?.send();
      return begun.send(change);
    },
  };
  const answer = await (rule.exchange?.(visit) ?? visit.send());
  await other;
  return answer;
}

/**
 * Why a fault is none, each a sentence; nothing where it is proven: the reference server keeps the
 * rule in the situation, the faulty server breaks it there, and keeps it as soon as any one of the
 * things is not there.
 */
export async function objections({ rule, situation, layers }: DrawnFault): Promise<string[]> {
  const faulty: Wrapping = { ...(layers && { layers }) };
  const right = await answered({}, rule, situation);
  if (!rule.kept(right, right)) {
    return [`The reference server breaks it too: ${told(right)}`];
  }
  const wrong = await answered(faulty, rule, situation);
  if (rule.kept(wrong, right)) {
    return [`The faulty server keeps it: ${told(wrong)}`];
  }
  const found: string[] = [];
  for (const left of situation) {
    const others = situation.filter((value) => value !== left);
    const without = await answered(faulty, rule, others);
    if (!rule.kept(without, await answered({}, rule, others))) {
      found.push(`It shows without ${left.axis}=${left.value} too: ${told(without)}`);
    }
  }
  return found;
}

const told = ({ status, body }: Answer): string =>
  `${status} ${JSON.stringify(body)?.slice(0, 300)}`;
