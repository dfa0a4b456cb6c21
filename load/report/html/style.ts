/** The style sheet of the load report and the comparison, inlined. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f6f7f9, #14171c);
  --card: light-dark(#ffffff, #1c2027);
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
  --c1: light-dark(#1565c0, #6cb2ff);
  --c2: light-dark(#b26a00, #f0b45a);
  --c3: light-dark(#b3212c, #ff8a8f);
  --c4: light-dark(#11693a, #58c98a);
  --c5: light-dark(#7b3fa0, #cf9bf0);
  --c6: light-dark(#00727f, #5accd8);
  --c7: light-dark(#8a3a62, #f29ac6);
  --c8: light-dark(#5b5f00, #c9cf5a);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
[hidden] { display: none !important; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 9; }
main, .masthead > div, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h2 { font-size: 1.35rem; margin: 2.5rem 0 .75rem; }
h2 small { font-weight: 400; font-size: 1rem; color: var(--soft); margin-left: .4rem; }
code, .mono { font-family: var(--mono); font-size: .85em; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.masthead { background: var(--card); border-bottom: 1px solid var(--line); border-top: 6px solid var(--calm); }
.masthead > div { padding-top: 1.75rem; padding-bottom: 1.75rem; }
.masthead.is-good { border-top-color: var(--good); }
.masthead.is-bad { border-top-color: var(--bad); }
.masthead.is-mild { border-top-color: var(--mild); }
.is-good h1 { color: var(--good); }
.is-bad h1 { color: var(--bad); }
.is-mild h1 { color: var(--mild); }
.kicker { margin: 0; color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
h1 { font-size: clamp(1.7rem, 5vw, 2.6rem); margin: .1rem 0 .4rem; letter-spacing: -.015em; }
.reasons { margin: .25rem 0 0; padding-left: 1.2rem; max-width: 60rem; overflow-wrap: anywhere; }
.aside { margin: .9rem 0 0; padding: .5rem .9rem; border-radius: .5rem; background: var(--mild-bg); color: var(--mild); max-width: 60rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .8rem 1.5rem; margin: 1.25rem 0 0; }
.facts dt { color: var(--soft); font-size: .8rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; font-size: .9rem; }
.facts.big dd { font-size: 1.3rem; font-variant-numeric: tabular-nums; line-height: 1.3; }
.facts.big dd small { display: block; font-size: .8rem; color: var(--soft); }
.tag { display: inline-block; padding: .05rem .55rem; border-radius: 1rem; font-size: .78rem; font-weight: 600; white-space: nowrap; background: var(--calm-bg); color: var(--calm); }
.tag.good { background: var(--good-bg); color: var(--good); }
.tag.bad { background: var(--bad-bg); color: var(--bad); }
.tag.mild { background: var(--mild-bg); color: var(--mild); }
.panel { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; overflow: clip; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: left; padding: .6rem .9rem 0; color: var(--soft); font-size: .85rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
thead th { white-space: nowrap; color: var(--soft); font-weight: 600; font-size: .8rem; border-top: 0; }
tbody th { font-weight: 500; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td p { margin: .15rem 0 0; color: var(--soft); font-size: .85rem; }

.plots { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; }
.plot { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .8rem .9rem .6rem; margin: 0; min-width: 0; }
.plot figcaption { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: baseline; justify-content: space-between; margin-bottom: .5rem; }
.plot h3 { font-size: 1rem; margin: 0; flex: 1 1 auto; }
.plot p { margin: .3rem 0 0; font-size: .82rem; color: var(--soft); }
.plot .choose { display: flex; gap: .4rem .8rem; align-items: center; flex-wrap: wrap; font-size: .82rem; color: var(--soft); }
.plot select { font: inherit; min-height: 1.9rem; max-width: 100%; border: 1px solid var(--line); border-radius: .4rem; background: var(--card); color: var(--ink); padding: 0 .4rem; }
.plot label { display: inline-flex; gap: .35rem; align-items: center; min-height: 1.9rem; }
.canvas { min-height: 15rem; }
.uplot { font-family: inherit; }
.u-legend { font-size: .8rem; text-align: left; padding: .2rem 0 0; }
.u-legend th, .u-legend td { border: 0; padding: .05rem .2rem; }
.u-legend { display: block; }
.u-legend tbody { display: flex; flex-wrap: wrap; gap: .1rem 1rem; }
.u-legend tr.u-series { display: inline-flex; white-space: nowrap; padding: 0; border: 0; margin: 0; align-items: baseline; }
.u-legend .u-series th { font-weight: 500; padding-left: 0; }
.u-legend .u-series > td { padding-right: 0; }
.u-legend .u-value { font-variant-numeric: tabular-nums; min-width: 3.6rem; color: var(--soft); }
.none { color: var(--good); display: grid; place-items: center; min-height: 8rem; margin: 0; }
.u-select { background: color-mix(in srgb, var(--ink) 10%, transparent); }
.u-hz .u-cursor-x, .u-hz .u-cursor-y { border-color: var(--soft); }

.effect { display: block; width: 100%; min-width: 9rem; height: 1.4rem; }
.effect .zone { fill: var(--calm-bg); }
.effect .zero { stroke: var(--soft); stroke-width: 1; vector-effect: non-scaling-stroke; }
.effect .interval { stroke: var(--calm); stroke-width: 4; vector-effect: non-scaling-stroke; stroke-linecap: round; }
.effect .slower { stroke: var(--bad); } .effect .faster { stroke: var(--good); } .effect .inconclusive { stroke: var(--mild); }
footer { padding-top: 2rem; padding-bottom: 3rem; color: var(--soft); font-size: .85rem; }

@media (max-width: 60rem) { .plots { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 44rem) {
  main, .masthead > div, footer { padding-left: 1rem; padding-right: 1rem; }
  .facts { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .7rem 1rem; }
  .panel thead { position: absolute; left: -99rem; }
  .panel tr { display: block; padding: .55rem .9rem; border-top: 1px solid var(--line); }
  .panel tbody tr:first-child { border-top: 0; }
  .panel th, .panel td { display: block; border: 0; padding: .05rem 0; white-space: normal; }
  .panel td.number { display: inline-block; text-align: left; margin-right: 1rem; }
  .panel td[data-label]::before { content: attr(data-label) " "; color: var(--soft); font-size: .8rem; }
  .panel td:empty { display: none; }
}
@media print {
  :root { color-scheme: light; }
  .skip, .plot .choose { display: none; }
  .plot, tr { break-inside: avoid; }
}
`;
