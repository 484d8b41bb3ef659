import { checkRevision } from '../pipeline/edits.ts';
import { attributeEdit } from '../controller/graphs/history/edit-history.ts';
import { Result } from '../pipeline/result.ts';
import type { layoutOperations } from '#spec/rest/layout.ts';
import type { GraphDocument } from '../controller/graphs/graph-document.ts';
import type { Caller, Handlers } from '../pipeline/define-handler.ts';

export const layoutHandlers: Handlers<typeof layoutOperations> = {
  /**
   * A running graph can be arranged too, because positions are not part of the program. If-Match is checked again before
   * the nodes move, because the graph may be edited while the layout is being computed.
   */
  async layoutGraph({ graph, body }, { controller }, caller) {
    const arrangement = await controller.layouts.arrange(graph, body, (latest, move) =>
      moveAsCaller(latest, caller, move),
    );
    return body.dryRun ? Result.edit({ push: async () => {}, createValue: () => arrangement }) : arrangement;
  },

  tidyGraph: ({ graph, body }, { controller }, caller) =>
    controller.layouts.tidy(graph, body, (latest, move) => moveAsCaller(latest, caller, move)),

  restoreLayout: ({ graph }, { controller }) => controller.layouts.restore(graph),

  getSavedLayout({ graph }) {
    const { saved } = graph.layout;
    return { saved: saved !== undefined, savedAt: saved?.savedAt ?? null, mode: saved?.mode ?? null };
  },

  getAspectRatio: ({ graph: { layout } }) => ({ aspectRatio: layout.aspectRatio }),

  setAspectRatio({ graph, body }, { controller }) {
    controller.layouts.setAspectRatio(graph, body.aspectRatio);
    return { aspectRatio: graph.layout.aspectRatio };
  },
};

/** @throws ApiError REVISION_CONFLICT */
const moveAsCaller = <T>(graph: GraphDocument, { call, editSource }: Caller, move: () => T): T => {
  checkRevision(graph, call);
  return attributeEdit(graph.session, editSource, move);
};
