import { createHash } from 'node:crypto';
import { ImageCapture, outputActions } from '#spec/actions/output.ts';
import { sceneOperations } from '#spec/rest/scene.ts';
import { describeFirstProblem, validationMessages } from '#spec/validation-messages.ts';
import { runActionForRoute } from '../perform-action.ts';
import { Result } from '../pipeline/result.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const sceneHandlers: Handlers<typeof sceneOperations> = {
  async getChanges({ query: { since } }, { link }) {
    const { data } = await link.request('scene.changes', { since });
    return Result.withHeaders(Buffer.from(data, 'base64'), { 'Cache-Control': 'no-store' });
  },

  async getPicture({ query }, { link, fail }) {
    const { capture } = await runActionForRoute(
      link,
      sceneOperations.getPicture,
      'output.capture',
      outputActions.capture,
      { ...query, format: 'png' },
    );
    const { data: picture, error } = ImageCapture.safeParse(capture, validationMessages);
    const failWithoutPicture = (problem: string) =>
      fail('ACTION_FAILED', `The runtime returned no picture: ${problem}.`);
    if (!picture) return failWithoutPicture(describeFirstProblem(error, 'capture'));
    const bytes = Buffer.from(picture.data, 'base64');
    if (pngSignature.some((byte, index) => bytes[index] !== byte))
      return failWithoutPicture('data: expected a PNG in base64');
    const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    return Result.withHeaders(bytes, { ETag: `"${tag}"`, 'Cache-Control': 'no-cache' });
  },
};

/** The first bytes of every PNG file. */
const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
