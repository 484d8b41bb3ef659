/** What all documents share: the service's pages, and the reports of the conformance kit and of the bench. */
import { Html } from './html.ts';
import { renderThemeTokens, surfaceColors } from './theme-tokens.ts';

const renderBrandMark = (accent: string, ink: string): string =>
  `<rect width="26" height="26" rx="8" fill="${accent}"/><g fill="${ink}"><circle cx="13" cy="13" r="3.6"/><circle cx="20.4" cy="9.2" r="2"/></g><ellipse cx="13" cy="13" rx="9" ry="4.2" fill="none" stroke="${ink}" stroke-width="1.7" transform="rotate(-28 13 13)"/>`;

/** The product's mark, which stands beside its name. */
export const brandMark = new Html(
  `<svg viewBox="0 0 26 26" aria-hidden="true">${renderBrandMark('var(--accent)', 'var(--accent-ink)')}</svg>`,
);

/** The product's mark as the address of an icon. An icon can't read custom properties. */
export const brandIconUrl = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26">${renderBrandMark(surfaceColors.accent[1], surfaceColors['accent-ink'][1])}</svg>`,
)}`;

const sharedStyle = `
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: calc(var(--bar, 0px) + 1rem); scrollbar-color: var(--line-2) transparent; }
body { margin: 0; background: var(--bg-0); color: var(--ink-1); font: var(--w-text) var(--t-4)/1.55 var(--font); -webkit-font-smoothing: antialiased; text-rendering: optimizeLegibility; }
h1, h2, h3, h4, h5 { letter-spacing: -0.01em; text-wrap: balance; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
code, pre, kbd, .mono { font-family: var(--mono); font-size: 0.87em; font-variant-ligatures: none; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: var(--r-1); }
summary { cursor: pointer; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.quiet { color: var(--ink-3); }

.top { position: sticky; top: 0; z-index: 4; background: color-mix(in srgb, var(--bg-0) 84%, transparent); backdrop-filter: blur(14px); border-bottom: 1px solid var(--line); }
.top > div { display: flex; flex-wrap: wrap; align-items: center; gap: 0 var(--s-6); min-height: 52px; }
.top > div, .wide { max-width: var(--page, 80rem); margin-inline: auto; padding-inline: clamp(14px, 3vw, 28px); }
.brand { display: inline-flex; align-items: center; gap: 9px; min-height: 44px; color: var(--ink-1); font-size: var(--t-3); font-weight: 650; letter-spacing: -0.01em; text-decoration: none; }
.brand svg { width: 26px; height: 26px; flex: none; }

.card { background: var(--bg-1); border: 1px solid var(--line); border-radius: var(--r-3); }
.chip { display: inline-flex; align-items: center; gap: 6px; min-height: 24px; padding: 2px 10px; border-radius: var(--r-pill); background: var(--bg-3); color: var(--ink-2); font-size: var(--t-2); white-space: nowrap; font-variant-numeric: tabular-nums; }
.chip:is(.good, .bad, .warn) { background: linear-gradient(var(--wash), var(--wash)), var(--bg-1); }
.chip.good { --wash: var(--live-wash); color: var(--live); } .chip.bad { --wash: var(--bad-wash); color: var(--bad); } .chip.warn { --wash: var(--warn-wash); color: var(--warn); }
.button { display: inline-flex; align-items: center; justify-content: center; gap: var(--s-4); min-height: var(--h-primary); padding: 0 14px; border: 0; border-radius: var(--r-2); background: var(--bg-3); color: var(--ink-1); font: 550 var(--t-3)/1.2 var(--font); text-decoration: none; cursor: pointer; transition: background var(--m-fast); }
.button:hover { background: var(--bg-4); }
.button.primary { background: var(--accent); color: var(--accent-ink); font-weight: var(--w-strong); } .button.primary:hover { background: color-mix(in srgb, var(--accent) 88%, var(--ink-1)); }

table { border-collapse: collapse; width: 100%; font-size: var(--t-3); line-height: var(--lh); font-variant-numeric: tabular-nums; }
th, td { padding: 7px 12px; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
thead :is(th, td) { padding-block: 6px; color: var(--ink-3); font-size: var(--t-1); font-weight: 550; }
tbody th { font-weight: 550; }
.scroll { overflow: auto; background: var(--bg-1); border: 1px solid var(--line); border-radius: var(--r-3); scrollbar-width: thin; }

.frame { display: grid; grid-template-columns: minmax(0, 1fr); max-width: var(--page, 80rem); margin-inline: auto; padding: var(--s-7) clamp(14px, 3vw, 28px) 56px; gap: 0 var(--s-8); }
.contents { font-size: var(--t-3); }
.contents ul { list-style: none; margin: 0; padding: 0; }
.contents li { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; }
.contents li ul { grid-column: 1 / -1; margin: 2px 0 6px 10px; padding-inline-start: 8px; border-inline-start: 1px solid var(--line); }
.contents a { min-width: 0; padding: 4px 10px; border-radius: 7px; color: var(--ink-2); text-decoration: none; overflow-wrap: anywhere; }
.contents a:hover { background: var(--bg-3); color: var(--ink-1); }
@media (min-width: 70rem) {
  .frame:has(> .contents) { grid-template-columns: 15rem minmax(0, 1fr); }
  .contents { position: sticky; top: calc(var(--bar, 52px) + 16px); align-self: start; max-height: calc(100vh - var(--bar, 52px) - 32px); overflow-y: auto; margin-inline-start: -10px; scrollbar-width: thin; }
}
@media (max-width: 700px) { .top { position: static; } }
@media print { .top { position: static; } .contents { display: none; } }
`;

/**
 * Renders the style that all documents share. It loads nothing.
 * @param palettes the palettes that the document needs in addition to the surface colors
 */
export const renderPageTheme = (...palettes: Parameters<typeof renderThemeTokens>): string =>
  renderThemeTokens(...palettes) + sharedStyle;
