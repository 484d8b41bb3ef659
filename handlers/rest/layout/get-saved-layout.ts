import { findGraph } from '#runtime/graph/store.ts';
import { layout } from '#spec/rest/layout.ts';
import { handle } from '../../pipeline/handle.ts';

export const getSavedLayout = handle(layout.getSavedLayout, ({ params }, { controller }) => {
  const { saved } = findGraph(controller.store, params.graphId).layout;
  return { saved: saved !== undefined, savedAt: saved?.savedAt ?? null, mode: saved?.mode ?? null };
});
