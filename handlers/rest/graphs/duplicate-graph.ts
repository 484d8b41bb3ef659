import { graphOperations } from '#spec/rest/graphs.ts';
import { Edited } from '../../pipeline/edited.ts';
import { handle } from '../../pipeline/handle.ts';
import { writtenDetail } from './written-detail.ts';

export const duplicateGraph = handle(
  graphOperations.duplicateGraph,
  async ({ graph, body }, { controller }) => {
    const copy = await controller.duplicate(graph, body);
    return new Edited({ graph: copy, answer: () => writtenDetail(controller.store, copy) });
  },
);
