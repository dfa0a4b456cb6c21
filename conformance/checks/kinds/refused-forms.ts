import type { Check } from '../../check.ts';
import type { CheckContext } from '../../check-context.ts';
import { answerOf, isSuccess } from '../../expectations.ts';
import { AUTHORIZATION, type RefusedForm } from '../../http/forms/other-forms.ts';
import { deviate } from '../../outcome.ts';

/** What all have in common: they come when everything else has been asked, in many forms. */
const base = {
  users: ['customer'],
  phase: 'logins',
  wholeRun: true,
} satisfies Partial<Check>;

/** Once it may be chance, or another request meanwhile, that one form is refused and the usual one served. */
const ENOUGH = 2;

/** The forms that an endpoint has refused often enough, and taken in the usual one each time. */
const refusedOften = (refused: readonly RefusedForm[]): RefusedForm[] =>
  [...Map.groupBy(refused, ({ endpoint, form }) => `${endpoint} ${form.name}`).values()].flatMap(
    (same) => (same.length >= ENOUGH ? same.slice(-1) : []),
  );

/** How often each is asked at the most for what it has not shown. */
const MOST_ASKED = 12;

/**
 * Refreshes and logs out until both have shown of every form whether it is taken, where what they were sent
 * together was refused: nothing else of a run asks them so often.
 */
const askSessions = (context: CheckContext): Promise<void> =>
  context.shared('forms of refreshes and logouts', async (own) => {
    for (const endpoint of ['refresh', 'logout'] as const) {
      await askUntilShown(own, endpoint).catch(() => {
        // Who may not log in again, or is not answered, shows nothing.
      });
    }
  });

async function askUntilShown(context: CheckContext, endpoint: 'refresh' | 'logout'): Promise<void> {
  for (let asked = 0; asked < MOST_ASKED && context.hasNotShown(endpoint); asked += 1) {
    const as = await context.freshSession('customer');
    const body = endpoint === 'refresh' ? { refresh_token: as.refreshToken } : {};
    if (!isSuccess(await context.call(endpoint, { as, body, meantToSucceed: true }))) {
      return;
    }
  }
}

interface OfPart extends Pick<Check, 'id' | 'title' | 'requirements' | 'level' | 'cause'> {
  /** the part of requests that has other forms */
  part: string;
}

const PARTS: readonly OfPart[] = [
  {
    part: 'names',
    id: 'service.header-names',
    title: 'takes headers whose names are written in other letters',
    requirements: ['SVC-34'],
    level: 'must',
    cause: 'names of headers are compared letter by letter',
  },
  {
    part: 'indented',
    id: 'service.json-white-space',
    title: 'takes bodies of JSON with white space in and around them',
    requirements: ['SVC-35'],
    level: 'must',
    cause: 'bodies are not read as JSON',
  },
  {
    part: 'escaped',
    id: 'service.json-escapes',
    title: 'takes bodies of JSON with escapes in their texts',
    requirements: ['SVC-36'],
    level: 'should',
    cause: 'bodies are not read as JSON',
  },
  {
    part: 'exponents',
    id: 'service.json-exponents',
    title: 'takes bodies of JSON with exponents in their numbers',
    requirements: ['SVC-36'],
    level: 'should',
    cause: 'bodies are not read as JSON',
  },
  {
    part: AUTHORIZATION,
    id: 'service.other-authorization',
    title: 'takes X-Auth-Token beside an Authorization of another scheme',
    requirements: ['AUT-62'],
    level: 'should',
    cause: 'any Authorization is taken for the token',
  },
  {
    part: 'content-type',
    id: 'service.content-type-charset',
    title: 'takes bodies whose Content-Type names a charset',
    requirements: ['SVC-32'],
    level: 'should',
    cause: 'application/json with a charset is refused',
  },
];

/** What says no more in another form is served as in the usual one, wherever a request was to succeed. */
export const refusedFormChecks: Check[] = PARTS.map(({ part, ...about }) => ({
  ...base,
  ...about,
  async run(context) {
    await askSessions(context);
    const { taken, refused } = context.formsOf(part);
    const often = refusedOften(refused);
    for (const { exchange } of often) {
      context.evidence(exchange);
    }
    const [first] = often;
    if (first) {
      const { method, url } = first.exchange.request;
      const more = often.length > 1 ? `, and ${often.length - 1} more like it` : '';
      const what = `${method} ${new URL(url).pathname} with ${first.form.name}`;
      deviate(`${what} to be served, as it is in the usual form`, answerOf(first.exchange) + more);
    }
    if (taken === 0) {
      context.inconclusive('No request that was served had another form.');
    }
  },
}));
