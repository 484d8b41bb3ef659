import { animationOperations } from '#spec/rest/animations.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getClip = defineHandler(
  animationOperations.getClip,
  async ({ params: { tag, clip } }, { link }) => {
    const response = await link.request('clip.read', { object: tag, clip });
    return response.clip;
  },
);
