import { createHash } from 'node:crypto';
import { type Content, html, Html } from '#spec/text/html.ts';
import { trademarkNotice } from '../rest/meta/service-description.ts';
import type { MarkdownIt, StateCore, Token } from 'markdown-it';

interface PageOptions {
  readonly title: string;
  /** The page's path, which determines the marked entry in the navigation. */
  readonly path: string;
  readonly main: Content;
  /** Additional elements for the page's head. */
  readonly head?: Html;
  /** Whether the page is a viewer, which has its own typography and margins. */
  readonly isViewer?: true;
}

/** Additional sources for the Content Security Policy, keyed by directive. */
export type PagePolicy = Readonly<Record<string, string>>;

const navigationPages = [
  ['/', 'Start'],
  ['/live', 'Live'],
  ['/llms', 'Orientation'],
  ['/asyncapi', 'Events'],
  ['/reference', 'Reference'],
  ['/docs', 'Guides'],
] as const;

/**
 * The style sheet that all pages share. The style sheet is small, loads no external resources, and follows the user's
 * preference for a light or dark theme.
 */
const pageStyle = `
:root { color-scheme: light dark; --ink: #1d2430; --quiet: #5a6577; --paper: #fff; --raised: #f4f6f9; --line: #dce1e9;
  --accent: #2456c9; --good: #18794e; --warn: #a04f00; --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ef; --quiet: #9aa5b7; --paper: #12161d; --raised: #1b212b;
  --line: #303947; --accent: #8ab0ff; --good: #5bd6a0; --warn: #ffb265; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 0.5rem; background: var(--paper); color: var(--accent); padding: 0.25rem 0.5rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.top { border-bottom: 1px solid var(--line); background: var(--raised); }
.top div, .prose, .end p { max-width: 66rem; margin: 0 auto; padding: 0 1.25rem; }
.top div { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; align-items: baseline; padding-block: 0.75rem; }
.top ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; list-style: none; margin: 0; padding: 0; }
.top a { color: var(--accent); text-decoration: none; text-underline-offset: 0.3em; }
.top a:hover, .top [aria-current] { text-decoration: underline; }
.top .brand { font-weight: 650; color: inherit; }
.end { border-top: 1px solid var(--line); padding-block: 1rem 2rem; color: var(--quiet); font-size: 0.875rem; }
.notice { padding: 1rem 1.25rem; }
.prose { padding-block: 1.5rem 3rem; }
.prose a { color: var(--accent); text-underline-offset: 0.2em; }
.prose h1 { font-size: 1.9rem; line-height: 1.2; margin: 1rem 0; }
.prose h2 { font-size: 1.35rem; margin: 2.75rem 0 0.75rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); }
.prose h3 { font-size: 1.1rem; margin: 2rem 0 0.5rem; }
.prose h4 { font-size: 1rem; margin: 1rem 0 0.25rem; }
.prose p, .prose li { max-width: 48rem; }
.prose .lead { font-size: 1.15rem; color: var(--quiet); }
.prose .anchor { margin-left: 0.5rem; text-decoration: none; opacity: 0.45; font-weight: 400; }
.prose .anchor:hover, .prose .anchor:focus { opacity: 1; }
.prose code, .prose pre { font-family: var(--mono); font-size: 0.875rem; }
.prose code { background: var(--raised); padding: 0.1em 0.35em; border-radius: 4px; overflow-wrap: anywhere; }
.prose pre { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: 0.75rem 1rem;
  overflow-x: auto; }
.prose pre code { background: none; padding: 0; overflow-wrap: normal; }
.prose .scroll { overflow-x: auto; margin-block: 0.75rem; }
.prose table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
.prose th, .prose td { text-align: left; vertical-align: top; padding: 0.35rem 1rem 0.35rem 0;
  border-bottom: 1px solid var(--line); }
.prose thead th { color: var(--quiet); font-weight: 600; }
.prose tbody th { font-weight: 500; }
.prose tbody th code { overflow-wrap: normal; }
.prose .depth-1 { padding-left: 1.25rem; } .prose .depth-2 { padding-left: 2.5rem; }
.prose .depth-3 { padding-left: 3.75rem; } .prose .depth-4 { padding-left: 5rem; }
.prose .depth-5 { padding-left: 6.25rem; } .prose .depth-6 { padding-left: 7.5rem; }
.prose .card { border: 1px solid var(--line); border-radius: 10px; padding: 0.25rem 1.25rem 1rem; margin: 1rem 0; }
.prose .badge { border: 1px solid currentColor; border-radius: 99px; padding: 0 0.6rem; font-size: 0.8125rem;
  margin-right: 0.35rem; color: var(--quiet); white-space: nowrap; }
.prose .good { color: var(--good); } .prose .warn { color: var(--warn); }
.prose summary { cursor: pointer; color: var(--accent); }
.prose .contents { columns: 16rem; padding-left: 1.25rem; }
`;

