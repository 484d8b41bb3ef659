import { layoutOperations } from '#spec/rest/layout.ts';
import { handle } from '../../pipeline/handle.ts';

export const getSavedLayout = handle(layoutOperations.getSavedLayout, ({ graph }) => {
  const { saved } = graph.layout;
  return { saved: saved !== undefined, savedAt: saved?.savedAt ?? null, mode: saved?.mode ?? null };
});
