import { createHash } from 'node:crypto';
import { trademarkNotice } from '../rest/meta/service-description.ts';
import { type Content, Html, html } from '#spec/text/html.ts';
import { pageStyle } from './page-style.ts';

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