/** The hash of the layout's style sheet, which is the only inline style that is allowed. */
export const layoutStyleHash = `'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`;

const strictPolicy: PagePolicy = {
  'default-src': "'none'",
  'style-src': layoutStyleHash,
  'img-src': 'data:',
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** Headers for everything that a browser renders or runs. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/**
 * Returns the headers for a page.
 * @param policy sources to allow in addition to the strict policy, which allows only the layout's style sheet
 */
export const createPageHeaders = (policy: PagePolicy = {}): Readonly<Record<string, string>> => ({
  ...securityHeaders,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': Object.entries({ ...strictPolicy, ...policy })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; '),
});

/**
 * Returns the relative link from a page to the service's root. The link is relative because such links also work behind
 * a reverse proxy that adds a prefix.
 */
const getRootUrl = (page: string): string => (page.lastIndexOf('/') === 0 ? '.' : '..');

/** Converts a path to the relative link that pages in the service's root use. */
export const toRelativeUrl = (path: `/${string}`): string => `.${path}`;

const renderNavigationEntry = (current: string, [path, name]: (typeof navigationPages)[number]): Html => {
  const ariaCurrent = path === current ? 'page' : current.startsWith(`${path}/`) && path !== '/' && 'true';
  return html`<li><a href="${getRootUrl(current)}${path}"${ariaCurrent && html` aria-current="${ariaCurrent}"`}>${name}</a></li>`;
};

/** Renders a complete page in the common layout. */
export const renderPage = ({ title, path, main, head, isViewer }: PageOptions): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(pageStyle)}</style>
${head}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><div><a class="brand" href="${getRootUrl(path)}/">Scene Runtime Control API</a>
<nav aria-label="Pages"><ul>${navigationPages.map((page) => renderNavigationEntry(path, page))}</ul></nav></div></header>
<main id="main"${!isViewer && html` class="prose"`}>
${main}
</main>
<footer class="end"><p>${trademarkNotice}</p></footer>
</body>
</html>
`.text;

/**
 * Gives each heading of a document an id and a link to itself.
 * @param createIdFormatter called for each document; the returned function converts a heading to its id
 */
export const addHeadingAnchors = (
  { core, renderer }: MarkdownIt,
  createIdFormatter: () => (heading: string) => string,
): void => {
  core.ruler.push('heading-ids', ({ tokens }: StateCore) => {
    const toId = createIdFormatter();
    for (const [i, token] of tokens.entries())
      if (token.type === 'heading_open') token.attrSet('id', toId(tokens[i + 1]?.content ?? ''));
  });
  renderer.rules.heading_close = (tokens, i) => {
    const id = String(tokens[i - 2]?.attrGet('id'));
    return `${html`<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`.text}</${tokens[i]?.tag}>\n`;
  };
};

/** Renders a list of a document's sections, unless the document already contains one. */
export const renderTableOfContents = (tokens: readonly Token[]): Html => {
  const sections = tokens.flatMap((token, i) =>
    token.type === 'heading_open' && token.tag === 'h2'
      ? [{ id: String(token.attrGet('id')), title: tokens[i + 1]?.content.replaceAll('`', '') }]
      : [],
  );
  if (sections.some(({ title }) => title === 'Contents')) return html``;
  return html`<nav aria-label="Contents"><ul class="contents">
${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`)}</ul></nav>`;
};
