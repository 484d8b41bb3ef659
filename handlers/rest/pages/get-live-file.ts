import { pageOperations } from '#spec/rest/html-pages.ts';
import { selectEncoding } from '../../pipeline/content-negotiation.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';
import { safetyHeaders } from '../../viewers/frame.ts';
import { workerFile } from '../../viewers/live/local/messages.ts';
import { liveCodings, type LiveCoding } from '../../viewers/viewers.ts';

/** The live page, relative to its files. */
const livePage = '../live';

const contentEncodings = Object.keys(liveCodings) as LiveCoding[];

/** Serves only known names: input never becomes part of a file name. */
export const getLiveFile = defineHandler(
  pageOperations.getLiveFile,
  async ({ params: { liveFile }, query }, { viewers: { live }, fail }, { call }) => {
    const coding = selectEncoding(call.acceptEncoding, contentEncodings);
    const file = await live.read(liveFile, coding);
    if (!file) return fail('ROUTE_NOT_FOUND', `The live page has no file '${liveFile}'.`);
    return new WithHeaders(file.bytes, {
      ...safetyHeaders,
      'Content-Type': file.contentType,
      'Cache-Control': file.isLasting(query.v) ? 'public, max-age=31536000, immutable' : 'no-cache',
      Vary: 'Accept-Encoding',
      // The page that it serves is in the folder above.
      ...(liveFile === workerFile && { 'Service-Worker-Allowed': livePage }),
      ...(coding && { 'Content-Encoding': coding }),
    });
  },
);
