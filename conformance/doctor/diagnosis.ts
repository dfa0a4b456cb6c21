/** The parts of a target file that are examined, in the order of the report. */
export const AREAS = ['addresses', 'users', 'capabilities', 'states'] as const;

/** A part of the target file. */
export type Area = (typeof AREAS)[number];

/**
 * What was found: `problem` is supplied but does not work, `short` is a pool with fewer entries
 * than the checks use up, `not needed` is left out and nothing would go untested for it, `not tried`
 * could not be tried because something before it does not work.
 */
export type Finding =
  | 'ok'
  | 'problem'
  | 'unreachable'
  | 'not tried'
  | 'not supplied'
  | 'short'
  | 'not needed';

/** What was found out about one thing that a target file supplies. */
export interface Diagnosis {
  area: Area;
  /** its key in the target file, such as `baseUrl`, `cashier` or `offer-sent` */
  subject: string;
  finding: Finding;
  /** what was seen, as a clause */
  message: string;
  /** what to do about it */
  advice?: string;
  /** ids of the checks that would go untested */
  untested: string[];
}

/** The name under which results say that something is missing, such as `state offer-sent`. */
export function missingName({ area, subject }: Pick<Diagnosis, 'area' | 'subject'>): string {
  const kind = { addresses: 'address', users: 'user', capabilities: 'capability', states: 'state' };
  return `${kind[area]} ${subject}`;
}
