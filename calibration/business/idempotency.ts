import type { World } from './endpoints/session.ts';
import { type Answer, type Ask, failed, header, Refusal } from './exchange.ts';
import type { User } from './records/people.ts';

function keyOf(ask: Ask, caller: User, world: World): string {
  const key = header(ask, 'x-idempotency-key') ?? '';
  return world.rules.keysAreShared ? key : [caller.id, ask.method, ask.path, key].join(' ');
}

function repeated(used: { body: string; answer: Answer }, body: string, world: World): Answer {
  const same = used.body === body;
  // Section 5.10: where keys are shared, nobody is given what another user was answered.
  if (callerIn(used.body) !== callerIn(body)) {
    throw failed(422, 'this x-idempotency-key was used before');
  }
  switch (world.rules.repeatedKey) {
    case 'replay-whatever-the-body':
      return used.answer;
    case 'replay':
      if (same) {
        return used.answer;
      }
      throw failed(422, 'this x-idempotency-key belongs to another request');
    case 'conflict':
      throw failed(409, 'this x-idempotency-key was used before');
    case 'unprocessable':
      throw failed(422, 'this x-idempotency-key was used before');
  }
}

const callerIn = (request: string) => request.slice(0, request.indexOf(' '));

/**
 * Runs `handle` at most once for a key (section 4.6: "unique per request, prevents duplicate
 * processing"). The same question again is answered by the rules.
 */
export function once(ask: Ask, caller: User, world: World, handle: () => Answer): Answer {
  const key = keyOf(ask, caller, world);
  const body = `${caller.id} ${ask.path}?${ask.query} ${ask.text}`;
  const used = world.keys.get(key);
  if (used) {
    return repeated(used, body, world);
  }
  try {
    const answer = handle();
    world.keys.set(key, { body, answer });
    return answer;
  } catch (problem) {
    if (problem instanceof Refusal && world.rules.failuresSpendKeys) {
      world.keys.set(key, { body, answer: problem.answer });
    }
    throw problem;
  }
}
