import { layoutOperations } from '#spec/rest/layout.ts';
import { handle } from '../../pipeline/handle.ts';
import { checkRevision } from '../../pipeline/revision.ts';

export const tidyGraph = handle(layoutOperations.tidyGraph, ({ graph, body }, { controller }, { call }) =>
  controller.layouts.tidy(graph, body, () => checkRevision(graph, call)),
);
