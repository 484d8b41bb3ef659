import { createHash } from 'node:crypto';
import { type Content, html, Html } from '#spec/text/html.ts';
import { brandIconUrl, brandMark, renderPageTheme } from '#spec/text/page-theme.ts';
import { trademarkNotice } from '../rest/meta/service-description.ts';
import type { MarkdownIt, StateCore, Token } from 'markdown-it';

/** What a page shows, without the layout and the typeface that all pages share. */
export interface PageContent {
  readonly title: string;
  /** The page's path, which determines the marked entry in the navigation. */
  readonly path: string;
  /** What precedes the list of sections, such as the page's heading. */
  readonly intro?: Content;
  /** A list of the page's sections, which stays visible on wide screens. */
  readonly contents?: Html | undefined;
  readonly main: Content;
  /** Additional elements for the page's head. */
  readonly head?: Html;
  /** Whether the page is a viewer, which has its own typography and margins. */
  readonly isViewer?: true;
  /** Sources to allow in addition to the strict policy. */
  readonly policy?: PagePolicy;
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

/** The style sheet that all pages share. It follows the reader's preference for a light or dark theme. */
const pageStyle = `${renderPageTheme(['chart'])}
@media (min-width: 701px) { :root { --bar: 53px; } }
.skip { position: absolute; left: -100vw; z-index: 5; }
.skip:focus { left: 8px; top: 8px; padding: 8px 14px; border-radius: var(--r-2); background: var(--accent); color: var(--accent-ink); }
.top ul { display: flex; flex-wrap: wrap; gap: 2px; list-style: none; margin: 0; padding: 0; }
.top nav { margin-inline-start: auto; }
.top nav a { display: inline-flex; align-items: center; gap: 7px; min-height: var(--h-control); padding: 0 11px; border-radius: 7px; color: var(--ink-2); font-size: var(--t-3); text-decoration: none; transition: background var(--m-fast); }
.top nav a:hover { background: var(--bg-3); color: var(--ink-1); }
.top nav [aria-current] { background: var(--bg-3); color: var(--ink-1); font-weight: 550; }
.top nav a[href$='/live']::before { content: ''; width: 8px; height: 8px; border-radius: 50%; background: var(--live); box-shadow: 0 0 0 3px var(--live-wash); }
.end { border-top: 1px solid var(--line); color: var(--ink-3); font-size: var(--t-2); }
.notice { padding: var(--s-6) var(--s-7); }
h1 { margin: 0; font-size: clamp(26px, 2.4vw, 34px); font-weight: 680; line-height: 1.15; letter-spacing: -0.02em; }
.lead { margin: 10px 0 0; max-width: 44rem; color: var(--ink-2); font-size: 17px; text-wrap: pretty; }
.intro { padding: 10px 0 22px; } .intro p { margin-block: 10px 0; }
.prose > :first-child { margin-top: 0; } .prose > :last-child { margin-bottom: 0; }
.prose h2 { margin: 44px 0 12px; font-size: var(--t-5); font-weight: 650; line-height: 1.25; }
.prose h3 { margin: 30px 0 8px; font-size: 16px; font-weight: 650; }
.prose h4 { margin: 18px 0 4px; font-size: var(--t-4); font-weight: 600; }
.prose p, .prose li { max-width: 46rem; text-wrap: pretty; }
.prose li { margin-block: 3px; } .prose :is(ul, ol):not(.tiles) { padding-inline-start: 22px; } .prose li::marker { color: var(--ink-3); }
.anchor { margin-inline-start: 8px; padding-inline: 4px; color: var(--ink-3); font-weight: 400; text-decoration: none; opacity: 0; }
h1 > .anchor { display: none; }
:is(h2, h3, h4):hover > .anchor, .anchor:focus { opacity: 1; }
.prose code { padding: 0.12em 0.4em; border-radius: var(--r-1); background: var(--bg-3); overflow-wrap: anywhere; }
.prose a code { color: inherit; }
.prose pre { margin: 12px 0; padding: 12px 16px; border: 1px solid var(--line); border-radius: var(--r-2); background: var(--well); line-height: 1.5; white-space: pre-wrap; }
.prose pre code { padding: 0; background: none; font-size: 1em; }
.prose .scroll { margin-block: 12px; }
.prose :is(.scroll th, .halves td) code { white-space: nowrap; }
.depth-1 { padding-inline-start: 28px; } .depth-2 { padding-inline-start: 44px; } .depth-3 { padding-inline-start: 60px; }
.depth-4 { padding-inline-start: 76px; } .depth-5 { padding-inline-start: 92px; } .depth-6 { padding-inline-start: 108px; }
.entry { margin: 14px 0; padding: 2px 20px 16px; }
.prose summary { color: var(--accent); font-size: var(--t-3); padding-block: 4px; }
.contents ~ .prose { padding: 28px clamp(16px, 3vw, 40px) 32px; background: var(--bg-1); border: 1px solid var(--line); border-radius: var(--r-3); }
.contents ~ .prose :is(.scroll, .entry) { background: var(--bg-2); }
.chips { display: flex; flex-wrap: wrap; gap: 6px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: 10px; margin: 0; padding: 0; list-style: none; }
.prose .tiles li { margin: 0; }
.tile { display: block; height: 100%; padding: 15px 18px 17px; color: var(--ink-2); font-size: var(--t-3); line-height: 1.5; text-decoration: none; transition: background var(--m-fast), border-color var(--m-fast); }
.tile b { display: flex; justify-content: space-between; margin-bottom: 3px; color: var(--ink-1); font-size: var(--t-4); font-weight: 620; } .tile b::after { content: '→'; color: var(--ink-3); font-weight: 400; transition: translate var(--m-base) var(--ease), color var(--m-fast); }
.tile:hover { background: var(--bg-2); border-color: var(--line-2); } .tile:hover b::after { color: var(--accent); translate: 3px; }
.hero { display: grid; grid-template-columns: minmax(0, 1fr); align-items: center; overflow: hidden; color-scheme: dark; color: var(--ink-1);
  background: radial-gradient(60% 90% at 74% 40%, color-mix(in srgb, var(--chart-1) 30%, transparent), transparent), radial-gradient(40% 60% at 94% 90%, color-mix(in srgb, var(--chart-4) 22%, transparent), transparent), var(--bg-0); }
.hero > div { padding: 32px clamp(20px, 3vw, 44px); }
.hero h1 { font-size: clamp(30px, 3.4vw, 46px); line-height: 1.08; } .actions { display: flex; flex-wrap: wrap; gap: 10px; margin: 24px 0 20px; }
.hero .button { min-height: 44px; padding-inline: 20px; font-size: var(--t-4); } .hero .chips { margin: 0; }
.orrery { width: 100%; } .moon { offset-path: path('M410 140a150 38 0 1 1-300 0a150 38 0 1 1 300 0'); offset-distance: 62%; }
@media (prefers-reduced-motion: no-preference) { .moon { animation: orbit 16s linear infinite; } @keyframes orbit { from { offset-distance: 0%; } to { offset-distance: 100%; } } }
@media (min-width: 60rem) { .hero { grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr); } .halves { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 28px; } }
@media (min-width: 70rem) {
  .frame:has(> .contents) > :is(.intro, .prose) { grid-column: 2; }
  .frame > .contents { grid-row: 1 / span 2; }
}
@media (max-width: 69.99rem) { .frame > .contents { margin-bottom: 22px; padding: 8px; background: var(--bg-1); border: 1px solid var(--line); border-radius: var(--r-3); } .frame > .contents > ul { columns: 14rem; } }
@media (max-width: 700px) { .top nav { margin: 0 -8px 6px; } .top nav a { padding-inline: 8px; font-size: var(--t-2); } .anchor { opacity: 1; } }
`;

/** The typeface, which belongs to the live page's files. */
const renderFontFace = (url: string): string =>
  `@font-face { font-family: 'Inter'; src: url('${url}') format('woff2'); font-weight: 400 700; font-display: swap; }\n`;

const strictPolicy: PagePolicy = {
  'default-src': "'none'",
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
 * @param policy sources to allow in addition to the strict policy, which allows nothing but images in the page itself
 */
export const createPageHeaders = (policy: PagePolicy): Readonly<Record<string, string>> => ({
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

const renderMain = ({ intro, contents, main, isViewer }: PageContent): Html =>
  isViewer
    ? html`<main id="main">
${main}
</main>`
    : html`<main id="main" class="frame">
${intro !== undefined && html`<div class="intro">${intro}</div>`}
${contents && html`<nav class="contents" aria-label="Contents"><ul>${contents}</ul></nav>`}
<div class="prose">
${main}
</div></main>`;

interface RenderedPage {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Renders a complete page in the common layout, and the headers that allow only what the page contains.
 * @param font the typeface among the live page's files; without it, the page uses the system's typeface
 */
export const renderPage = (content: PageContent, font?: string): RenderedPage => {
  const { title, path, head, policy } = content;
  const rootUrl = getRootUrl(path);
  const fontUrl = font === undefined ? undefined : `${rootUrl}/live/${font}`;
  const style = fontUrl === undefined ? pageStyle : renderFontFace(fontUrl) + pageStyle;
  const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${brandIconUrl}">
${fontUrl !== undefined && html`<link rel="preload" href="${fontUrl}" as="font" type="font/woff2" crossorigin>`}
<style>${new Html(style)}</style>
${head}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><div><a class="brand" href="${rootUrl}/">${brandMark}Scene Runtime</a>
<nav aria-label="Pages"><ul>${navigationPages.map((page) => renderNavigationEntry(path, page))}</ul></nav></div></header>
${renderMain(content)}
<footer class="end"><p class="wide">${trademarkNotice}</p></footer>
</body>
</html>
`;
  const headers = createPageHeaders({
    ...policy,
    'style-src': [styleHash, policy?.['style-src']].filter(Boolean).join(' '),
    ...(font !== undefined && { 'font-src': "'self'" }),
  });
  return { text, headers };
};

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

/** Renders links to a document's sections. */
export const renderSectionLinks = (tokens: readonly Token[]): Html =>
  html`${tokens.map((token, i) => {
    const title = tokens[i + 1]?.content.replaceAll('`', '');
    const isSection = token.type === 'heading_open' && token.tag === 'h2' && title !== 'Contents';
    return isSection && html`<li><a href="#${String(token.attrGet('id'))}">${title}</a></li>\n`;
  })}`;
