import { html } from 'hono/html';

/** A piece of HTML in which every value that was put in is escaped. */
export type Markup = ReturnType<typeof html>;

/** How something is to be taken: the colour of a verdict, a tag or a count. */
export type Tone = 'good' | 'bad' | 'mild' | 'calm';

/** A coloured word. */
export function tag(tone: Tone, text: string): Markup {
  return html`<span class="tag ${tone}">${text}</span>`;
}

/** A term with its description, for a list of facts: `<dl class="facts">`. */
export function fact(term: string, description: Markup | string | number): Markup {
  return html`<div><dt>${term}</dt><dd>${description}</dd></div>`;
}
