import { pageOperations } from '#spec/rest/html-pages.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';
import { createPageHeaders } from '../../viewers/page-layout.ts';
import { createLivePolicy, renderLivePage, renderUnbuiltPage } from '../../viewers/render-live-page.ts';

export const getLivePage = defineHandler(
  pageOperations.getLivePage,
  async ({ query: { url } }, { viewers }, { call: { host, remoteListener } }) => {
    const index = await viewers.live.index();
    if (!index) return Result.withHeaders(renderUnbuiltPage(), createPageHeaders());
    const serverUrl = `${remoteListener ? 'https' : 'http'}://${host ?? 'localhost'}`;
    const policy = createLivePolicy(url === undefined ? serverUrl : new URL(url).origin, serverUrl);
    return Result.withHeaders(renderLivePage(index), {
      ...createPageHeaders(policy),
      'Cache-Control': 'no-cache',
    });
  },
);
