import { createHash } from 'node:crypto';
import { output, PictureCapture } from '#spec/actions/output.ts';
import { sceneOperations } from '#spec/rest/scene.ts';
import { handle } from '../../pipeline/handle.ts';
import { WithHeaders } from '../../pipeline/with-headers.ts';

const { timeout } = output.capture;

export const getPicture = handle(sceneOperations.getPicture, async ({ query }, { link }) => {
  const { result } = await link.request(
    'action.run',
    { action: 'output.capture', parameters: { ...query, format: 'png' } },
    { timeoutMs: timeout * 1000 },
  );
  const { data } = PictureCapture.parse(result.capture);
  const bytes = Buffer.from(data, 'base64');
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return new WithHeaders(bytes, { ETag: `"${tag}"`, 'Cache-Control': 'no-cache' });
});
