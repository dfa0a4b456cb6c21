/** How the specification looks as a report, and one run beside another. */
export const SPECIFICATION_STYLE = `
.chapter { margin-top: 1.75rem; content-visibility: auto; contain-intrinsic-size: auto 30rem; }
.chapter h3 { font-size: 1.1rem; margin: 0 0 .5rem; scroll-margin-top: 7rem; }
.chapter h3 a { color: var(--soft); text-decoration: underline dotted 1px; text-underline-offset: .2em; margin-right: .3rem; }
.statement { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: .3rem 1.5rem; background: var(--card); border: 1px solid var(--line); margin-top: -1px; padding: .7rem 1rem; }
.statement blockquote, .statement .said-nothing { margin: 0; font-size: .92rem; overflow-wrap: anywhere; }
.statement blockquote { font-family: Georgia, "Times New Roman", "Noto Serif", serif; }
.statement cite { display: block; color: var(--soft); font-size: .8rem; }
.said-nothing { color: var(--soft); font-style: italic; }
.statement > ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .55rem; min-width: 0; }
.statement > ul > li { display: grid; grid-template-columns: 6.4rem minmax(0, 1fr); gap: 0 .7rem; align-items: baseline; scroll-margin-top: 7rem; }
.statement > ul > li > .tag { justify-self: start; }
.statement > ul > li:target { outline: 2px solid var(--link); outline-offset: 4px; border-radius: 3px; }
.statement li p { margin: 0; font-size: .9rem; overflow-wrap: anywhere; }
.statement li .soft { font-size: .8rem; }
.statement li .why { color: var(--soft); }
.statement li[data-result="broken"] .why { color: var(--bad); }
.seen { list-style: none; margin: .15rem 0; padding: 0 0 0 .7rem; border-left: 2px solid var(--line); font-size: .84rem; overflow-wrap: anywhere; }
.seen b { font-weight: 600; }

@media (max-width: 44rem) {
  .statement { grid-template-columns: minmax(0, 1fr); gap: .6rem; }
  .statement > ul > li { grid-template-columns: minmax(0, 1fr); gap: .15rem; }
}
@media print {
  .chapter { content-visibility: visible; }
  .statement { break-inside: avoid; }
}
`;
