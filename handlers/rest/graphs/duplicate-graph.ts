import { graphOperations } from '#spec/rest/graphs.ts';
import { Result } from '../../pipeline/result.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { streamGraphDetail } from '../records.ts';

export const duplicateGraph = defineHandler(
  graphOperations.duplicateGraph,
  async ({ graph, body }, { controller }) => {
    const copy = await controller.duplicateGraph(graph, body);
    return Result.edit({ graph: copy, createValue: () => streamGraphDetail(controller.store, copy) });
  },
);
