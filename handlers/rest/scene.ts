import { createHash } from 'node:crypto';
import { sceneOperations } from '#spec/rest/scene.ts';
import { rethrowAsDeclared } from '../perform-action.ts';
import { getCallToken } from '../pipeline/authorize-call.ts';
import { createStreamError } from '../pipeline/call.ts';
import { Result } from '../pipeline/result.ts';
import { takePicture } from '../take-picture.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const sceneHandlers: Handlers<typeof sceneOperations> = {
  async getChanges({ query: { since } }, { link }) {
    const { data } = await link.request('scene.changes', { since });
    return Result.withHeaders(Buffer.from(data, 'base64'), { 'Cache-Control': 'no-store' });
  },

  async getPicture({ query }, { link }) {
    const picture = takePicture(link, query, false);
    const { bytes } = await picture.catch(rethrowAsDeclared(sceneOperations.getPicture));
    const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    return Result.withHeaders(bytes, { ETag: `"${tag}"`, 'Cache-Control': 'no-cache' });
  },

  async streamPictures({ query }, { pictureStreams, security }, { call }) {
    const { camera, width, height, rate, frames } = query;
    if (!call.acceptsStream)
      throw createStreamError('A stream', 'GET /api/scene/picture.png returns a single picture.');
    const token = getCallToken(call, 'media');
    const isAllowed = (): boolean => security.settings.apiEnabled && security.isToken(token);
    const body = pictureStreams.open({ view: { camera, width, height }, rate, frames, isAllowed });
    return Result.withHeaders(await body.catch(rethrowAsDeclared(sceneOperations.streamPictures)), {
      'Cache-Control': 'no-store',
    });
  },
};
