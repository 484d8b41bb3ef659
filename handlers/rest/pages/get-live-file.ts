import { pageOperations } from '#spec/rest/html-pages.ts';
import { selectEncoding } from '../../pipeline/content-negotiation.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';
import { securityHeaders } from '../../viewers/page-layout.ts';
import { serviceWorkerFile } from '../../viewers/live/local/worker-messages.ts';
import { livePageEncodings, type LivePageEncoding } from '../../viewers/page-file-types.ts';

/** The address of the live page, relative to its files. */
const livePage = '../live';

const contentEncodings = Object.keys(livePageEncodings) as LivePageEncoding[];

/** Serves only known names, so that input never becomes part of a file name. */
export const getLiveFile = defineHandler(
  pageOperations.getLiveFile,
  async ({ params: { liveFile }, query }, { viewers: { live }, fail }, { call }) => {
    const coding = selectEncoding(call.acceptEncoding, contentEncodings);
    const file = await live.read(liveFile, coding);
    if (!file) return fail('ROUTE_NOT_FOUND', `The live page has no file '${liveFile}'.`);
    return Result.withHeaders(file.bytes, {
      ...securityHeaders,
      'Content-Type': file.contentType,
      'Cache-Control': file.isImmutable(query.v) ? 'public, max-age=31536000, immutable' : 'no-cache',
      Vary: 'Accept-Encoding',
      // The service worker needs this header, because the page that it serves is in the folder above.
      ...(liveFile === serviceWorkerFile && { 'Service-Worker-Allowed': livePage }),
      ...(coding && { 'Content-Encoding': coding }),
    });
  },
);
