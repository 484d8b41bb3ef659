import { pageOperations } from '#spec/rest/html-pages.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { createPageHeaders } from '../../viewers/page-layout.ts';
import { referencePolicy, renderReferencePage } from '../../viewers/render-reference-page.ts';

export const getReferencePage = defineHandler(
  pageOperations.getReferencePage,
  async (_, { viewers }) =>
    new WithHeaders(await renderReferencePage(viewers.reference), createPageHeaders(referencePolicy)),
);
