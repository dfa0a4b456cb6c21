/** What the pages of a run and of a comparison add to the style of all pages: plots and intervals. */
export const PLOTS_STYLE = `
:root {
  --c1: light-dark(#1565c0, #6cb2ff);
  --c2: light-dark(#b26a00, #f0b45a);
  --c3: light-dark(#b3212c, #ff8a8f);
  --c4: light-dark(#11693a, #58c98a);
  --c5: light-dark(#7b3fa0, #cf9bf0);
  --c6: light-dark(#00727f, #5accd8);
  --c7: light-dark(#8a3a62, #f29ac6);
  --c8: light-dark(#5b5f00, #c9cf5a);
}
.plots { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; }
.plot { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .8rem .9rem .6rem; margin: 0; min-width: 0; }
.plot figcaption { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: baseline; justify-content: space-between; margin-bottom: .5rem; }
.plot h3 { font-size: 1rem; margin: 0; flex: 1 1 auto; }
.plot p { margin: .3rem 0 0; font-size: .82rem; color: var(--soft); }
.plot .choose { display: flex; gap: .4rem .8rem; align-items: center; flex-wrap: wrap; font-size: .82rem; color: var(--soft); }
.plot select { font: inherit; min-height: 1.9rem; max-width: 100%; border: 1px solid var(--line); border-radius: .4rem; background: var(--card); color: var(--ink); padding: 0 .4rem; }
.plot label { display: inline-flex; gap: .35rem; align-items: center; min-height: 1.9rem; }
.canvas { min-height: 15rem; }
.canvas:empty { display: grid; place-items: center; color: var(--soft); }
.canvas:empty::before { content: "none so far"; }
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
@media (max-width: 60rem) { .plots { grid-template-columns: minmax(0, 1fr); } }
@media print {
  .plot .choose { display: none; }
  .plot { break-inside: avoid; }
}
`;
