import { pageOperations } from '#spec/rest/html-pages.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';
import { createPageHeaders } from '../../viewers/page-layout.ts';

export const getDocsPage = defineHandler(pageOperations.getDocsPage, async (_, { viewers }) =>
  Result.withHeaders(await viewers.guides.index(), createPageHeaders()),
);
