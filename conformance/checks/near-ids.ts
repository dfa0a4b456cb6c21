import { randomUUID } from 'node:crypto';
import { isUuid } from '../../contract/values/uuid.ts';

/**
 * Other ways to write an id, which a loose comparison takes for it and a strict one for none: what is
 * refused of the id is refused of these, and shows no more.
 */
export function nearIds(id: string): string[] {
  const ways = [
    id.toUpperCase(),
    `{${id}}`,
    ` ${id}`,
    `${id} `,
    id.replaceAll('-', ''),
    `urn:uuid:${id}`,
  ];
  return [...new Set(ways)].filter((way) => way !== id);
}

/** Where an id of nobody differs from the one that it is like: its second part, all of its last, its last digit. */
const PARTS = { middle: [9, 13], end: [24, 36], digit: [35, 36] } as const;

/**
 * An id of nobody that is like a given one but for one part, so that whoever compares others takes them
 * for the same. Of ids that are no UUID none is made: the next number may be somebody's.
 */
export function nobodyNear(id: string, part: keyof typeof PARTS = 'middle'): string {
  if (!isUuid(id)) {
    return randomUUID();
  }
  const [from, to] = PARTS[part];
  const flipped = [...id.slice(from, to)]
    .map((digit) => (Number.parseInt(digit, 16) ^ 0xa).toString(16))
    .join('');
  return `${id.slice(0, from)}${flipped}${id.slice(to)}`;
}

/**
 * Texts that are no UUID: a word, and a given one with a digit more or less, which is the same to whoever
 * looks at how it begins. Of ids that are no UUID the word alone: with a digit more they may be somebody's.
 */
export function notUuids(id: string): [string, ...string[]] {
  return ['not-a-uuid', ...(isUuid(id) ? [`${id}0`, id.slice(0, -1)] : [])];
}

/** How many `notUuids` there are at most. */
export const NOT_UUIDS = 3;
