import { pageOperations } from '#spec/rest/html-pages.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';
import { isGuide } from '../../viewers/guides.ts';
import { createPageHeaders } from '../../viewers/page-layout.ts';

/** Serves only listed names, so that no part of the path becomes part of a file name. */
export const getGuidePage = defineHandler(
  pageOperations.getGuidePage,
  async ({ params: { guide } }, { viewers, fail }) => {
    if (!isGuide(guide))
      return fail('ROUTE_NOT_FOUND', `There is no guide '${guide}'. GET /docs lists all guides.`);
    return Result.withHeaders(await viewers.guides.guide(guide), createPageHeaders());
  },
);
