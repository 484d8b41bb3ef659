import { layout } from '#spec/rest/layout.ts';
import { handle } from '../../pipeline/handle.ts';
import { checkRevision } from '../../pipeline/revision.ts';

export const tidyGraph = handle(layout.tidyGraph, ({ graph, body }, { controller }, { call }) =>
  controller.layouts.tidy(graph, body, () => checkRevision(graph, call)),
);
