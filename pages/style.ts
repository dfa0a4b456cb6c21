/**
 * What every page looks like: tokens of colour, masthead, facts, counts, findings, tables. A page
 * adds its own rules behind these and names colours by these tokens only.
 */
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
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
[hidden] { display: none !important; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: .5rem 1rem; z-index: 9; }
main, .masthead > div, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.5rem; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h2 { font-size: 1.35rem; margin: 2.5rem 0 .75rem; }
h2 small { font-weight: 400; font-size: 1rem; color: var(--soft); margin-left: .4rem; }
code, pre, .mono { font-family: var(--mono); font-size: .85em; overflow-wrap: anywhere; }
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
.counts { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; padding: 0; margin: 1rem 0 0; }
.counts li { padding: .3rem .7rem; border-radius: .5rem; background: var(--calm-bg); color: var(--calm); font-size: .9rem; }
.counts b { font-size: 1.05rem; font-variant-numeric: tabular-nums; }
.tag.good, .counts .good { background: var(--good-bg); color: var(--good); }
.tag.bad, .counts .bad { background: var(--bad-bg); color: var(--bad); }
.tag.mild, .counts .mild { background: var(--mild-bg); color: var(--mild); }
.findings { list-style: none; counter-reset: rank; padding: 0; margin: 0; display: grid; gap: .6rem; }
.findings > li { counter-increment: rank; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: .5rem; padding: .8rem 1rem .8rem 3.2rem; position: relative; }
.findings > li::before { content: counter(rank); position: absolute; left: 1rem; top: .75rem; font-size: 1.2rem; font-weight: 700; color: var(--soft); font-variant-numeric: tabular-nums; }
.findings p { margin: .2rem 0 0; font-size: .9rem; }
.panel { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; overflow: clip; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption { text-align: left; padding: .6rem .9rem 0; color: var(--soft); font-size: .85rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
thead th { white-space: nowrap; color: var(--soft); font-weight: 600; font-size: .8rem; border-top: 0; }
tbody th { font-weight: 500; }
td.tight, th.tight { white-space: nowrap; width: 1%; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td p { margin: .15rem 0 0; color: var(--soft); font-size: .85rem; }
footer { padding-top: 2rem; padding-bottom: 3rem; color: var(--soft); font-size: .85rem; }

@media (max-width: 44rem) {
  main, .masthead > div, footer { padding-left: 1rem; padding-right: 1rem; }
  .facts { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .7rem 1rem; }
  .findings > li { padding-left: 2.6rem; }
  .findings > li::before { left: .8rem; }
  .panel thead { position: absolute; left: -99rem; }
  .panel tr { display: block; padding: .55rem .9rem; border-top: 1px solid var(--line); }
  .panel tbody tr:first-child { border-top: 0; }
  .panel th, .panel td { display: block; border: 0; padding: .05rem 0; white-space: normal; width: auto; }
  .panel td.number { display: inline-block; text-align: left; margin-right: 1rem; }
  .panel td[data-label]::before { content: attr(data-label) " "; color: var(--soft); font-size: .8rem; }
  .panel td:empty { display: none; }
}
@media print {
  :root { color-scheme: light; }
  body { background: #fff; font-size: 11px; }
  .skip { display: none; }
  .findings > li, tr { break-inside: avoid; }
}
`;
