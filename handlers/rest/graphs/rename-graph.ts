import { toGraphRecord } from '../../controller/graphs/graph-records.ts';
import { graphOperations } from '#spec/rest/graphs.ts';
import { EditResult } from '../../pipeline/edit-result.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const renameGraph = defineHandler(graphOperations.renameGraph, ({ graph, body }, { controller }) => {
  controller.renameGraph(graph, body.name);
  return new EditResult({ createResult: () => toGraphRecord(graph) });
});
