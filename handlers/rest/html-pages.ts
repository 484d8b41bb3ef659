import { listKeys } from '#spec/list-keys.ts';
import { prefersHtml, selectEncoding } from '../pipeline/content-negotiation.ts';
import { Result } from '../pipeline/result.ts';
import { isGuide } from '../viewers/guides.ts';
import { serviceWorkerFile } from '../viewers/live/local/worker-messages.ts';
import { isReferenceFileName, livePageEncodings } from '../viewers/page-file-types.ts';
import { createPageHeaders, renderPage, securityHeaders } from '../viewers/page-layout.ts';
import { renderLandingPage } from '../viewers/render-landing-page.ts';
import { createLivePolicy, renderLivePage, unbuiltPage } from '../viewers/render-live-page.ts';
import { renderReferencePage } from '../viewers/render-reference-page.ts';
import type { pageOperations } from '#spec/rest/html-pages.ts';
import type { Handlers } from '../pipeline/define-handler.ts';
import type { PageAssets } from '../viewers/page-file-types.ts';
import type { PageContent } from '../viewers/page-layout.ts';

export const pageHandlers: Handlers<typeof pageOperations> = {
  /** Returns an HTML page to browsers, and basic information to other clients. */
  async getRoot(_, { version, basePath, security, link, controller, viewers }, { call }) {
    const name = 'Scene Runtime Control API';
    const info = { name, api: `${basePath}/api`, health: `${basePath}/api/health` };
    if (!prefersHtml(call.accept)) return Result.withHeaders(info, { ...securityHeaders, ...varyHeaders });
    const content = renderLandingPage({
      version,
      address: `${call.host ?? 'localhost'}${basePath}`,
      isEncrypted: call.remoteListener !== undefined,
      apiEnabled: security.settings.apiEnabled,
      runtimeConnected: link.connected,
      projectName: controller.project?.name ?? null,
    });
    const { text, headers } = await renderWithFont(content, viewers);
    return Result.withHeaders(text, { ...headers, ...varyHeaders });
  },

  getLlmsPage: async (_, { documents, viewers }) => toPage(await documents.llmsPage(), viewers),

  getAsyncApiPage: (_, { documents, basePath, viewers }, { call: { host, remoteListener } }) =>
    toPage(documents.asyncapiPage({ host, remoteListener, basePath }), viewers),

  getReferencePage: async (_, { viewers }) => toPage(await renderReferencePage(viewers.reference), viewers),

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

  getDocsPage: async (_, { viewers }) => toPage(await viewers.guides.index(), viewers),

  /** Serves only listed names, so that no part of the path becomes part of a file name. */
  async getGuidePage({ params: { guide } }, { viewers, fail }) {
    if (!isGuide(guide))
      return fail('ROUTE_NOT_FOUND', `There is no guide '${guide}'. GET /docs lists all guides.`);
    return toPage(await viewers.guides.guide(guide), viewers);
  },

  async getLivePage({ query: { url } }, { viewers }, { call: { host, remoteListener } }) {
    const index = await viewers.live.index();
    if (!index) return toPage(unbuiltPage, viewers);
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

/** Renders a page with the live page's typeface, if the host has it. */
const renderWithFont = async (content: PageContent, { live }: Pick<PageAssets, 'live'>) =>
  renderPage(content, (await live.index())?.font);

const toPage = async (content: PageContent, viewers: Pick<PageAssets, 'live'>) => {
  const { text, headers } = await renderWithFont(content, viewers);
  return Result.withHeaders(text, headers);
};

/** The address of the live page, relative to its files. */
const livePage = '../live';

const contentEncodings = listKeys(livePageEncodings);

const immutableCacheControl = 'public, max-age=31536000, immutable';

const varyHeaders = { Vary: 'Accept' };
