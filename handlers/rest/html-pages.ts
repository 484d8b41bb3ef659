import { listKeys } from '#spec/list-keys.ts';
import { prefersHtml, selectEncoding } from '../pipeline/content-negotiation.ts';
import { Result } from '../pipeline/result.ts';
import { isGuide } from '../viewers/guides.ts';
import { serviceWorkerFile } from '../viewers/live/local/worker-messages.ts';
import { isReferenceFileName, livePageEncodings } from '../viewers/page-file-types.ts';
import { createPageHeaders, type PagePolicy, securityHeaders } from '../viewers/page-layout.ts';
import { renderLandingPage } from '../viewers/render-landing-page.ts';
import { createLivePolicy, renderLivePage, renderUnbuiltPage } from '../viewers/render-live-page.ts';
import { referencePolicy, renderReferencePage } from '../viewers/render-reference-page.ts';
import type { pageOperations } from '#spec/rest/html-pages.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const pageHandlers: Handlers<typeof pageOperations> = {
  /** Returns an HTML page to browsers, and basic information to other clients. */
  getRoot(_, { version, basePath, security, link, controller }, { call }) {
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

  getLlmsPage: async (_, { documents }) => toPage(await documents.llmsPage()),

  getAsyncApiPage: (_, { documents, basePath }, { call: { host, remoteListener } }) =>
    toPage(documents.asyncapiPage({ host, remoteListener, basePath })),

  getReferencePage: async (_, { viewers }) =>
    toPage(await renderReferencePage(viewers.reference), referencePolicy),

  /** Serves only known names, so that input never becomes part of a file name. */
  async getReferenceFile({ params: { file }, query }, { viewers, fail }) {
    if (!isReferenceFileName(file))
      return fail('ROUTE_NOT_FOUND', `The reference page has no file '${file}'.`);
    const { text, contentType, fingerprint } = await viewers.reference(file);
    return Result.withHeaders(text, {
      ...securityHeaders,
      'Content-Type': contentType,
      'Cache-Control': query.v === fingerprint ? immutableCacheControl : 'no-cache',
    });
  },

  getDocsPage: async (_, { viewers }) => toPage(await viewers.guides.index()),

  /** Serves only listed names, so that no part of the path becomes part of a file name. */
  async getGuidePage({ params: { guide } }, { viewers, fail }) {
    if (!isGuide(guide))
      return fail('ROUTE_NOT_FOUND', `There is no guide '${guide}'. GET /docs lists all guides.`);
    return toPage(await viewers.guides.guide(guide));
  },

  async getLivePage({ query: { url } }, { viewers }, { call: { host, remoteListener } }) {
    const index = await viewers.live.index();
    if (!index) return toPage(renderUnbuiltPage());
    const serverUrl = `${remoteListener ? 'https' : 'http'}://${host ?? 'localhost'}`;
    const policy = createLivePolicy(url === undefined ? serverUrl : new URL(url).origin, serverUrl);
    return Result.withHeaders(renderLivePage(index), {
      ...createPageHeaders(policy),
      'Cache-Control': 'no-cache',
    });
  },

  /** Serves only known names, so that input never becomes part of a file name. */
  async getLiveFile({ params: { liveFile }, query }, { viewers: { live }, fail }, { call }) {
    const coding = selectEncoding(call.acceptEncoding, contentEncodings);
    const file = await live.read(liveFile, coding);
    if (!file) return fail('ROUTE_NOT_FOUND', `The live page has no file '${liveFile}'.`);
    return Result.withHeaders(file.bytes, {
      ...securityHeaders,
      'Content-Type': file.contentType,
      'Cache-Control': file.isImmutable(query.v) ? immutableCacheControl : 'no-cache',
      Vary: 'Accept-Encoding',
      // The service worker needs this header, because the page that it serves is in the folder above.
      ...(liveFile === serviceWorkerFile && { 'Service-Worker-Allowed': livePage }),
      ...(coding && { 'Content-Encoding': coding }),
    });
  },
};

const toPage = (page: string, policy?: PagePolicy) => Result.withHeaders(page, createPageHeaders(policy));

/** The address of the live page, relative to its files. */
const livePage = '../live';

const contentEncodings = listKeys(livePageEncodings);

const immutableCacheControl = 'public, max-age=31536000, immutable';

const varyHeaders = { Vary: 'Accept' };
