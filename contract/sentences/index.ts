import { AUTHENTICATION_SENTENCES } from './authentication.ts';
import { ENDPOINT_SENTENCES } from './endpoints.ts';
import { ERROR_SENTENCES } from './errors.ts';
import { RESOURCE_SENTENCES } from './resources.ts';
import type { Sentences } from './sentences.ts';

/** All sentences, by section and then by item. */
export const SENTENCES: Sentences = {
  ...RESOURCE_SENTENCES,
  ...ENDPOINT_SENTENCES,
  ...AUTHENTICATION_SENTENCES,
  ...ERROR_SENTENCES,
};

/** What a section says of an item of its outline, word for word; undefined where it says nothing. */
export function sentenceOf(section: string, item: string): string | undefined {
  const said = SENTENCES[section];
  return said?.[item] ?? (item.startsWith('header ') ? said?.['header *'] : undefined);
}
