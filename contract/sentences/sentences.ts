/**
 * The specification's own sentences, by section and item of its outline (`contract/sections.ts`), word
 * for word but for its typography: a table's row without its bars. ` … ` stands for what is left out
 * between two of them. `header *` is said of every header of a section that has no entry of its own.
 * An item of which the specification says nothing has none; a few have no item, because they are not
 * what an item says as a whole but what a single requirement rests on.
 */
export type Sentences = Readonly<Record<string, Readonly<Record<string, string>>>>;
