import { pageOperations } from '#spec/rest/html-pages.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';
import { createPageHeaders } from '../../viewers/page-layout.ts';

export const getLlmsPage = defineHandler(pageOperations.getLlmsPage, async (_, { documents }) =>
  Result.withHeaders(await documents.llmsPage(), createPageHeaders()),
);
