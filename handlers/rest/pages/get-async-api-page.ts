import { pageOperations } from '#spec/rest/html-pages.ts';
import { handle } from '../../pipeline/handle.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { pageHeaders } from '../../viewers/frame.ts';

export const getAsyncApiPage = handle(
  pageOperations.getAsyncApiPage,
  (_, { documents, basePath }, { call: { host, entrance } }) =>
    new WithHeaders(documents.asyncapiPage({ host, entrance, basePath }), pageHeaders()),
);
