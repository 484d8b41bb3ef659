import type { animationOperations } from '#spec/rest/animations.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const animationHandlers: Handlers<typeof animationOperations> = {
  async listPlaybacks({ params: { tag } }, { link }) {
    const { playbacks } = await link.request('playbacks.list', { object: tag });
    return playbacks;
  },

  async getClip({ params: { tag, clip } }, { link }) {
    const response = await link.request('clip.read', { object: tag, clip });
    return response.clip;
  },
};
