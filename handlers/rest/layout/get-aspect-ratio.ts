import { layoutOperations } from '#spec/rest/layout.ts';
import { handle } from '../../pipeline/handle.ts';

export const getAspectRatio = handle(layoutOperations.getAspectRatio, ({ graph }) => {
  const { aspectRatio } = graph.layout;
  return { aspectRatio };
});
