/** The style sheet of the HTML report, inlined so that the file needs nothing else. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f6f7f9, #14171c);
  --card: light-dark(#ffffff, #1c2027);
  --sunk: light-dark(#f0f2f5, #14171c);
  --line: light-dark(#d9dee5, #333a45);
  --ink: light-dark(#1a2029, #e6eaf0);
  --soft: light-dark(#566070, #9ba7b8);
  --link: light-dark(#0b57b0, #7ab7ff);
  --good: light-dark(#11693a, #58c98a);
  --good-bg: light-dark(#e1f4e8, #15301f);
  --bad: light-dark(#b3212c, #ff8a8f);
  --bad-bg: light-dark(#fde8e8, #3d1c20);
  --mild: light-dark(#8a5300, #f0b45a);
  --mild-bg: light-dark(#fdf0d9, #372811);
  --calm: light-dark(#3f5370, #a5bbdc);
  --calm-bg: light-dark(#e8edf5, #232e3f);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 8rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 9; }
main, .masthead > div, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h2 { font-size: 1.35rem; margin: 2.75rem 0 .75rem; }
h2 small { font-weight: 400; font-size: 1rem; color: var(--soft); margin-left: .4rem; }
code, pre, .mono { font-family: var(--mono); font-size: .85em; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
[hidden] { display: none !important; }

.masthead { background: var(--card); border-bottom: 1px solid var(--line); border-top: 6px solid var(--calm); }
.masthead.conformant { border-top-color: var(--good); }
.masthead.failed { border-top-color: var(--bad); }
.masthead.incomplete { border-top-color: var(--mild); }
.masthead > div { padding-top: 1.75rem; padding-bottom: 1.75rem; }
.kicker { margin: 0; color: var(--soft); font-size: .9rem; }
h1 { font-size: clamp(1.7rem, 5vw, 2.6rem); margin: .1rem 0 .4rem; letter-spacing: -.015em; }
.conformant h1 { color: var(--good); }
.failed h1 { color: var(--bad); }
.incomplete h1 { color: var(--mild); }
.reasons { margin: .25rem 0 1.25rem; padding-left: 1.2rem; max-width: 60rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .6rem 1.5rem; margin: 1.25rem 0 0; font-size: .9rem; }
.facts dt { color: var(--soft); font-size: .8rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; padding: 0; margin: 1rem 0 0; }
.counts li { padding: .3rem .7rem; border-radius: .5rem; background: var(--calm-bg); color: var(--calm); font-size: .9rem; }
.counts b { font-size: 1.05rem; font-variant-numeric: tabular-nums; }

.tag { display: inline-block; padding: .05rem .5rem; border-radius: 1rem; font-size: .78rem; font-weight: 600; white-space: nowrap; background: var(--calm-bg); color: var(--calm); }
.good, .counts .good { background: var(--good-bg); color: var(--good); }
.bad, .counts .bad { background: var(--bad-bg); color: var(--bad); }
.mild, .counts .mild { background: var(--mild-bg); color: var(--mild); }

.findings { list-style: none; counter-reset: rank; padding: 0; margin: 0; display: grid; gap: .6rem; }
.findings > li { counter-increment: rank; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: .5rem; padding: .8rem 1rem .8rem 3.2rem; position: relative; }
.findings > li.should { border-left-color: var(--mild); }
.findings > li.known { border-left-color: var(--calm); }
.findings > li::before { content: counter(rank); position: absolute; left: 1rem; top: .75rem; font-size: 1.2rem; font-weight: 700; color: var(--soft); font-variant-numeric: tabular-nums; }
.findings h3 { font-size: 1.02rem; margin: 0 0 .3rem; overflow-wrap: anywhere; font-weight: 600; }
.findings p { margin: .2rem 0 0; font-size: .9rem; }
.findings .rule { color: var(--soft); }

.doubt { margin-top: 2.75rem; }
.doubt > summary { cursor: pointer; }
.doubt > summary h2 { display: inline; font-size: 1.05rem; font-weight: 600; margin: 0; }
.doubt p, .doubt ol { max-width: 60rem; }
.doubt li { margin: .3rem 0; }

.filter { position: sticky; top: 0; z-index: 2; background: var(--paper); border-bottom: 1px solid var(--line); padding: .6rem 0; display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-bottom: .75rem; }
.filter button, .filter select, .filter input { font: inherit; font-size: .88rem; min-height: 2.1rem; padding: .2rem .7rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); color: var(--ink); max-width: 100%; }
.filter button { cursor: pointer; }
.filter button[aria-pressed="true"] { background: var(--ink); color: var(--paper); border-color: var(--ink); }
.filter input { flex: 1 1 10rem; min-width: 8rem; }
.filter output { font-size: .88rem; color: var(--soft); }

.check { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin-bottom: .4rem; }
.check > summary { cursor: pointer; padding: .5rem .8rem; display: grid; grid-template-columns: 6.6rem minmax(0, 1fr) auto; gap: 0 .8rem; align-items: baseline; list-style: none; }
.check > summary::-webkit-details-marker { display: none; }
.check > summary .tag { justify-self: start; }
.check > summary .mono { color: var(--soft); font-size: .78rem; grid-column: 2; }
.check > summary .what { grid-column: 2; overflow-wrap: anywhere; }
.check > summary .where { grid-column: 3; grid-row: 1; color: var(--soft); font-size: .85rem; }
.check[open] > summary { border-bottom: 1px solid var(--line); }
.check .body { padding: .9rem 1rem; }
.said { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: .45rem 1rem; margin: 0 0 .9rem; }
.said dt { color: var(--soft); }
.said dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
.exchange { border: 1px solid var(--line); border-radius: .4rem; margin-top: .5rem; }
.exchange > summary { cursor: pointer; padding: .4rem .7rem; font-size: .88rem; overflow-wrap: anywhere; }
.exchange .sides { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); border-top: 1px solid var(--line); }
.exchange .sides > div { padding: .6rem .8rem; min-width: 0; }
.exchange .sides > div + div { border-left: 1px solid var(--line); }
.exchange > p { margin: 0; padding: .4rem .8rem; border-top: 1px solid var(--line); font-size: .85rem; }
.exchange h4 { margin: 0 0 .3rem; font-size: .8rem; color: var(--soft); font-weight: 600; }
pre { margin: 0; white-space: pre-wrap; font-size: .8rem; line-height: 1.45; max-height: 28rem; overflow: auto; }
.replay { background: var(--sunk); border: 1px solid var(--line); border-radius: .4rem; padding: .6rem .8rem; margin-top: .6rem; }
.replay p { margin: 0 0 .4rem; font-size: .82rem; color: var(--soft); display: flex; justify-content: space-between; gap: 1rem; align-items: baseline; }
.replay ol { margin: 0; padding-left: 2rem; max-height: 28rem; overflow: auto; }
.replay li { font-size: .82rem; line-height: 1.45; padding: .15rem 0; }
.replay li::marker { color: var(--soft); }
.replay code { font-size: .8rem; white-space: pre-wrap; }
.replay button { font: inherit; font-size: .82rem; padding: .1rem .7rem; min-height: 1.8rem; flex: none; border: 1px solid var(--line); border-radius: .4rem; background: var(--card); color: var(--ink); cursor: pointer; }

.panel { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; overflow: clip; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: left; padding: .6rem .9rem; color: var(--soft); }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
thead th { white-space: nowrap; color: var(--soft); font-weight: 600; font-size: .8rem; border-top: 0; }
tbody th { font-weight: 500; min-width: 9rem; }
tbody th.tight { min-width: 0; }
td.tight, th.tight { white-space: nowrap; width: 1%; }
td p { margin: .15rem 0 0; color: var(--soft); font-size: .85rem; }
.bar { display: block; width: 100%; height: 14px; border-radius: 7px; margin: .2rem 0 .6rem; }
.bar rect { fill: var(--line); }
.bar .good { fill: var(--good); } .bar .bad { fill: var(--bad); } .bar .mild { fill: var(--mild); } .bar .calm { fill: var(--calm); }
footer { padding-top: 2rem; padding-bottom: 3rem; color: var(--soft); font-size: .85rem; }

@media (max-width: 44rem) {
  main, .masthead > div, footer { padding-left: 1rem; padding-right: 1rem; }
  .check > summary { grid-template-columns: minmax(0, 1fr) auto; }
  .check > summary .where { grid-column: 2; }
  .check > summary .what, .check > summary .mono { grid-column: 1 / -1; }
  .said { grid-template-columns: 1fr; gap: 0; }
  .said dd { margin-bottom: .5rem; }
  .exchange .sides { grid-template-columns: 1fr; }
  .exchange .sides > div + div { border-left: 0; border-top: 1px solid var(--line); }
  .findings > li { padding-left: 2.6rem; }
  .findings > li::before { left: .8rem; }
  .filter { position: static; }
  thead { position: absolute; left: -99rem; }
  tr { display: block; padding: .5rem .9rem; border-top: 1px solid var(--line); }
  th, td, td.tight { display: block; border: 0; padding: .05rem 0; white-space: normal; width: auto; }
  td.tight[data-label] { display: inline-block; margin-right: 1rem; }
  td[data-label]::before { content: attr(data-label) ": "; color: var(--soft); }
}
@media print {
  :root { color-scheme: light; }
  body { background: #fff; font-size: 11px; }
  .filter, .replay button, .skip { display: none; }
  details::details-content { content-visibility: visible; height: auto; display: block; }
  .check:not(.problem)::details-content { display: none; }
  pre { max-height: none; }
  .check, .findings > li, tr { break-inside: avoid; }
}
`;
