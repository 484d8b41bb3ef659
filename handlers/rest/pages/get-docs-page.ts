import { pageOperations } from '#spec/rest/html-pages.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { createPageHeaders } from '../../viewers/page-layout.ts';

export const getDocsPage = defineHandler(
  pageOperations.getDocsPage,
  async (_, { viewers }) => new WithHeaders(await viewers.guides.index(), createPageHeaders()),
);
