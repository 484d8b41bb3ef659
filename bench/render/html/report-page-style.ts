/** The style sheet of the page. The page is light or dark, depending on the reader's preference. */
export const reportPageStyle = `
:root {
  color-scheme: light dark;
  --paper: #f7f7f5; --sheet: #fff; --ink: #191c20; --quiet: #646b76; --line: #e3e5e8; --good: #147a46; --bad: #c6281f;
  --target: #2f55d4; --floor: #8b919b; --peer: #b4690e; --kin: #8236ad; --sea: #1668a8; --moss: #5b7a14; --rose: #b4286f; --clay: #7a4a2a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #101216; --sheet: #181b21; --ink: #e6e8ec; --quiet: #98a0ad; --line: #2a2e37; --good: #58c98d; --bad: #ff7d73;
    --target: #8fabff; --floor: #7d8591; --peer: #f0b252; --kin: #d198f2; --sea: #6db9f2; --moss: #a9cf5a; --rose: #f28fbd; --clay: #cf9d78;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 90rem; padding: 1.5rem clamp(1rem, 3vw, 2.5rem); background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
h1, h2, h3 { line-height: 1.2; }
h2 { margin-top: 2.5rem; }
section { margin-block: 1rem; padding: 1rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; }
section h3 { margin-top: 0; }
.facts { margin: 0; padding: 0; list-style: none; color: var(--quiet); overflow-wrap: anywhere; }
.note { color: var(--quiet); max-width: 60rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.table th, .table td { padding: 0.2rem 0.6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
.table :is(th, td):is(:first-child, .words) { text-align: left; }
.reached { color: var(--good); } .missed, .failed { color: var(--bad); font-weight: 600; }
.plots { display: flex; flex-wrap: wrap; gap: 1rem; margin-top: 1rem; }
.plots > div { flex: 1 1 24rem; min-width: 0; overflow-x: auto; }
.u-title { font-size: 0.95rem; }
.u-legend { font-size: 0.8rem; }
`;
