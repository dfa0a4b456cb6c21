import { html } from 'hono/html';
import type { Markup } from '../markup.ts';

/** What the head of every live page has: what is read out now and then, and what says that nobody sends. */
export function liveHead(status: string): Markup {
  return html`<p id="live-status" role="status">${status}</p>
<p class="aside" id="live-lost" role="alert" hidden>Nothing comes from the run any more: it was stopped, or it has ended and its report is on the disk.</p>`;
}

/** What live pages add to the style of all pages. */
export const LIVE_STYLE = `
progress { display: block; width: 100%; max-width: 40rem; height: .7rem; margin: .8rem 0 0; accent-color: var(--link); }
.running { color: var(--link); }
`;
