import { createHash } from 'node:crypto';
import { type Content, html, Html } from '#spec/text/html.ts';
import { brandMark, renderPageTheme } from '#spec/text/page-theme.ts';

/** The page's style for small and large screens, light or dark as the reader prefers. */
const pageStyle = `${renderPageTheme(['chart'])}
:root { --page: 108rem; font-size: clamp(14px, 0.35vw + 9.4px, 24px); }
[id] { scroll-margin-top: calc(var(--bar, 0px) + 0.75rem); }
body { font-size: 1rem; }
h1, h2, h3, h4, h5, p, ul, dl, dd, pre { margin: 0; padding: 0; font-weight: inherit; }
ul { list-style: none; }
code, pre, kbd, .mono, .id, .path, .method, .code { font-family: var(--mono); font-size: 0.86em; font-variant-ligatures: none; }
summary { list-style: none; }
summary::-webkit-details-marker { display: none; }
.fine { font-size: 0.85rem; }

.hero { --tone: var(--ink-1); background: var(--bg-1); border-bottom: 1px solid var(--line); border-top: 3px solid var(--tone); padding-block: 0.6rem 1.5rem; }
.hero .brand { margin-bottom: 0.8rem; }
.hero.good { --tone: var(--live); } .hero.bad { --tone: var(--bad); } .hero.open { --tone: var(--warn); }
.eyebrow { color: var(--ink-3); font-size: 0.9rem; overflow-wrap: anywhere; }
h1 { font-size: clamp(1.7rem, 1.2rem + 2vw, 2.6rem); line-height: 1.15; font-weight: 700; letter-spacing: -0.015em; color: var(--tone); margin-block: 0.15rem 0.5rem; }
.lead { font-size: 1.1rem; max-width: 60rem; text-wrap: pretty; }
.facts { display: flex; flex-wrap: wrap; gap: 0.4rem 2rem; margin-top: 1rem; font-size: 0.9rem; }
.facts div { display: flex; gap: 0.5rem; align-items: baseline; min-width: 0; } .facts dt { color: var(--ink-3); } .facts dd { overflow-wrap: anywhere; }
.profiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 0.75rem; margin-top: 1.5rem; }
.profile { background: var(--bg-2); border: 1px solid var(--line); border-radius: 10px; padding: 0.7rem 0.85rem 0.8rem; display: grid; grid-template-columns: 1fr auto; gap: 0.1rem 0.5rem; align-items: baseline; }
.profile .name { font-weight: 650; } .profile .claim { font-size: 0.82rem; color: var(--ink-3); }
.profile.conformant .claim { color: var(--live); } .profile.failed .claim { color: var(--bad); } .profile.partial .claim { color: var(--warn); }
.profile .share { grid-column: 1 / -1; font-size: 0.85rem; color: var(--ink-3); font-variant-numeric: tabular-nums; }
.profile .share b { color: var(--ink-1); font-weight: 600; }
.bar { grid-column: 1 / -1; width: 100%; height: 0.35rem; margin-top: 0.35rem; border-radius: 99px; background: var(--line); display: block; }
.bar .PASS { fill: var(--live); } .bar .FAIL { fill: var(--bad); } .bar .FLAKY, .bar .WARN { fill: var(--warn); }
.bar .HARNESS_ERROR { fill: var(--chart-8); } .bar .NOT_VERIFIED, .bar .NOT_APPLICABLE, .bar .NO_AUDIT { fill: var(--line-2); } .bar .OBSERVED { fill: var(--info); }

.toolbar { position: sticky; top: 0; z-index: 2; background: color-mix(in srgb, var(--bg-0) 92%, transparent); backdrop-filter: blur(10px); border-bottom: 1px solid var(--line); }
.toolbar .wide { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.6rem; padding-block: 0.6rem; }
.search { position: relative; flex: 1 1 15rem; max-width: 26rem; }
.search kbd { position: absolute; inset-inline-end: 0.55rem; top: 50%; translate: 0 -50%; pointer-events: none; }
.search input:focus + kbd, .search input:not(:placeholder-shown) + kbd { display: none; }
input, select, button { min-height: var(--h-control); border: 1px solid var(--line); border-radius: 7px; padding: 0 0.65rem; background: var(--well); color: inherit; font: inherit; font-size: 0.9rem; } button { background: var(--bg-3); }
.search input { width: 100%; } select { max-width: 12rem; }
button { cursor: pointer; } button:hover { background: var(--bg-4); } select:hover { border-color: var(--line-2); }
kbd { padding: 0.1em 0.5em; border-radius: 4px; background: var(--bg-3); box-shadow: inset 0 -1px 0 var(--line-2); color: var(--ink-3); font-size: 0.78rem; }
.chips { display: flex; flex-wrap: wrap; gap: 0.35rem; }
.chip { min-height: 26px; border: 1px solid transparent; border-radius: var(--r-pill); font-size: 0.85rem; --tone: var(--ink-3); } .chip:hover { background: var(--bg-4); }
.chip b { color: var(--tone); font-variant-numeric: tabular-nums; }
.chip[aria-pressed='true'] { background: var(--tone); border-color: var(--tone); color: var(--bg-1); } .chip[aria-pressed='true'] b { color: inherit; }
#shown { font-size: 0.85rem; color: var(--ink-3); font-variant-numeric: tabular-nums; margin-inline-start: auto; }

@media (max-width: 69.99rem) { .contents { display: none; } }
.frame { gap: 0 var(--s-8); }
.contents > ul > li > a { font-weight: 600; color: var(--ink-1); }
.keys { margin-top: 1rem; padding-inline: 10px; color: var(--ink-3); font-size: 0.82rem; }
main { min-width: 0; }
section + section { margin-top: 3rem; }
h2 { font-size: 1.35rem; font-weight: 680; letter-spacing: -0.01em; margin-bottom: 0.9rem; text-wrap: balance; }
h3 { font-size: 1rem; font-weight: 620; margin-block: 1.6rem 0.5rem; display: flex; flex-wrap: wrap; gap: 0.3rem 0.75rem; align-items: baseline; }
h4 { font-size: 0.9rem; font-weight: 620; margin-block: 1.25rem 0.5rem; }
.chapter:first-of-type h3 { margin-top: 0; }

.mark, .chip, .count, .cell { --tone: var(--ink-3); }
.PASS { --tone: var(--live); } .FAIL { --tone: var(--bad); } .WARN, .FLAKY { --tone: var(--warn); } .HARNESS_ERROR { --tone: var(--chart-8); }
.OBSERVED { --tone: var(--info); } .NOT_VERIFIED, .NOT_APPLICABLE, .NO_AUDIT { --tone: var(--ink-3); }
.mark { display: inline-grid; place-items: center; flex: none; width: 1.25rem; height: 1.25rem; border-radius: 50%; font-size: 0.75rem; font-weight: 700; line-height: 1; color: var(--tone); background: color-mix(in srgb, var(--tone) 14%, transparent); }
.count { font-size: 0.78rem; font-weight: 600; font-variant-numeric: tabular-nums; color: var(--tone); background: color-mix(in srgb, var(--tone) 10%, var(--bg-1)); padding: 0.05rem 0.5rem; border-radius: 99px; }
.tally { display: inline-flex; gap: 0.3rem; }

.card { background: var(--bg-1); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--e-1); margin-bottom: 0.9rem; --edge: var(--bad); }
.card.warning { --edge: var(--warn); }
.card > summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.3rem 0.85rem; padding: 0.85rem 1.1rem; border-inline-start: 0.28rem solid var(--edge); border-radius: 11px; }
.card[open] > summary { border-end-start-radius: 0; border-end-end-radius: 0; border-bottom: 1px solid var(--line); }
.card .number { color: var(--edge); font-weight: 700; font-variant-numeric: tabular-nums; }
.card .title { display: block; flex: 1 1 18rem; min-width: 0; margin: 0; font-size: 1rem; font-weight: 620; overflow-wrap: anywhere; text-wrap: pretty; }
.card .weight { color: var(--ink-3); font-size: 0.88rem; min-width: 0; overflow-wrap: anywhere; }
.card > .inside { padding: 0.9rem 1.1rem 1.2rem; }
.lines li { display: grid; grid-template-columns: auto auto minmax(0, 1fr) auto; gap: 0.1rem 0.65rem; align-items: baseline; padding-block: 0.22rem; }
.lines .mark { align-self: start; margin-top: 0.12rem; } .lines .text, .lines .id, .where { overflow-wrap: anywhere; } .lines .text { text-wrap: pretty; }
.where { color: var(--ink-3); font-size: 0.82rem; }
.routes { display: flex; flex-wrap: wrap; gap: 0.3rem 0.4rem; align-items: baseline; margin-block: 0.6rem; }
.routes code { background: var(--well); border-radius: 5px; padding: 0.1rem 0.45rem; overflow-wrap: anywhere; font-size: 0.8rem; }
.comparison { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.3rem 1rem; background: var(--well); border-radius: 8px; padding: 0.75rem 0.9rem; font-size: 0.93rem; }
.comparison dt { color: var(--ink-3); } .comparison dd { overflow-wrap: anywhere; white-space: pre-wrap; }
.comparison .should-be { color: var(--live); } .comparison .but-is, .comparison .found { color: var(--bad); }
.exchanges { margin-top: 0.75rem; }
.exchange { border: 1px solid var(--line); border-radius: 8px; margin-top: 0.4rem; background: var(--bg-1); }
.exchange > summary, .brief { display: flex; flex-wrap: wrap; gap: 0.15rem 0.7rem; align-items: baseline; padding: 0.4rem 0.7rem; font-size: 0.92rem; }
.exchange.judged { border-color: var(--line-2); }
.brief, .exchange, .message { min-width: 0; }
.exchange > summary::before { content: '›'; color: var(--ink-3); width: 0.5rem; transition: rotate 0.12s; } .exchange[open] > summary::before { rotate: 90deg; }
.method { font-weight: 650; } .path { flex: 1 1 12rem; min-width: 0; overflow-wrap: anywhere; } .ms { color: var(--ink-3); font-size: 0.8rem; font-variant-numeric: tabular-nums; }
.code { font-weight: 650; color: var(--ink-3); } .code.s2 { color: var(--live); } .code.s4 { color: var(--warn); } .code.s5, .code.dead { color: var(--bad); }
.tag { font-size: 0.75rem; color: var(--ink-3); border: 1px solid var(--line-2); border-radius: 99px; padding: 0 0.5rem; }
.messages { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 0.75rem 1.25rem; padding: 0.5rem 0.9rem 0.9rem; border-top: 1px solid var(--line); }
.message { min-width: 0; }
.message h4 { margin: 0 0 0.25rem; color: var(--ink-3); font-size: 0.8rem; }
.headers { font-family: var(--mono); font-size: 0.78rem; margin-bottom: 0.5rem; } .headers div { overflow-wrap: anywhere; } .headers dt, .headers dd { display: inline; } .headers dt { color: var(--ink-3); } .headers dt::after { content: ': '; }
pre { background: var(--well); border-radius: 6px; padding: 0.6rem 0.75rem; max-height: 24rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.45; scrollbar-width: thin; }
.command { display: flex; gap: 0.75rem; align-items: baseline; margin-top: 0.6rem; font-size: 0.92rem; } .command span { color: var(--ink-3); flex: 0 0 3.2rem; } .command code { flex: 1; min-width: 0; overflow-wrap: anywhere; } .command button { font-size: 0.78rem; padding: 0.1rem 0.55rem; }
.other { border-top: 1px solid var(--line); } .other > summary { display: flex; flex-wrap: wrap; gap: 0.1rem 0.6rem; align-items: baseline; padding-block: 0.4rem; } .other .mark { align-self: center; } .other .text { flex: 1 1 14rem; min-width: 0; overflow-wrap: anywhere; color: var(--ink-3); }
.other > .inside { padding-block: 0.4rem 1rem; }
.more > summary { color: var(--accent); padding-block: 0.4rem; font-size: 0.92rem; }

.rows { background: var(--bg-1); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--e-1); overflow: hidden; }
.row + .row { border-top: 1px solid var(--line); }
.row > summary { display: grid; grid-template-columns: auto 12.5rem minmax(0, 1fr) auto; gap: 0.1rem 0.8rem; align-items: baseline; padding: 0.42rem 0.9rem; }
.row > summary:hover, .other > summary:hover { background: var(--well); } .row > summary:focus-visible, .card > summary:focus-visible { outline-offset: -2px; border-radius: 11px; }
.row .mark { align-self: start; margin-top: 0.14rem; } .row .id { overflow-wrap: anywhere; } .row .text { text-wrap: pretty; }
.row[data-status='FAIL'] > summary { background: var(--bad-wash); } .row[data-status='FLAKY'] > summary, .row[data-status='WARN'] > summary { background: var(--warn-wash); }
.row[data-status='NOT_APPLICABLE'] > summary .text, .row[data-status='NO_AUDIT'] > summary .text, .row[data-status='NOT_VERIFIED'] > summary .text { color: var(--ink-3); }
.row > .inside { padding: 0.4rem 0.9rem 0.9rem 2.95rem; display: grid; gap: 0.5rem; grid-template-columns: minmax(0, 1fr); border-top: 1px solid var(--line); }
.row:target > summary, .card:target > summary { box-shadow: inset 0 0 0 2px var(--accent); }
.audit { min-width: 0; } .audit h4, .card h4 { overflow-wrap: anywhere; }
.audit > h4 { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-block: 0.35rem; font-weight: 500; }
.briefs .brief { padding: 0.1rem 0; }
.message-line { overflow-wrap: anywhere; font-size: 0.95rem; }
.messages .quiet { font-size: 0.85rem; }
.nothing { padding: 2rem 0; color: var(--ink-3); text-align: center; }
@media (max-width: 48rem) {
  .row > summary { grid-template-columns: auto minmax(0, 1fr) auto; } .row .text { grid-column: 2 / -1; grid-row: 2; }
  .row > .inside { padding-inline-start: 0.9rem; }
  .toolbar { position: static; } [id] { scroll-margin-top: 0.5rem; } .search { max-width: none; flex-basis: 100%; } select { flex: 1; max-width: none; min-width: 0; }
  .lines li { grid-template-columns: auto minmax(0, 1fr); padding-block: 0.35rem; } .lines .text, .lines .where { grid-column: 2; }
  .card > summary, .card > .inside { padding-inline: 0.85rem; }
  .comparison { grid-template-columns: minmax(0, 1fr); gap: 0; } .comparison dd { margin-bottom: 0.4rem; }
  .command { flex-wrap: wrap; gap: 0.2rem 0.75rem; } .command code { flex-basis: 100%; order: 3; } .command span { flex: 1; }
  .profiles { grid-template-columns: repeat(2, minmax(0, 1fr)); } .search kbd { display: none; }
}

.open li { display: flex; gap: 0.9rem; align-items: baseline; padding-block: 0.55rem; border-top: 1px solid var(--line); } .open li > div { min-width: 0; }
.open .count { flex: none; min-width: 2.4rem; text-align: center; } .ids { font-family: var(--mono); font-size: 0.78rem; line-height: 1.7; } .ids a { color: var(--ink-3); margin-inline-end: 0.5rem; overflow-wrap: anywhere; text-decoration: none; } .ids a:hover { color: var(--accent); text-decoration: underline; }
.open p { overflow-wrap: anywhere; }
.legend { display: flex; flex-wrap: wrap; gap: 0.3rem 1.4rem; font-size: 0.9rem; color: var(--ink-3); margin-bottom: 0.6rem; } .legend .cell { margin-inline-end: 0.4rem; }
.cell { font-style: normal; font-weight: 700; color: var(--tone); } .cell.asserted { --tone: var(--live); } .cell.observed { --tone: var(--info); } .cell.missing { --tone: var(--bad); }
.scroll { position: relative; overflow: auto; max-height: 75vh; background: var(--bg-1); border: 1px solid var(--line); border-radius: 12px; scrollbar-width: thin; }
table { border-collapse: separate; border-spacing: 0; font-size: 0.85rem; width: 100%; } caption { display: none; }
th, td { padding: 0.22rem 0.6rem; border-bottom: 1px solid var(--line); text-align: center; white-space: nowrap; font-weight: 400; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { position: sticky; top: 0; background: var(--bg-1); color: var(--ink-3); font-weight: 600; z-index: 1; } th:first-child { text-align: start; position: sticky; inset-inline-start: 0; background: var(--bg-1); } thead th:first-child { z-index: 2; }
tbody th { font-family: var(--mono); font-size: 0.8rem; } tbody th small { display: block; font-family: var(--font); color: var(--ink-3); font-size: 0.78rem; white-space: normal; max-width: 26rem; }
tbody tr:hover > * { background: var(--well); }
.reasons { font-size: 0.88rem; } .reasons dt { margin-top: 0.6rem; } .reasons dt .cell { margin-inline-end: 0.5rem; } .reasons dd { color: var(--ink-3); font-family: var(--mono); font-size: 0.76rem; overflow-wrap: anywhere; }
.side { padding-block: 1.5rem 3rem; } .check { display: flex; gap: 0.45rem; align-items: center; font-size: 0.9rem; }
.claim { font-size: 0.82rem; } .claim.conformant, .claim.good { color: var(--live); } .claim.failed, .claim.bad { color: var(--bad); } .claim.partial, .claim.open { color: var(--warn); }
footer { margin-top: 1rem; border-top: 1px solid var(--line); color: var(--ink-3); font-size: 0.85rem; padding-block: 1.25rem 2rem; overflow-wrap: anywhere; }
@media print { .toolbar, .contents { display: none !important; } .rows, .card { box-shadow: none; } }
`;

const toCspHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Creates a content security policy that allows this style and this script, and nothing else. */
const createContentSecurityPolicy = (style: string, script: string): string =>
  [
    `default-src 'none'`,
    `style-src ${toCspHash(style)}`,
    `script-src ${toCspHash(script)}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');

/** The first line of a page's header. */
export const brandLine = html`<p class="brand">${brandMark}Scene Runtime</p>`;

/** Renders a complete page. The page loads nothing, because its style and script are inline. */
export const renderDocument = (title: Content, script: string, body: Html, extraStyle = ''): string => {
  const style = pageStyle + extraStyle;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${createContentSecurityPolicy(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
<script>${new Html(script)}</script>
</body>
</html>
`.text;
};
