import { layoutOperations } from '#spec/rest/layout.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const restoreLayout = defineHandler(layoutOperations.restoreLayout, ({ graph }, { controller }) =>
  controller.layouts.restore(graph),
);
