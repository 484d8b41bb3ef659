import { createHash } from 'node:crypto';
import { outputActions, ImageCapture } from '#spec/actions/output.ts';
import { sceneOperations } from '#spec/rest/scene.ts';
import { describeFirstProblem, validationMessages } from '#spec/validation-messages.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { runActionForRoute } from '../../perform-action.ts';
import { Result } from '../../pipeline/result.ts';

/** The first bytes of every PNG file. */
const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export const getPicture = defineHandler(sceneOperations.getPicture, async ({ query }, { link, fail }) => {
  const parameters = { ...query, format: 'png' };
  const { getPicture: operation } = sceneOperations;
  const { capture } = await runActionForRoute(
    link,
    operation,
    'output.capture',
    outputActions.capture,
    parameters,
  );
  const { data: picture, error } = ImageCapture.safeParse(capture, validationMessages);
  if (!picture)
    return fail(
      'ACTION_FAILED',
      `The runtime returned no picture: ${describeFirstProblem(error, 'capture')}.`,
    );
  const bytes = Buffer.from(picture.data, 'base64');
  if (pngSignature.some((byte, index) => bytes[index] !== byte))
    return fail('ACTION_FAILED', 'The runtime returned no picture: data: expected a PNG in base64.');
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return Result.withHeaders(bytes, { ETag: `"${tag}"`, 'Cache-Control': 'no-cache' });
});
