import { pages } from '#spec/rest/pages.ts';
import { handle } from '../../pipeline/handle.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { pageHeaders } from '../../viewers/frame.ts';
import { isGuide } from '../../viewers/guides.ts';

/** Only listed names are served: nothing of the path becomes part of a file name. */
export const getGuidePage = handle(pages.getGuidePage, async ({ params: { guide } }, { viewers, fail }) => {
  if (!isGuide(guide))
    return fail('ROUTE_NOT_FOUND', `There is no guide '${guide}'. GET /docs lists all guides.`);
  return new WithHeaders(await viewers.guides.guide(guide), pageHeaders());
});
