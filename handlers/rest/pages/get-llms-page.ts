import { pageOperations } from '#spec/rest/html-pages.ts';
import { handle } from '../../pipeline/handle.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { pageHeaders } from '../../viewers/frame.ts';

export const getLlmsPage = handle(
  pageOperations.getLlmsPage,
  async (_, { documents }) => new WithHeaders(await documents.llmsPage(), pageHeaders()),
);
