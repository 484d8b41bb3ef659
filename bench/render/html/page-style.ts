import { renderPageTheme } from '#spec/text/page-theme.ts';

/** The style sheet of the page. The page is light or dark, depending on the reader's preference. */
export const reportPageStyle = `${renderPageTheme(['chart'])}
:root { --page: 90rem; --bar: 53px; }
h1, h2, h3, p, ul, dl, dd { margin: 0; padding: 0; } ul { list-style: none; }
summary { list-style: none; } summary::-webkit-details-marker { display: none; }
.top .button { margin-inline-start: auto; min-height: var(--h-control); }
main { min-width: 0; }
.good { --tone: var(--live); } .bad { --tone: var(--bad); } .open { --tone: var(--ink-1); }
.hero { padding: 22px 26px 24px; border-top: 3px solid var(--tone); }
.eyebrow { color: var(--ink-3); font-size: var(--t-3); overflow-wrap: anywhere; }
h1 { margin: 2px 0 6px; color: var(--tone); font-size: clamp(28px, 2.6vw, 40px); font-weight: 700; line-height: 1.15; letter-spacing: -0.02em; }
.lead { max-width: 60rem; font-size: 16px; text-wrap: pretty; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 10px; margin-top: 18px; }
.figures div { padding: 10px 14px 12px; border: 1px solid var(--line); border-radius: 9px; background: var(--bg-2); }
.figures dt { color: var(--ink-3); font-size: var(--t-2); } .figures dd { font-size: 22px; font-weight: 620; letter-spacing: -0.02em; line-height: 1.25; color: var(--tone, var(--ink-1)); font-variant-numeric: tabular-nums; }
.facts { margin-top: 16px; color: var(--ink-3); font-size: var(--t-2); overflow-wrap: anywhere; }
section { margin-top: 28px; }
h2 { margin-bottom: 10px; font-size: var(--t-5); font-weight: 650; }
.note { max-width: 60rem; margin-block: 10px; color: var(--ink-3); font-size: var(--t-3); text-wrap: pretty; }
.suites { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(11.5rem, 46%), 1fr)); gap: 8px; }
.suite { display: block; height: 100%; padding: 10px 14px 11px; color: inherit; font-size: var(--t-2); text-decoration: none; transition: background var(--m-fast), border-color var(--m-fast); } .suite:hover { background: var(--bg-2); border-color: var(--line-2); }
.suite b { display: flex; justify-content: space-between; gap: 8px; min-height: 24px; align-items: center; font-size: var(--t-3); font-weight: 600; } .suite .quiet { display: flex; justify-content: space-between; gap: 8px; font-variant-numeric: tabular-nums; }
.strip { display: block; width: 100%; height: 16px; margin: 2px 0; overflow: visible; } .strip path { stroke: var(--line-2); stroke-width: 1.5; vector-effect: non-scaling-stroke; fill: none; } .strip .one { stroke: var(--ink-3); } .strip circle { fill: var(--chart-1); fill-opacity: 0.75; }
.rows { overflow: hidden; } .run + .run { border-top: 1px solid var(--line); }
.run > summary { display: grid; grid-template-columns: 12px minmax(0, 1fr) minmax(0, 13rem) 7rem 7rem 7rem 5.5rem; gap: 0 12px; align-items: center; min-height: 40px; padding: 6px 16px 6px 12px; font-size: var(--t-3); }
.run > summary::before { content: '›'; color: var(--ink-3); text-align: center; transition: rotate var(--m-fast); } .run[open] > summary::before { rotate: 90deg; }
.run > summary:hover { background: var(--bg-2); } .run > summary:focus-visible { outline-offset: -2px; border-radius: 11px; }
.run[open] > summary { border-bottom: 1px solid var(--line); background: var(--bg-2); }
.run .title { font-weight: 550; text-wrap: pretty; overflow-wrap: anywhere; } .run .subject { color: var(--ink-3); font-size: var(--t-2); overflow-wrap: anywhere; }
.run .figure, .run .ratio { text-align: end; font-variant-numeric: tabular-nums; } .run .ratio { font-weight: 550; }
.run > .inside { padding: 14px 16px 18px; }
.ratio-bar { display: block; width: 100%; height: 8px; background: linear-gradient(var(--ink-3), var(--ink-3)) center / 1.5px 100% no-repeat, linear-gradient(var(--bg-4), var(--bg-4)) center / 100% 2px no-repeat; } .ratio-bar rect { fill: var(--chart-1); }
.suite .chip { font-weight: var(--w-text); } .summary-chips { display: flex; justify-content: end; }
.scroll { background: var(--bg-2); }
.figures-table :is(th, td) { text-align: end; white-space: nowrap; } .figures-table :is(th, td):is(:first-child, .words) { text-align: start; } .figures-table .words { white-space: normal; min-width: 14rem; color: var(--ink-2); }
.goals-table tbody th { min-width: 13rem; white-space: normal; font-weight: 500; } tbody th a { color: inherit; text-decoration-color: var(--ink-3); } tbody th a:hover { color: var(--accent); }
.reached { color: var(--live); } .missed, .failed { color: var(--bad); font-weight: 600; }
.more { margin-top: 8px; } .more > summary { padding: 6px 0; color: var(--accent); font-size: var(--t-3); }
.plots { display: flex; flex-wrap: wrap; gap: 16px; margin-top: 14px; } .plots > div { flex: 1 1 24rem; min-width: 0; overflow: hidden; }
.u-title { color: var(--ink-1); font-size: var(--t-3); font-weight: 600; } .u-legend { color: var(--ink-2); font-size: var(--t-2); }
@media (max-width: 60rem) {
  .run > summary { grid-template-columns: 12px minmax(0, 1fr) 7rem; padding-block: 6px; font-size: var(--t-2); } .run .title { grid-column: 2 / -1; } .run :is(.subject, .bar) { display: none; } .run .figure { grid-column: 2; text-align: start; color: var(--ink-2); } .run .ratio { grid-column: 3; }
  .run .summary-chips { grid-column: 2 / -1; justify-content: start; } .summary-chips:empty { display: none; }
}
@media (max-width: 69.99rem) { .contents { display: none; } }
@media (max-width: 700px) { :root { --bar: 0px; } .hero { padding-inline: 16px; } .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); } }
`;
