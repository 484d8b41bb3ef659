import { animationOperations } from '#spec/rest/animations.ts';
import { handle } from '../../pipeline/handle.ts';

export const getClip = handle(animationOperations.getClip, async ({ params: { tag, clip } }, { link }) => {
  const answer = await link.request('clip.read', { object: tag, clip });
  return answer.clip;
});
