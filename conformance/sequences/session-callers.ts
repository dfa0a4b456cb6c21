import type { EndpointName } from '../../contract/endpoint-names.ts';
import { CUSTOMER_FIRST, type UserName } from '../../target/target.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import { PROTECTED_CALLS } from '../checks/protected-calls.ts';
import { readersOf } from '../checks/tokens/in-both-forms.ts';
import { onlyReads, READING } from '../checks/valid-call.ts';
import { unlessUntold } from '../outcome.ts';

/** A call whose user is known to be served with it. */
export interface KnownCall {
  endpoint: EndpointName;
  options: CallOptions;
}

/** What a user may call. */
interface SessionCaller {
  /** what leaves everything as it is; at least one */
  harmless: readonly KnownCall[];
  /** what is tried with a dead token only, which nothing may take */
  others: readonly KnownCall[];
}

/** The users whose sessions are played with. */
export type SessionCallers = ReadonlyMap<UserName, SessionCaller>;

/** The valid calls of the lending endpoints: a dead token is refused there before anything happens. */
async function lendingCalls(context: CheckContext): Promise<KnownCall[]> {
  const calls = PROTECTED_CALLS.filter(({ endpoint, phase }) => !phase && !onlyReads(endpoint));
  const known: KnownCall[] = [];
  for (const { endpoint, twin, prepare } of calls) {
    if (await context.passed(twin)) {
      const prepared = await prepare(context).catch(unlessUntold);
      if (prepared?.session.user === 'customer') {
        known.push({ endpoint, options: prepared.options });
      }
    }
  }
  return known;
}

/** Everybody for whom a call succeeds that shows whether a token works, each address once. */
export async function findCallers(context: CheckContext): Promise<SessionCallers> {
  const reading = [];
  for (const endpoint of READING) {
    reading.push(...((await readersOf(context, endpoint).catch(unlessUntold)) ?? []));
  }
  const emails = new Set<string>();
  const callers = new Map<UserName, SessionCaller>();
  for (const user of CUSTOMER_FIRST) {
    const email = context.target.users[user]?.email.toLowerCase();
    const harmless = reading.filter((each) => each.user === user).map(({ call }) => call);
    if (email === undefined || emails.has(email) || harmless.length === 0) {
      continue;
    }
    emails.add(email);
    const others = user === 'customer' ? await lendingCalls(context) : [];
    callers.set(user, { harmless, others });
  }
  return callers;
}
