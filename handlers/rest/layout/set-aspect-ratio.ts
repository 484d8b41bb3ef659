import { layoutOperations } from '#spec/rest/layout.ts';
import { handle } from '../../pipeline/handle.ts';

export const setAspectRatio = handle(layoutOperations.setAspectRatio, ({ graph, body }, { controller }) => {
  controller.layouts.setAspectRatio(graph, body.aspectRatio);
  return { aspectRatio: graph.layout.aspectRatio };
});
