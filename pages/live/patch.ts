/** What becomes of an element of a live page. */
export type Part =
  /** takes its place; where there is none, and `into` is given, it is put at the end of that element */
  | { html: string; into?: string }
  /** its text, such as that of a status that is read out */
  | { text: string }
  /** for the page's own script: an event `data:<id>` on the document, with this as its detail */
  | { data: unknown };

/** What changes in a live page, by the ids of its elements. */
export type Patch = Readonly<Record<string, Part>>;
