import { toGraphRecord } from '../../controller/graphs/graph-records.ts';
import { graphOperations } from '#spec/rest/graphs.ts';
import { Result } from '../../pipeline/result.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const renameGraph = defineHandler(graphOperations.renameGraph, ({ graph, body }, { controller }) => {
  controller.renameGraph(graph, body.name);
  return Result.edit({ createValue: () => toGraphRecord(graph) });
});
