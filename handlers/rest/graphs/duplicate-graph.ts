import { graphOperations } from '#spec/rest/graphs.ts';
import { EditResult } from '../../pipeline/edit-result.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { streamGraphDetail } from './streamed-graph-detail.ts';

export const duplicateGraph = defineHandler(
  graphOperations.duplicateGraph,
  async ({ graph, body }, { controller }) => {
    const copy = await controller.duplicateGraph(graph, body);
    return new EditResult({ graph: copy, createResult: () => streamGraphDetail(controller.store, copy) });
  },
);
