import { pageOperations } from '#spec/rest/html-pages.ts';
import { handle } from '../../pipeline/handle.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { pageHeaders } from '../../viewers/frame.ts';
import { livePolicy, renderLive, renderUnbuilt } from '../../viewers/live.ts';

export const getLivePage = handle(
  pageOperations.getLivePage,
  async ({ query: { url } }, { viewers }, { call: { host, entrance } }) => {
    const index = await viewers.live.index();
    if (!index) return new WithHeaders(renderUnbuilt(), pageHeaders());
    const own = `${entrance ? 'https' : 'http'}://${host ?? 'localhost'}`;
    const policy = livePolicy(url === undefined ? own : new URL(url).origin, own);
    return new WithHeaders(renderLive(index), { ...pageHeaders(policy), 'Cache-Control': 'no-cache' });
  },
);
