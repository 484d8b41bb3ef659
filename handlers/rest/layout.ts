import { checkRevision } from '../pipeline/edits.ts';
import { Result } from '../pipeline/result.ts';
import type { layoutOperations } from '#spec/rest/layout.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const layoutHandlers: Handlers<typeof layoutOperations> = {
  /**
   * A running graph can be arranged too, because positions are not part of the program. If-Match is checked again before
   * the nodes move, because the graph may be edited while the layout is being computed.
   */
  async layoutGraph({ graph, body }, { controller }, { call }) {
    const arrangement = await controller.layouts.arrange(graph, body, (latest) =>
      checkRevision(latest, call),
    );
    return body.dryRun ? Result.edit({ push: async () => {}, createValue: () => arrangement }) : arrangement;
  },

  tidyGraph: ({ graph, body }, { controller }, { call }) =>
    controller.layouts.tidy(graph, body, (latest) => checkRevision(latest, call)),

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
