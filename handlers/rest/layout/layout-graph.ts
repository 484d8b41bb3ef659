import { layoutOperations } from '#spec/rest/layout.ts';
import { Edited } from '../../pipeline/edited.ts';
import { handle } from '../../pipeline/handle.ts';
import { checkRevision } from '../../pipeline/revision.ts';

/**
 * Positions are no part of the program, so that a running graph can be arranged too. If-Match holds until the nodes
 * move, as others may edit while the layout is worked out.
 */
export const layoutGraph = handle(
  layoutOperations.layoutGraph,
  async ({ graph, body }, { controller }, { call }) => {
    const arrangement = await controller.layouts.arrange(graph, body, () => checkRevision(graph, call));
    return body.dryRun ? new Edited({ push: async () => {}, answer: () => arrangement }) : arrangement;
  },
);
