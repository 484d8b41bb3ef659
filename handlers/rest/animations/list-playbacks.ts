import { animationOperations } from '#spec/rest/animations.ts';
import { handle } from '../../pipeline/handle.ts';

export const listPlaybacks = handle(
  animationOperations.listPlaybacks,
  async ({ params: { tag } }, { link }) => {
    const { playbacks } = await link.request('playbacks.list', { object: tag });
    return playbacks;
  },
);
