import { layoutOperations } from '#spec/rest/layout.ts';
import { Result } from '../../pipeline/result.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { checkRevision } from '../../pipeline/edits.ts';

/**
 * A running graph can be arranged too, because positions are not part of the program. If-Match is checked again before
 * the nodes move, because the graph may be edited while the layout is being computed.
 */
export const layoutGraph = defineHandler(
  layoutOperations.layoutGraph,
  async ({ graph, body }, { controller }, { call }) => {
    const arrangement = await controller.layouts.arrange(graph, body, () => checkRevision(graph, call));
    return body.dryRun ? Result.edit({ push: async () => {}, createValue: () => arrangement }) : arrangement;
  },
);
