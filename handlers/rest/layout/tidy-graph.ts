import { layoutOperations } from '#spec/rest/layout.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { checkRevision } from '../../pipeline/edits.ts';

export const tidyGraph = defineHandler(
  layoutOperations.tidyGraph,
  ({ graph, body }, { controller }, { call }) =>
    controller.layouts.tidy(graph, body, () => checkRevision(graph, call)),
);
