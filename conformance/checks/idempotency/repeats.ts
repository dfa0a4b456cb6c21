import { unlessNotSupplied } from '../../../target/states/not-supplied.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, isSuccess } from '../../expectations.ts';
import type { Exchange } from '../../http/exchange.ts';
import { deviate } from '../../outcome.ts';
import { sameRequest } from '../offers/update-application-offers.ts';
import { expectAccepted, expectAcceptedAlone } from '../own-entry.ts';
import { baseOf, takesOf } from '../valid-call.ts';
import {
  AT_ONCE,
  atOnce,
  first,
  firstAgain,
  mayHideIdentifier,
  requestOfAgent,
  second,
  valuesAt,
} from './experiments.ts';
import {
  expectNoServerError,
  expectOneNamed,
  expectOneRecord,
  pathsOf,
  RECORDS,
} from './one-record.ts';
import { roundsInForms } from './repeats-in-forms.ts';

const differentKeys: Check[] = RECORDS.map(({ endpoint, record, different, before }) => ({
  ...baseOf(endpoint),
  id: `idempotency.different-keys.${endpoint}`,
  title: `processes two requests of ${endpoint} with different keys, each as its own`,
  requirements: [different],
  takes: takesOf(endpoint),
  after: [...before],
  cause: 'requests with different keys are taken for one',
  async run(context) {
    const one = await first(context, endpoint);
    const other = await second(context, endpoint);
    expectAcceptedAlone(other, 'a second request with another key');
    const paths = await pathsOf(context, endpoint);
    if (paths.length > 0) {
      return;
    }
    if (
      endpoint === 'request-loan' &&
      (!namesOneApplication(one.exchange, other.exchange) ||
        (await isToldAlikeToAgents(context, one.exchange)))
    ) {
      return;
    }
    if (endpoint === 'repay-loan' && mayHideIdentifier(one.exchange, other.exchange)) {
      context.inconclusive(
        'What differs between two repayments is a time or a sentence, which may or may not name the record.',
      );
    }
    deviate(
      `answers that name the ${record} by a value of its own`,
      endpoint === 'request-loan'
        ? 'the same applicationId for both keys'
        : 'no value in data that differs between two repayments',
    );
  },
  async again(context) {
    const paths = await pathsOf(context, endpoint);
    for (const { text, atOnce: same, otherKey } of await roundsInForms(context, endpoint)) {
      const taken = same.find(isSuccess);
      if (!taken || !otherKey || !isSuccess(otherKey) || paths.length === 0) {
        continue;
      }
      // Of two shapes nothing can be compared.
      const held = paths
        .map((path) => valuesAt([taken, otherKey], path))
        .filter(({ length }) => length === 2);
      if (held.length > 0 && held.every(([one, other]) => one === other)) {
        deviate(`another ${record} under another key (${text})`, `the same ${record}`);
      }
    }
  },
}));

/** Whether two answers of request-loan name an application, and the same one. */
function namesOneApplication(one: Exchange, other: Exchange): boolean {
  return applicationIds(one).some((id) => applicationIds(other).includes(id));
}

/** Whether an agent is told the same application: a sandbox whose answer is always that one names none by it. */
async function isToldAlikeToAgents(context: CheckContext, one: Exchange): Promise<boolean> {
  const byAgent = context.target.users.agent
    ? await requestOfAgent(context).catch(unlessNotSupplied)
    : undefined;
  return byAgent !== undefined && namesOneApplication(one, byAgent.exchange);
}

function applicationIds(exchange: Exchange): unknown[] {
  return ['/applicationId', '/data/applicationId'].flatMap((path) => valuesAt([exchange], path));
}

