import type { Capability } from '../capabilities.ts';
import type { EndpointName } from '../endpoint-names.ts';
import { sentenceOf } from '../sentences/index.ts';

/**
 * How binding a statement is: `must` fails when broken, `should` warns, `open` is what the
 * specification does not show and is only observed.
 */
export type Level = 'must' | 'should' | 'open';

/** One testable statement of the specification, in our own words. */
export interface Requirement {
  /** Stable: the prefix of its group and a number that is never used again, such as `PAY-12`. */
  id: string;
  /** The section that states it, such as `4.5`. */
  section: string;
  /** The item of that section's outline (`contract/sections.ts`) that it tells. */
  item: string;
  text: string;
  /** The specification's own words; absent where it says nothing of it. */
  sentence?: string;
  /** The section of the sentence, where it is another than that of the requirement. */
  sentenceSection?: string;
  level: Level;
  endpoints: readonly EndpointName[];
  checked: 'black-box' | 'none';
  /** Why it is not checked; present exactly when `checked` is `none`. */
  reason?: string;
  /** The requirement that says the same and is checked in its place. */
  sameAs?: string;
  /** What a target must declare for the requirement to apply. */
  capability?: Capability;
}

/** A requirement as its group's file writes it: only what is not the group's default. */
export interface Draft {
  id: string;
  section: string;
  item: string;
  level: Level;
  text: string;
  /** The section and item whose sentence it rests on, such as `7 401 missing`; default: its own. */
  restsOn?: string;
  endpoints?: readonly EndpointName[];
  /** Given when no black-box check exists. */
  unchecked?: string;
  sameAs?: string;
  capability?: Capability;
}

/** Completes the drafts of a group; `endpoints` are those of a draft that names none. */
export function requirements(
  endpoints: readonly EndpointName[],
  drafts: readonly Draft[],
): readonly Requirement[] {
  return drafts.map(({ id, section, item, text, level, unchecked, restsOn, ...rest }) => ({
    id,
    section,
    item,
    text,
    ...quotation(section, restsOn ?? `${section} ${item}`),
    level,
    endpoints,
    checked: unchecked === undefined ? 'black-box' : 'none',
    ...(unchecked === undefined ? {} : { reason: unchecked }),
    ...rest,
  }));
}

/** What is said at a place such as `7 401 missing`, for a requirement of that section. */
function quotation(own: string, place: string): Pick<Requirement, 'sentence' | 'sentenceSection'> {
  const [section = ''] = place.split(' ', 1);
  const sentence = sentenceOf(section, place.slice(section.length + 1));
  return {
    ...(sentence !== undefined && { sentence }),
    ...(sentence !== undefined && section !== own && { sentenceSection: section }),
  };
}
