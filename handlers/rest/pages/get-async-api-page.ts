import { pages } from '#spec/rest/pages.ts';
import { handle } from '../../pipeline/handle.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { pageHeaders } from '../../viewers/frame.ts';

export const getAsyncApiPage = handle(
  pages.getAsyncApiPage,
  (_, { documents }, { call }) => new WithHeaders(documents.asyncapiPage(call), pageHeaders()),
);