const again: Check[] = RECORDS.map(({ endpoint, record, again: requirement, after }) => ({
  ...baseOf(endpoint),
  id: `idempotency.repeated.${endpoint}`,
  title: `makes no second ${record} when ${endpoint} is sent again under its key`,
  requirements: [requirement],
  after: [...after],
  cause: 'a repeated x-idempotency-key has a second effect',
  async run(context) {
    const repeats = [await firstAgain(context, endpoint)];
    const { options } = await first(context, endpoint);
    // Who tries again after a lost answer may call it a new interaction, begun later.
    const headers = sameRequest(options.headers?.['x-idempotency-key'] ?? undefined);
    repeats.push(await context.call(endpoint, { ...options, headers }));
    if (await context.passed(`authentication.bearer.${endpoint}`)) {
      // An object has no order (RFC 8259 section 4), so its fields told backwards are the same request.
      const body = Object.fromEntries(Object.entries(options.body as object).toReversed());
      repeats.push(await context.call(endpoint, { ...options, body, bearer: true }));
    }
    await expectOneRecord(context, { endpoint, record }, repeats);
  },
  async again(context) {
    for (const { text, atOnce: same, again: repeated } of await roundsInForms(context, endpoint)) {
      const original = same.find(isSuccess);
      if (original && repeated) {
        await expectOneRecord(context, { endpoint, record, text }, [repeated], original);
      }
    }
  },
}));

const together: Check[] = RECORDS.map(({ endpoint, record, together: requirement, after }) => ({
  ...baseOf(endpoint),
  id: `idempotency.at-once.${endpoint}`,
  title: `makes one ${record} of three equal requests of ${endpoint} at once`,
  requirements: [requirement],
  takes: takesOf(endpoint),
  after: [...after, `idempotency.repeated.${endpoint}`],
  cause: 'an x-idempotency-key sent several times at once has several effects',
  async run(context) {
    const { call, answers } = await atOnce(context, endpoint);
    for (const answer of answers) {
      expectNoServerError(answer, 'each of several equal requests');
    }
    const successes = answers.filter(isSuccess);
    const [exchange] = answers;
    if (successes.length === 0 && exchange) {
      const what = `at least one of ${AT_ONCE} equal requests sent at once`;
      await expectAccepted(context, { ...call, exchange }, what);
    }
    if (successes.length === 1) {
      return;
    }
    const paths = await pathsOf(context, endpoint);
    expectOneNamed(
      context,
      { answers: successes, paths },
      `one ${record} for ${AT_ONCE} equal requests sent at once under one x-idempotency-key`,
      `several: ${paths.map((path) => `${new Set(valuesAt(successes, path)).size} values of ${path}`).join(', ')}`,
    );
  },
  async again(context) {
    for (const { text, atOnce: same } of await roundsInForms(context, endpoint)) {
      const [original, ...others] = same.filter(isSuccess);
      if (original) {
        await expectOneRecord(context, { endpoint, record, text }, others, original);
      }
    }
  },
}));

const observations: Check[] = RECORDS.flatMap(({ endpoint, open, after }) => [
  {
    ...baseOf(endpoint),
    id: `idempotency.observes.repeated.${endpoint}`,
    title: `shows how ${endpoint} sent again under its key is answered`,
    requirements: [open],
    level: 'open' as const,
    after: [...after],
    async run(context) {
      const repeated = await firstAgain(context, endpoint);
      context.observe(`answer to a repeated key of ${endpoint}`, answerOf(repeated));
    },
  },
  {
    ...baseOf(endpoint),
    id: `idempotency.observes.other-body.${endpoint}`,
    title: `shows how another body under a spent key of ${endpoint} is answered`,
    requirements: [open],
    level: 'open' as const,
    after: [...after],
    async run(context) {
      await firstAgain(context, endpoint);
      // Not under the key of the first, if it can be: of that all others ask what it was first sent with.
      const other = await second(context, endpoint);
      const { options } = isSuccess(other.exchange) ? other : await first(context, endpoint);
      const exchange = await context.call(endpoint, {
        ...options,
        body: { ...(options.body as object), ...OTHER_BODY[endpoint] },
      });
      context.observe(`answer to another body under a key of ${endpoint}`, answerOf(exchange));
    },
  },
]);

/** What makes the body of a request another one that is as valid. */
export const OTHER_BODY = {
  'request-loan': { lastName: 'Okonkwo' },
  'repay-loan': { paymentNarration: 'another narration' },
};

/** Sections 4.6 and 4.7: one x-idempotency-key, one effect. */
export const idempotencyChecks: Check[] = [
  ...differentKeys,
  ...again,
  ...together,
  ...observations,
];
