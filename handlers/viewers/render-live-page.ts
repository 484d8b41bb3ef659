import { type Html, html } from '#spec/text/html.ts';
import type { LivePageIndex } from './page-file-types.ts';
import type { PageContent, PagePolicy } from './page-layout.ts';

/**
 * Creates a policy that allows only this service's scripts and styles, element styles only when set by a script, and
 * calls to one service, which also provides pictures.
 * @param origin the origin of the service that the page shows
 * @param serverUrl the origin at which the reader reached this service
 */
export const createLivePolicy = (origin: string, serverUrl: string): PagePolicy => ({
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': ["'self' data: blob:", ...new Set([serverUrl, origin])].join(' '),
  'connect-src': ["'self'", ...new Set([serverUrl, origin].flatMap(listConnectSources))].join(' '),
});

/** Returns an origin for REST calls and the matching WebSocket origin for the hub. */
const listConnectSources = (origin: string): string[] => [origin, origin.replace(/^http/, 'ws')];

interface LivePageAssets {
  /** Additional elements for the page's head. */
  readonly head?: Html;
  readonly style: string;
  readonly script: string;
  /** Content that is shown when scripts are disabled. */
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

/** Renders the live page. Its script creates the content. */
export const renderLivePage = ({ script, style, version }: LivePageIndex): string =>
  renderLiveDocument({
    style: `./live/${style}?v=${version}`,
    script: `./live/${script}?v=${version}`,
    without: html` <a href="./">The service</a> can be used without it.`,
  });

/**
 * Renders the live page as a static file that any server can deliver. The page shows the scene that runs in the
 * browser.
 */
export const renderStaticLivePage = ({ script, style, version }: LivePageIndex): string =>
  renderLiveDocument({
    head: html`<meta name="scene" content="local">
<meta http-equiv="Content-Security-Policy" content="${staticPagePolicy}">
`,
    style: `./${style}?v=${version}`,
    script: `./${script}?v=${version}`,
    without: html``,
  });

/** The parts of the policy that a page can set in its own meta element. */
const staticPagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The substitute for the live page when the repository was cloned but not built. */
export const unbuiltPage: PageContent = {
  title: 'Live · Scene Runtime Control',
  path: '/live',
  intro: html`<h1>Live</h1>`,
  main: html`<p>The live page has not been built yet. Run <code>npm run build</code> or <code>npm start</code>.</p>`,
};
