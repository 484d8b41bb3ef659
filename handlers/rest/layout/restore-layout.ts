import { layout } from '#spec/rest/layout.ts';
import { handle } from '../../pipeline/handle.ts';

export const restoreLayout = handle(layout.restoreLayout, ({ graph }, { controller }) =>
  controller.layouts.restore(graph),
);
