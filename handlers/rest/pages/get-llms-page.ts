import { pageOperations } from '#spec/rest/html-pages.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { createPageHeaders } from '../../viewers/page-layout.ts';

export const getLlmsPage = defineHandler(
  pageOperations.getLlmsPage,
  async (_, { documents }) => new WithHeaders(await documents.llmsPage(), createPageHeaders()),
);
