import { pageOperations } from '#spec/rest/html-pages.ts';
import { prefersHtml } from '../../pipeline/content-negotiation.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';
import { createPageHeaders, securityHeaders } from '../../viewers/page-layout.ts';
import { renderLandingPage } from '../../viewers/render-landing-page.ts';

const varyHeaders = { Vary: 'Accept' };

/** Returns an HTML page to browsers, and basic information to other clients. */
export const getRoot = defineHandler(
  pageOperations.getRoot,
  (_, { version, basePath, security, link, controller }, { call }) => {
    const name = 'Scene Runtime Control API';
    const info = { name, api: `${basePath}/api`, health: `${basePath}/api/health` };
    if (!prefersHtml(call.accept)) return Result.withHeaders(info, { ...securityHeaders, ...varyHeaders });
    const page = renderLandingPage({
      version,
      address: `${call.host ?? 'localhost'}${basePath}`,
      isEncrypted: call.remoteListener !== undefined,
      apiEnabled: security.settings.apiEnabled,
      runtimeConnected: link.connected,
      projectName: controller.project?.name ?? null,
    });
    return Result.withHeaders(page, { ...createPageHeaders(), ...varyHeaders });
  },
);
