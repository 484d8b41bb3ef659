import { StreamedBody, createStreamError } from '../pipeline/call.ts';
import { Result } from '../pipeline/result.ts';
import { matchesEntityTag, toEntityTag } from '../controller/projects/asset-files/entity-tags.ts';
import type { assetFileOperations } from '#spec/rest/asset-files.ts';
import type { Handlers } from '../pipeline/define-handler.ts';
import { parseRange } from './asset-files/parse-range.ts';

export const assetFileHandlers: Handlers<typeof assetFileOperations> = {
  async listAssetFiles({ query: { offset, limit, include, exclude } }, { controller }) {
    const includesHash = (include?.includes('hash') ?? true) && exclude?.includes('hash') !== true;
    const { files, total } = await controller.requireAssetFiles().list({ offset, limit, includesHash });
    return Result.page(files, total);
  },

  async putAssetFile({ params: { path }, body }, { controller }, { call }) {
    const { file, isNew } = await controller.requireAssetFiles().put(path, body, call);
    await controller.refreshAssets();
    return Result.withHeaders(file, { ETag: toEntityTag(file.hash) }, isNew ? 201 : 200);
  },

  async getAssetFile({ params: { path } }, { controller, fail }, { call }) {
    if (!call.acceptsStream) throw createStreamError('A file');
    const { file, read, close } = await controller.requireAssetFiles().open(path);
    const { size, mediaType, hash } = file;
    const tag = toEntityTag(hash);
    const headers = { ETag: tag, 'Cache-Control': 'no-cache' };
    if (call.ifNoneMatch !== undefined && matchesEntityTag(call.ifNoneMatch.replaceAll('W/', ''), tag)) {
      close();
      return Result.noContent(304, headers);
    }
    const isRangeValid = call.ifRange === undefined || call.ifRange === tag;
    const range = call.range !== undefined && isRangeValid ? parseRange(call.range, size) : undefined;
    if (range === 'unsatisfiable') {
      close();
      return fail('RANGE_NOT_SATISFIABLE', `Range is ${call.range}, but '${path}' has ${size} bytes.`, {
        size,
      });
    }
    const { start, end } = range ?? { start: 0, end: size };
    return Result.withHeaders(
      new StreamedBody(() => read(start, end), close),
      {
        ...headers,
        'Content-Type': mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType,
        'Content-Length': String(end - start),
        'Accept-Ranges': 'bytes',
        'X-Content-Type-Options': 'nosniff',
        ...(range && { 'Content-Range': `bytes ${start}-${end - 1}/${size}` }),
      },
      range && 206,
    );
  },

  async deleteAssetFile({ params: { path }, query: { confirm } }, { controller }, { call }) {
    // In a batch, If-Match is about graphs (C-70).
    const conditions = call.batch ? {} : { ifMatch: call.ifMatch };
    await controller.requireAssetFiles().delete(path, confirm, conditions);
    await controller.refreshAssets();
    return { deleted: path };
  },
};
