import { pageOperations } from '#spec/rest/html-pages.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';
import { securityHeaders } from '../../viewers/page-layout.ts';
import { isReferenceFileName } from '../../viewers/page-file-types.ts';

const immutableCacheControl = 'public, max-age=31536000, immutable';

/** Serves only known names, so that input never becomes part of a file name. */
export const getReferenceFile = defineHandler(
  pageOperations.getReferenceFile,
  async ({ params: { file }, query }, { viewers, fail }) => {
    if (!isReferenceFileName(file))
      return fail('ROUTE_NOT_FOUND', `The reference page has no file '${file}'.`);
    const { text, contentType, fingerprint } = await viewers.reference(file);
    return Result.withHeaders(text, {
      ...securityHeaders,
      'Content-Type': contentType,
      'Cache-Control': query.v === fingerprint ? immutableCacheControl : 'no-cache',
    });
  },
);
