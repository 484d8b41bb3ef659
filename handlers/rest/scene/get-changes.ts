import { sceneOperations } from '#spec/rest/scene.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';

export const getChanges = defineHandler(
  sceneOperations.getChanges,
  async ({ query: { since } }, { link }) => {
    const { data } = await link.request('scene.changes', { since });
    return Result.withHeaders(Buffer.from(data, 'base64'), { 'Cache-Control': 'no-store' });
  },
);
