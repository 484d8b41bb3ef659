import { pages } from '#spec/rest/pages.ts';
import { handle } from '../../pipeline/handle.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { pageHeaders } from '../../viewers/frame.ts';
import { referencePolicy, renderReference } from '../../viewers/reference.ts';

export const getReferencePage = handle(
  pages.getReferencePage,
  async (_, { viewers }) =>
    new WithHeaders(await renderReference(viewers.reference), pageHeaders(referencePolicy)),
);
