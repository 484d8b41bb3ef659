import { animationOperations } from '#spec/rest/animations.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const listPlaybacks = defineHandler(
  animationOperations.listPlaybacks,
  async ({ params: { tag } }, { link }) => {
    const { playbacks } = await link.request('playbacks.list', { object: tag });
    return playbacks;
  },
);
