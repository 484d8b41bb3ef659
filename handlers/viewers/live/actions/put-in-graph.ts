import { effect } from '@preact/signals';
import type { LivePage } from '../app/live-page-context.ts';
import type { CanvasPoint } from '../canvas/canvas-geometry.ts';
import type { ParameterValues } from './parameter-form.ts';
import type { PortValue } from '../graphs/graph-types.ts';

/** The distance from the left edge of the selected node to that of the new node. */
const columnWidth = 320;

/** Adds a node to the open graph that runs an action with the given parameters. Without a graph, one is created. */
export const putInGraph = async (
  { graphs, editor, layout }: Pick<LivePage, 'graphs' | 'editor' | 'layout'>,
  action: string,
  parameters: ParameterValues,
): Promise<void> => {
  if (graphs.openId.peek() === undefined) await graphs.create();
  await waitForOpenGraph(editor);
  const values = { Action: action, ...(parameters as Readonly<Record<string, PortValue>>) };
  await editor.addNode('RunAction', getPositionAfterSelection(editor), values);
  layout.showGraph();
};

const waitForOpenGraph = ({ detail }: Pick<LivePage['editor'], 'detail'>): Promise<void> =>
  new Promise((resolve) => {
    const stop = effect(() => {
      if (detail.value) queueMicrotask(() => stop());
      if (detail.value) resolve();
    });
  });

/** Returns the position to the right of the selected nodes, or `undefined` if there are none. */
const getPositionAfterSelection = ({
  detail,
  selection,
}: Pick<LivePage['editor'], 'detail' | 'selection'>): CanvasPoint | undefined => {
  const selected = detail.peek()?.nodes.filter(({ id }) => selection.peek().nodes.includes(id)) ?? [];
  const [rightmost] = selected.sort((a, b) => b.locationX - a.locationX);
  return rightmost && { x: rightmost.locationX + columnWidth, y: rightmost.locationY };
};
