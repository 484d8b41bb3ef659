import { pages } from '#spec/rest/pages.ts';
import { handle } from '../../pipeline/handle.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { pageHeaders } from '../../viewers/frame.ts';

export const getDocsPage = handle(
  pages.getDocsPage,
  async (_, { viewers }) => new WithHeaders(await viewers.guides.index(), pageHeaders()),
);
