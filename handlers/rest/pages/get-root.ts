import { pages } from '#spec/rest/pages.ts';
import { prefersPage } from '../../pipeline/accept.ts';
import { handle } from '../../pipeline/handle.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { pageHeaders, safetyHeaders } from '../../viewers/frame.ts';
import { renderLanding } from '../../viewers/landing.ts';

const vary = { Vary: 'Accept' };

const facts = { name: 'Scene Runtime Control API', api: '/api', health: '/api/health' };

/** A page for a browser, three facts for everybody else. */
export const getRoot = handle(pages.getRoot, (_, { version, security, link, controller }, { call }) => {
  if (!prefersPage(call.accept)) return new WithHeaders(facts, { ...safetyHeaders, ...vary });
  const page = renderLanding({
    version,
    host: call.host ?? 'localhost',
    isEncrypted: call.entrance !== undefined,
    apiEnabled: security.settings.apiEnabled,
    runtimeConnected: link.connected,
    projectName: controller.project?.name ?? null,
  });
  return new WithHeaders(page, { ...pageHeaders(), ...vary });
});
