import { layout } from '#spec/rest/layout.ts';
import { handle } from '../../pipeline/handle.ts';

export const getAspectRatio = handle(layout.getAspectRatio, ({ graph }) => {
  const { aspectRatio } = graph.layout;
  return { aspectRatio };
});
