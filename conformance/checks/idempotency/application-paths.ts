import { randomUUID } from 'node:crypto';
import { isUuid } from '../../../contract/values/uuid.ts';
import type { CheckContext, Session } from '../../check-context.ts';
import { leavesOf } from '../../expectations.ts';
import { type Exchange, jsonOf } from '../../http/exchange.ts';
import { answerOffer } from '../offers/update-application-offers.ts';
import type { Sent } from '../own-entry.ts';
import { ownerOf } from '../state-owner.ts';
import { differingPaths, valuesAt } from './experiments.ts';

/**
 * The ids of applications that an answer of request-loan names, each once. Its body is not shown (section
 * 4.6): it may name none, the new one, or all that the customer has.
 */
export function applicationsNamed(exchange: Exchange): string[] {
  const named = leavesOf(jsonOf(exchange)).flatMap(({ path, value }) =>
    /application_?id$/i.test(path) && typeof value === 'string' && value !== '' ? [value] : [],
  );
  return [...new Set(named)];
}

/** Ids that are asked about: an answer names few. */
const MOST = 3;

/** What changes from answer to answer, whatever is asked: ids, times and counts. */
const CHANGING = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d+/gi;

/** An answer without what is of this one alone, to be held against another. */
const kindOf = ({ response }: Exchange): string =>
  `${response?.status} ${response?.body.replaceAll(CHANGING, '#')}`;

/**
 * Where answers of request-loan name the application that was made by a name that says nothing: they are
 * not shown (section 4.6). An id is one where the target answers a withdrawal from it otherwise than one
 * from nobody's, to which twice it gives the same answer (section 4.8).
 */
export function applicationPaths(
  context: CheckContext,
  one: Sent<'request-loan'>,
  other: Sent<'request-loan'>,
): Promise<string[]> {
  const plain = context.plain ?? context;
  return plain.shared('where answers name an application by another name', async (own) => {
    const isId = (value: unknown) => typeof value === 'string' && isUuid(value);
    const paths = differingPaths(one.exchange, other.exchange, isId).slice(0, MOST);
    return paths.length === 0
      ? []
      : knownPaths(own, await ownerOf(own, other.values), { paths, other });
  });
}

async function knownPaths(
  context: CheckContext,
  owner: Session,
  { paths, other }: { paths: readonly string[]; other: Sent },
): Promise<string[]> {
  const answerTo = async (id: string) => kindOf(await answerOffer(context, owner, id, false));
  const unknown = await answerTo(randomUUID());
  if ((await answerTo(randomUUID())) !== unknown) {
    return [];
  }
  const known: string[] = [];
  for (const path of paths) {
    const [id] = valuesAt([other.exchange], path);
    if ((await answerTo(String(id))) !== unknown) {
      known.push(path);
    }
  }
  return known;
}
