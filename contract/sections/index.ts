import { BEHAVIOUR_SECTIONS } from './behaviour.ts';
import { ENDPOINT_SECTIONS } from './endpoints.ts';
import { RESOURCE_SECTIONS } from './resources.ts';
import type { Section } from './section.ts';

/** Every numbered section of the specification that says something itself. */
export const SECTIONS: readonly Section[] = [
  ...RESOURCE_SECTIONS,
  ...ENDPOINT_SECTIONS,
  ...BEHAVIOUR_SECTIONS,
];

/** Every key of a section, in the form in which a requirement names it as its `item`. */
export function itemsOf(section: Section): string[] {
  return [
    ...(section.fields ?? []),
    ...(section.headers ?? []).map((header) => `header ${header}`),
    ...(section.parameters ?? []),
    ...(section.statements ?? []),
    ...(section.silent ?? []),
  ];
}
