import { pageOperations } from '#spec/rest/html-pages.ts';
import { prefersPage } from '../../pipeline/accept.ts';
import { handle } from '../../pipeline/handle.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { pageHeaders, safetyHeaders } from '../../viewers/frame.ts';
import { renderLanding } from '../../viewers/landing.ts';

const vary = { Vary: 'Accept' };

/** A page for a browser, three facts for everybody else. */
export const getRoot = handle(
  pageOperations.getRoot,
  (_, { version, basePath, security, link, controller }, { call }) => {
    const name = 'Scene Runtime Control API';
    const facts = { name, api: `${basePath}/api`, health: `${basePath}/api/health` };
    if (!prefersPage(call.accept)) return new WithHeaders(facts, { ...safetyHeaders, ...vary });
    const page = renderLanding({
      version,
      address: `${call.host ?? 'localhost'}${basePath}`,
      isEncrypted: call.entrance !== undefined,
      apiEnabled: security.settings.apiEnabled,
      runtimeConnected: link.connected,
      projectName: controller.project?.name ?? null,
    });
    return new WithHeaders(page, { ...pageHeaders(), ...vary });
  },
);
