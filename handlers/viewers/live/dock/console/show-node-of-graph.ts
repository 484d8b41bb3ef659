import { effect } from '@preact/signals';
import type { LivePage } from '../../app/live-page-context.ts';

type ShownParts = Pick<LivePage, 'graphs' | 'editor' | 'layout'>;

/** Opens a graph, and selects and shows one of its nodes as soon as the canvas has it. */
export const showNodeOfGraph = (
  { graphs, editor, layout }: ShownParts,
  graphId: string,
  nodeId: string | undefined,
): void => {
  graphs.openId.value = graphId;
  layout.showGraph(true);
  if (nodeId === undefined) return;
  const stop = effect(() => {
    const isOpen = editor.view.value !== undefined && editor.detail.value?.id === graphId;
    const isAbandoned = graphs.openId.value !== graphId;
    if (!isOpen && !isAbandoned) return;
    queueMicrotask(() => stop());
    if (isAbandoned) return;
    editor.selection.value = { nodes: [nodeId], connections: [] };
    // the canvas renders the nodes of a graph that has just arrived in the next frame
    requestAnimationFrame(() => requestAnimationFrame(() => editor.view.peek()?.showNode(nodeId)));
  });
};
