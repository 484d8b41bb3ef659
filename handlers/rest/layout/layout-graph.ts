import { layoutOperations } from '#spec/rest/layout.ts';
import { EditResult } from '../../pipeline/edit-result.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { checkRevision } from '../../pipeline/revision.ts';

/**
 * Positions are no part of the program, so that a running graph can be arranged too. If-Match holds until the nodes
 * move, as others may edit while the layout is worked out.
 */
export const layoutGraph = defineHandler(
  layoutOperations.layoutGraph,
  async ({ graph, body }, { controller }, { call }) => {
    const arrangement = await controller.layouts.arrange(graph, body, () => checkRevision(graph, call));
    return body.dryRun
      ? new EditResult({ push: async () => {}, createResult: () => arrangement })
      : arrangement;
  },
);
