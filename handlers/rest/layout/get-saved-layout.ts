import { layoutOperations } from '#spec/rest/layout.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getSavedLayout = defineHandler(layoutOperations.getSavedLayout, ({ graph }) => {
  const { saved } = graph.layout;
  return { saved: saved !== undefined, savedAt: saved?.savedAt ?? null, mode: saved?.mode ?? null };
});
