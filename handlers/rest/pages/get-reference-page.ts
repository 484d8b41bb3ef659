import { pageOperations } from '#spec/rest/html-pages.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';
import { createPageHeaders } from '../../viewers/page-layout.ts';
import { referencePolicy, renderReferencePage } from '../../viewers/render-reference-page.ts';

export const getReferencePage = defineHandler(pageOperations.getReferencePage, async (_, { viewers }) =>
  Result.withHeaders(await renderReferencePage(viewers.reference), createPageHeaders(referencePolicy)),
);
