import { html } from 'hono/html';

const SCHEMES = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/**
 * Light, dark, or as the system prefers. It works by the style sheet alone, on pages without a script too,
 * and nothing is kept: `autocomplete` makes a browser forget it with the page.
 */
export const COLOUR_SCHEME = html`<fieldset class="scheme"><legend>Colours</legend>
${SCHEMES.map(([scheme, name]) => html`<label><input type="radio" name="scheme" id="scheme-${scheme}" autocomplete="off"${scheme === 'system' ? html` checked` : ''}><span>${name}</span></label>`)}
</fieldset>`;

/** Rules of the choice; print is light whatever is chosen. */
export const COLOUR_SCHEME_STYLE = `
@media screen {
  :root:has(#scheme-light:checked) { color-scheme: light; }
  :root:has(#scheme-dark:checked) { color-scheme: dark; }
}
.scheme { display: flex; flex-wrap: wrap; justify-content: flex-end; align-items: baseline; gap: .2rem; border: 0; margin: 0 0 .4rem; padding: 0; min-width: 0; font-size: .8rem; color: var(--soft); }
.scheme legend { float: left; padding: .3rem .4rem 0 0; }
.scheme label { position: relative; cursor: pointer; }
.scheme input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.scheme span { display: block; padding: .25rem .7rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--card); }
.scheme :checked + span { background: var(--calm-bg); color: var(--calm); border-color: var(--calm); font-weight: 600; }
.scheme :focus-visible + span { outline: 3px solid var(--link); outline-offset: 2px; }
@media print { .scheme { display: none; } }
`;
