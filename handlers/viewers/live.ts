import { html } from './html.ts';
import { type Policy, renderPage } from './frame.ts';
import type { LiveIndex } from './viewers.ts';

/**
 * Scripts and styles of this service alone, which put styles on elements only by script; calls to one service.
 * @param origin that of the service that the page shows
 * @param own that by which the reader reached this one
 */
export const livePolicy = (origin: string, own: string): Policy => ({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'connect-src': ["'self'", ...new Set([own, origin].flatMap(both))].join(' '),
});

/** An origin for calls, and the same for the hub. */
const both = (origin: string): string[] => [origin, origin.replace(/^http/, 'ws')];

/** The live page: everything on it is drawn by its script. */
export const renderLive = ({ script, style, version }: LiveIndex): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Live · Scene Runtime Control</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/live/${style}?v=${version}">
<script type="module" src="/live/${script}?v=${version}"></script>
</head>
<body>
<noscript>This page needs JavaScript. <a href="/">The service</a> can be used without it.</noscript>
<div id="live"></div>
</body>
</html>
`.text;

/** Stands in the place of the page in a clone where nothing has been built. */
export const renderUnbuilt = (): string =>
  renderPage({
    title: 'Live · Scene Runtime Control',
    path: '/live',
    main: html`<h1>Live</h1>
<p>The live page has not been built yet: <code>npm run build</code> does it, or <code>npm start</code>.</p>`,
  });
