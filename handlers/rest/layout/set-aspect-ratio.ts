import { layout } from '#spec/rest/layout.ts';
import { handle } from '../../pipeline/handle.ts';

export const setAspectRatio = handle(layout.setAspectRatio, ({ graph, body }, { controller }) => {
  controller.layouts.setAspectRatio(graph, body.aspectRatio);
  return { aspectRatio: graph.layout.aspectRatio };
});
