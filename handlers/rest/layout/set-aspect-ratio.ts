import { layoutOperations } from '#spec/rest/layout.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const setAspectRatio = defineHandler(
  layoutOperations.setAspectRatio,
  ({ graph, body }, { controller }) => {
    controller.layouts.setAspectRatio(graph, body.aspectRatio);
    return { aspectRatio: graph.layout.aspectRatio };
  },
);
