import { layoutStyleHash, renderPage, type PagePolicy } from './page-layout.ts';
import { html } from '#spec/text/html.ts';
import type { ReferenceFileName, ReadReferenceFile } from './page-file-types.ts';

/**
 * Allows only this service's scripts and styles, and calls to this service only. Icons are data URLs in the style
 * sheet.
 */
export const referencePolicy: PagePolicy = {
  'script-src': "'self'",
  'style-src': `'self' ${layoutStyleHash}`,
  'img-src': "'self' data:",
  'connect-src': "'self'",
};

/** Renders the interactive reference, which is Swagger UI for this service's OpenAPI document. */
export const renderReferencePage = async (files: ReadReferenceFile): Promise<string> => {
  const link = async (name: ReferenceFileName): Promise<string> =>
    `./reference/${name}?v=${(await files(name)).fingerprint}`;
  const [styles, viewer, start] = await Promise.all([
    link('swagger-ui.css'),
    link('swagger-ui-bundle.js'),
    link('init.js'),
  ]);
  return renderPage({
    title: 'Reference · Scene Runtime Control API',
    path: '/reference',
    isViewer: true,
    head: html`<link rel="stylesheet" href="${styles}">
<script src="${viewer}" defer></script>
<script src="${start}" defer></script>`,
    main: html`<h1 class="hidden">Reference</h1>
<noscript><p class="notice">This page needs JavaScript. <a href="./openapi.json">The interface description</a> says the same.</p></noscript>
<div id="reference"></div>`,
  });
};
