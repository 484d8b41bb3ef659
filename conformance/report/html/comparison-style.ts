/** The style that only the matrix page needs. */
export const comparisonStyle = `
.side { --cell: 8.5rem; } .side.many { --cell: 5.6rem; }
.side section + section { margin-top: 2.5rem; }
.implementations { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); gap: 0.9rem; }
.implementation { padding: 0.9rem 1.1rem 1.1rem; margin: 0; min-width: 0; } .implementation h3 { margin: 0 0 0.2rem; overflow-wrap: anywhere; }
.implementation .claim { font-weight: 650; font-size: 0.95rem; } .implementation .bar { margin-block: 0.6rem; }
.counts { display: flex; flex-wrap: wrap; gap: 0.1rem 0.9rem; font-size: 0.85rem; margin-bottom: 0.4rem; } .counts b { color: var(--tone); } .counts .NOT_VERIFIED, .counts .NOT_APPLICABLE, .counts .NO_AUDIT { --tone: var(--quiet); }
.history { margin-top: 0.6rem; font-size: 0.88rem; } .history > summary, .why > summary { color: var(--accent); } .history ol { margin: 0.3rem 0 0; padding: 0; list-style: none; display: grid; gap: 0.5rem; } .history .bar { margin-block: 0.15rem; }
.state { display: inline-flex; gap: 0.4rem; align-items: center; font-size: 0.8rem; } .state .word { color: var(--ink); } .mark.NOT_VERIFIED, .mark.NOT_APPLICABLE, .mark.NO_AUDIT { --tone: var(--quiet); }
.area { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; margin-bottom: 0.9rem; }
.area > summary { display: flex; align-items: center; gap: 0.75rem; background: var(--sunk); border-radius: 12px; padding: 0.5rem 0; }
.area > summary::before { content: '›'; color: var(--quiet); width: 0.5rem; margin-inline-start: 0.75rem; transition: rotate 0.12s; } .area[open] > summary::before { rotate: 90deg; }
.area .name { flex: 1; min-width: 0; font-weight: 620; } .area .name small { display: block; font-weight: 400; color: var(--quiet); } .area .name a { text-decoration: none; font-weight: 400; }
.tallies { display: grid; grid-auto-flow: column; grid-auto-columns: var(--cell); font-size: 0.8rem; text-align: center; } .tallies .tally { justify-content: center; flex-wrap: wrap; } .share { display: inline-flex; gap: 0.25rem; align-items: center; margin-inline-end: 0.35rem; color: var(--ink); } .tallies .mark { width: 1.05rem; height: 1.05rem; font-size: 0.65rem; }
.grid { table-layout: fixed; } .grid col.result { width: var(--cell); }
.grid th, .grid td { white-space: normal; overflow-wrap: anywhere; vertical-align: top; padding-block: 0.4rem; position: static; }
.side .grid thead th { position: sticky; top: var(--bar, 0px); z-index: 1; } .grid tbody th { text-align: start; font-family: inherit; } .grid tbody th .id { font-size: 0.8rem; color: var(--ink); } .grid tbody th .text { display: block; font-size: 0.9rem; text-wrap: pretty; }
tr[id] { scroll-margin-top: calc(var(--bar, 0px) + var(--head, 6.5rem)); } .grid thead small { display: block; font-weight: 400; }
.previous { display: block; color: var(--quiet); } .why ul { display: grid; gap: 0.3rem; padding: 0.3rem 0 0.2rem; color: var(--quiet); } .why b { color: var(--ink); }
.grid tr:target > * { background: var(--warn-soft); }
@media (max-width: 48rem) {
  tr[id] { scroll-margin-top: 0.5rem; } .toolbar select { min-width: 9rem; }
  .grid colgroup, .grid thead { display: none; } .grid, .grid tbody { display: block; }
  .grid tr { display: grid; grid-template-columns: repeat(auto-fit, minmax(6.5rem, 1fr)); border-bottom: 1px solid var(--line); padding-block: 0.35rem; } .grid tr > * { border: 0; }
  .grid tbody th { grid-column: 1 / -1; } .grid td { text-align: start; } .grid td::before { content: attr(data-of); display: block; color: var(--quiet); font-size: 0.75rem; }
  .area > summary { flex-wrap: wrap; padding-inline-end: 0.75rem; } .tallies { flex-basis: 100%; padding-inline-start: 2rem; grid-auto-flow: row; grid-auto-columns: auto; } .tallies .tally { justify-content: start; } .tally::before { content: attr(data-of) ' '; color: var(--quiet); }
}
@media print { .area, .card { break-inside: avoid; } }
`;
