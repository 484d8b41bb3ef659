import { pages } from '#spec/rest/pages.ts';
import { handle } from '../../pipeline/handle.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { pageHeaders } from '../../viewers/frame.ts';
import { livePolicy, renderLive } from '../../viewers/live.ts';

export const getLivePage = handle(
  pages.getLivePage,
  async ({ query: { url } }, { documents, fail }, { call: { host, entrance } }) => {
    const index = await documents.live.index();
    if (!index) return fail('ROUTE_NOT_FOUND', 'The live page has not been built; npm run build does it.');
    const own = `${entrance ? 'https' : 'http'}://${host ?? 'localhost'}`;
    const policy = livePolicy(url === undefined ? own : new URL(url).origin, own);
    return new WithHeaders(renderLive(index), { ...pageHeaders(policy), 'Cache-Control': 'no-cache' });
  },
);
