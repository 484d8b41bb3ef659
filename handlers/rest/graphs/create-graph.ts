import { toGraphDetailRecord } from '../../controller/graphs/graph-records.ts';
import { graphOperations } from '#spec/rest/graphs.ts';
import { Result } from '../../pipeline/result.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

/** A new graph contains a Start node and an OnNewFrame node. */
export const createGraph = defineHandler(
  graphOperations.createGraph,
  async ({ body, query }, { controller }) => {
    const graph = await controller.createGraph({ ...body, replace: query.replace });
    return Result.edit({ graph, createValue: () => toGraphDetailRecord(controller.store, graph) });
  },
);
