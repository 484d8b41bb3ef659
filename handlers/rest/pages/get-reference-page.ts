import { pageOperations } from '#spec/rest/html-pages.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { pageHeaders } from '../../viewers/frame.ts';
import { referencePolicy, renderReference } from '../../viewers/reference.ts';

export const getReferencePage = defineHandler(
  pageOperations.getReferencePage,
  async (_, { viewers }) =>
    new WithHeaders(await renderReference(viewers.reference), pageHeaders(referencePolicy)),
);
