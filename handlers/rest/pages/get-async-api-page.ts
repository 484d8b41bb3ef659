import { pageOperations } from '#spec/rest/html-pages.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';
import { createPageHeaders } from '../../viewers/page-layout.ts';

export const getAsyncApiPage = defineHandler(
  pageOperations.getAsyncApiPage,
  (_, { documents, basePath }, { call: { host, remoteListener } }) =>
    Result.withHeaders(documents.asyncapiPage({ host, remoteListener, basePath }), createPageHeaders()),
);
