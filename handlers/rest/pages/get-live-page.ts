import { pageOperations } from '#spec/rest/html-pages.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { pageHeaders } from '../../viewers/frame.ts';
import { livePolicy, renderLive, renderUnbuilt } from '../../viewers/live.ts';

export const getLivePage = defineHandler(
  pageOperations.getLivePage,
  async ({ query: { url } }, { viewers }, { call: { host, remoteListener } }) => {
    const index = await viewers.live.index();
    if (!index) return new WithHeaders(renderUnbuilt(), pageHeaders());
    const own = `${remoteListener ? 'https' : 'http'}://${host ?? 'localhost'}`;
    const policy = livePolicy(url === undefined ? own : new URL(url).origin, own);
    return new WithHeaders(renderLive(index), { ...pageHeaders(policy), 'Cache-Control': 'no-cache' });
  },
);
