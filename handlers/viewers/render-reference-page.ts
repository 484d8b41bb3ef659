import { html } from '#spec/text/html.ts';
import type { ReferenceFileName, ReadReferenceFile } from './page-file-types.ts';
import type { PageContent } from './page-layout.ts';

/** Renders the interactive reference, which is Swagger UI for this service's OpenAPI document. */
export const renderReferencePage = async (files: ReadReferenceFile): Promise<PageContent> => {
  const link = async (name: ReferenceFileName): Promise<string> =>
    `./reference/${name}?v=${(await files(name)).fingerprint}`;
  const [style, theme, viewer, start] = await Promise.all([
    link('swagger-ui.css'),
    link('theme.css'),
    link('swagger-ui-bundle.js'),
    link('init.js'),
  ]);
  return {
    title: 'Reference · Scene Runtime Control API',
    path: '/reference',
    isViewer: true,
    head: html`<link rel="stylesheet" href="${style}">
<link rel="stylesheet" href="${theme}">
<script src="${viewer}" defer></script>
<script src="${start}" defer></script>`,
    main: html`<h1 class="unseen">Reference</h1>
<noscript><p class="notice">This page needs JavaScript. <a href="./openapi.json">The interface description</a> says the same.</p></noscript>
<div id="reference"></div>`,
    // Allows only this service's scripts and styles, and calls to this service only. Icons are data URLs in the styles.
    policy: {
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data:",
      'connect-src': "'self'",
    },
  };
};
