import { layoutOperations } from '#spec/rest/layout.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getAspectRatio = defineHandler(layoutOperations.getAspectRatio, ({ graph }) => {
  const { aspectRatio } = graph.layout;
  return { aspectRatio };
});
