import { findGraph } from '#runtime/graph/store.ts';
import { layout } from '#spec/rest/layout.ts';
import { handle } from '../../pipeline/handle.ts';

export const getAspectRatio = handle(layout.getAspectRatio, ({ params }, { controller }) => {
  const { aspectRatio } = findGraph(controller.store, params.graphId).layout;
  return { aspectRatio };
});
