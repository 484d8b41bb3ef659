import { type Html, html } from './html-template.ts';
import { type PagePolicy, renderPage } from './page-layout.ts';
import type { LivePageIndex } from './page-assets.ts';

/**
 * Scripts and styles of this service alone, which put styles on elements only by script; calls to one service.
 * @param origin that of the service that the page shows
 * @param own that by which the reader reached this one
 */
export const createLivePolicy = (origin: string, own: string): PagePolicy => ({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'connect-src': ["'self'", ...new Set([own, origin].flatMap(listConnectSources))].join(' '),
});

/** An origin for calls, and the same for the hub. */
const listConnectSources = (origin: string): string[] => [origin, origin.replace(/^http/, 'ws')];

interface LivePageAssets {
  /** Elements of the head beside the common ones. */
  readonly head?: Html;
  readonly style: string;
  readonly script: string;
  /** What a reader without scripts is told. */
  readonly without: Html;
}

const renderLiveDocument = ({ head, style, script, without }: LivePageAssets): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}<title>Live · Scene Runtime Control</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>
</head>
<body>
<noscript>This page needs JavaScript.${without}</noscript>
<div id="live"></div>
</body>
</html>
`.text;

/** The live page: everything on it is drawn by its script. */
export const renderLivePage = ({ script, style, version }: LivePageIndex): string =>
  renderLiveDocument({
    style: `./live/${style}?v=${version}`,
    script: `./live/${script}?v=${version}`,
    without: html` <a href="./">The service</a> can be used without it.`,
  });

/** The same as a file of a folder that any server may have anywhere: it shows the scene that runs in the browser itself. */
export const renderStaticLivePage = ({ script, style, version }: LivePageIndex): string =>
  renderLiveDocument({
    head: html`<meta name="scene" content="local">
<meta http-equiv="Content-Security-Policy" content="${staticPagePolicy}">
`,
    style: `./${style}?v=${version}`,
    script: `./${script}?v=${version}`,
    without: html``,
  });

/** What the page may do, of what a page can say of itself. */
const staticPagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Stands in the place of the page in a clone where nothing has been built. */
export const renderUnbuiltPage = (): string =>
  renderPage({
    title: 'Live · Scene Runtime Control',
    path: '/live',
    main: html`<h1>Live</h1>
<p>The live page has not been built yet: <code>npm run build</code> does it, or <code>npm start</code>.</p>`,
  });
