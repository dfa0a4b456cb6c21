import { SPECIFICATION_STYLE } from '../specification/specification-style.ts';

/** What a page with views and filters adds to the style of all pages. */
export const VIEWS_STYLE = `
html { scroll-padding-top: 8rem; }
.views { display: flex; flex-wrap: wrap; gap: 0 1.5rem; border-bottom: 1px solid var(--line); margin-top: 1.25rem; }
.views a { padding: .5rem .1rem; color: var(--soft); text-decoration: none; border-bottom: 3px solid transparent; margin-bottom: -1px; }
.views a:hover { color: var(--ink); }
.views a[aria-current] { color: var(--ink); border-bottom-color: var(--link); font-weight: 600; }
.view > section:first-child > h2 { margin-top: 1.5rem; }
.filter { position: sticky; top: 0; z-index: 2; background: var(--paper); border-bottom: 1px solid var(--line); padding: .6rem 0; display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-bottom: .75rem; }
.filter button, .filter select, .filter input { font: inherit; font-size: .88rem; min-height: 2.1rem; padding: .2rem .7rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); color: var(--ink); max-width: 100%; }
.filter button { cursor: pointer; }
.filter button[aria-pressed="true"] { background: var(--ink); color: var(--paper); border-color: var(--ink); }
.filter button span { font-variant-numeric: tabular-nums; opacity: .85; }
.filter select { max-width: 13rem; }
.filter input { flex: 1 1 10rem; min-width: 8rem; }
.filter output { font-size: .88rem; color: var(--soft); }
.bar { display: block; width: 100%; height: 14px; border-radius: 7px; margin: .2rem 0 .6rem; }
.bar rect { fill: var(--line); }
.bar .good { fill: var(--good); } .bar .bad { fill: var(--bad); } .bar .mild { fill: var(--mild); } .bar .calm { fill: var(--calm); }
@media screen { .view.is-away { display: none; } }
@media (max-width: 44rem) {
  .filter { position: static; }
  .views { gap: 0 1rem; font-size: .92rem; }
  .filter select { flex: 1 1 8rem; }
}
@media print { .filter, .views { display: none; } }
`;

/** What the page of a conformance run adds to the style of all pages. */
export const STYLE = `${VIEWS_STYLE}${SPECIFICATION_STYLE}
.findings > li.should { border-left-color: var(--mild); }
.findings > li.known { border-left-color: var(--calm); }
.findings h3 { font-size: 1.02rem; margin: 0 0 .3rem; overflow-wrap: anywhere; font-weight: 600; }
.findings .rule { color: var(--soft); }
.further { margin-top: .8rem; }
.further > summary { cursor: pointer; }
.further ol { padding-left: 3.2rem; font-size: .9rem; overflow-wrap: anywhere; }

.doubt { margin-top: 2.75rem; }
.doubt > summary { cursor: pointer; }
.doubt > summary h2 { display: inline; font-size: 1.05rem; font-weight: 600; margin: 0; }
.doubt p, .doubt ol { max-width: 60rem; }
.doubt li { margin: .3rem 0; }

.overview { list-style: none; padding: 0; margin: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: .1rem 2rem; font-size: .9rem; }
.overview .bar { height: 8px; margin: .15rem 0 .5rem; }


.check { content-visibility: auto; contain-intrinsic-size: auto 3.6rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin-bottom: .4rem; }
.check > summary { cursor: pointer; }
.check > summary, .check > .line { padding: .5rem .8rem; display: grid; grid-template-columns: 7.4rem minmax(0, 1fr) auto; gap: 0 .8rem; align-items: baseline; list-style: none; }
.check > summary::-webkit-details-marker { display: none; }
.check > :first-child .tag { justify-self: start; }
.check > :first-child .mono { color: var(--soft); font-size: .78rem; grid-column: 2; }
.check > :first-child .what { grid-column: 2; overflow-wrap: anywhere; }
.check > :first-child .where { grid-column: 3; grid-row: 1; color: var(--soft); font-size: .85rem; }
.check[open] > summary { border-bottom: 1px solid var(--line); }
.check .body { padding: .9rem 1rem; }
.said { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: .45rem 1rem; margin: 0 0 .9rem; }
.said dt { color: var(--soft); }
.said dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
.quoted { display: block; color: var(--soft); margin-top: .15rem; }
.findings .quoted { padding-left: 1rem; border-left: 2px solid var(--line); }
.said .quoted { padding-left: .7rem; border-left: 2px solid var(--line); }
.exchange { border: 1px solid var(--line); border-radius: .4rem; margin-top: .5rem; }
.exchange > summary { cursor: pointer; padding: .4rem .7rem; font-size: .88rem; overflow-wrap: anywhere; }
.exchange .sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); border-top: 1px solid var(--line); }
.exchange .sides > div { padding: .6rem .8rem; min-width: 0; }
.exchange .sides > div + div { border-left: 1px solid var(--line); }
.exchange > p { margin: 0; padding: .4rem .8rem; border-top: 1px solid var(--line); font-size: .85rem; }
.exchange h3 { margin: 0 0 .3rem; font-size: .8rem; color: var(--soft); font-weight: 600; }
pre { margin: 0; white-space: pre-wrap; font-size: .8rem; line-height: 1.45; max-height: 28rem; overflow: auto; }
.replay { background: var(--sunk); border: 1px solid var(--line); border-radius: .4rem; padding: .6rem .8rem; margin-top: .6rem; }
.replay p { margin: 0 0 .4rem; font-size: .82rem; color: var(--soft); display: flex; justify-content: space-between; gap: 1rem; align-items: baseline; }
.replay ol { margin: 0; padding-left: 2rem; max-height: 28rem; overflow: auto; }
.replay li { font-size: .82rem; line-height: 1.45; padding: .15rem 0; }
.replay li::marker { color: var(--soft); }
.replay code { font-size: .8rem; white-space: pre-wrap; }
.replay button { font: inherit; font-size: .82rem; padding: .1rem .7rem; min-height: 1.8rem; flex: none; border: 1px solid var(--line); border-radius: .4rem; background: var(--card); color: var(--ink); cursor: pointer; }

tbody th { min-width: 9rem; }
tbody th.tight { min-width: 0; }

@media (max-width: 44rem) {
  .check > summary, .check > .line { grid-template-columns: minmax(0, 1fr) auto; }
  .check > :first-child .where { grid-column: 2; }
  .check > :first-child .what, .check > :first-child .mono { grid-column: 1 / -1; }
  .said { grid-template-columns: 1fr; gap: 0; }
  .said dd { margin-bottom: .5rem; }
  .exchange .sides { grid-template-columns: 1fr; }
  .exchange .sides > div + div { border-left: 0; border-top: 1px solid var(--line); }
  td.tight[data-label] { display: inline-block; margin-right: 1rem; }
}
@media print {
  .replay button { display: none; }
  details::details-content { content-visibility: visible; height: auto; display: block; }
  .check:not(.problem)::details-content { display: none; }
  pre { max-height: none; }
  .check { content-visibility: visible; }
  .check { break-inside: avoid; }
}
`;
