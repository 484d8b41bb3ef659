import { layoutOperations } from '#spec/rest/layout.ts';
import { handle } from '../../pipeline/handle.ts';

export const restoreLayout = handle(layoutOperations.restoreLayout, ({ graph }, { controller }) =>
  controller.layouts.restore(graph),
);
