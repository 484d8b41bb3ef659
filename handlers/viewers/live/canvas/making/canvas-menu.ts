/** The context menus of the canvas. */
import {
  findNodeById,
  getRunGraphReference,
  type GraphDetail,
  indexPorts,
} from '../../graphs/graph-types.ts';
import { getNodeRequest, nodeCodeFormats } from './copy-node-as-code.ts';
import { copyText } from '../../app/copy-text.ts';
import { getMissingRouteReason } from '../../session/feature-availability.ts';
import { getExtractProblem, getInlineProblem, getOpenProblem } from './subgraph-commands.ts';
import { getPositionAfter, getNodeBox } from './place-nodes.ts';
import type { LivePage } from '../../app/live-page-context.ts';
import type { MenuAction, MenuEntry } from '../../components/menu.tsx';
import type { NodeRecord, PortRecord } from '../../graphs/graph-types.ts';
import type { CanvasPoint } from '../canvas-geometry.ts';
import type { NodeSearchRequest } from './node-search.tsx';

/** What a context menu is about. */
type MenuTarget =
  | { readonly kind: 'canvas' | 'selection' }
  | { readonly kind: 'node' | 'port' | 'wire'; readonly id: string };

export interface CanvasMenuContext {
  readonly live: LivePage;
  /** The point in the window at which the menu opens. */
  readonly position: CanvasPoint;
  openSearch(request: NodeSearchRequest): void;
  /** Opens the dialog that draws a wire, from a port or else from the selected node. */
  openConnect(portId?: string): void;
  /** Opens the dialog that turns the selected nodes into a graph. */
  openExtract(): void;
}

interface CanvasMenu {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
}

/**
 * Finds out what a context menu on an element is about.
 * @returns `undefined` if the browser's own menu is needed there
 */
export const findMenuTarget = (element: Element): MenuTarget | undefined => {
  if (element.closest('input, textarea, select, dialog')) return undefined;
  const id = (selector: string): string | undefined =>
    element.closest<HTMLElement | SVGElement>(selector)?.dataset.id;
  const handle = element.closest('.port')?.querySelector<HTMLElement>('.react-flow__handle');
  const portId = handle?.dataset.handleid;
  if (portId !== undefined) return { kind: 'port', id: portId };
  const nodeId = id('.react-flow__node');
  if (nodeId !== undefined) return { kind: 'node', id: nodeId };
  const wireId = id('.react-flow__edge');
  if (wireId !== undefined) return { kind: 'wire', id: wireId };
  if (element.closest('.react-flow__nodesselection')) return { kind: 'selection' };
  return element.closest('.flow') || element.matches('.canvas') ? { kind: 'canvas' } : undefined;
};

/** Creates the menu for a target, and selects the node or wire that it is about. */
export const createCanvasMenu = (target: MenuTarget, context: CanvasMenuContext): CanvasMenu | undefined => {
  const { editor } = context.live;
  const graph = editor.detail.peek();
  if (!graph) return undefined;
  switch (target.kind) {
    case 'canvas':
      return createPaneMenu(context);
    case 'selection':
      return createSelectionMenu(context);
    case 'node': {
      const node = findNodeById(graph, target.id);
      if (!node) return createPaneMenu(context);
      const { nodes } = editor.selection.peek();
      if (nodes.includes(node.id) && nodes.length > 1) return createSelectionMenu(context);
      editor.selection.value = { nodes: [node.id], connections: [] };
      return createNodeMenu(context, graph, node);
    }
    case 'port': {
      const port = indexPorts(graph).get(target.id);
      return port && createPortMenu(context, graph, port);
    }
    case 'wire':
      editor.selection.value = { nodes: [], connections: [target.id] };
      return createWireMenu(context, graph, target.id);
  }
};

const createPaneMenu = ({ live, position, openSearch }: CanvasMenuContext): CanvasMenu => {
  const { editor, session } = live;
  const point = editor.view.peek()?.toCanvas(position);
  const tidyRoute = 'POST /api/graphs/{graphId}/layout/tidy';
  return {
    label: 'Graph',
    entries: [
      {
        ...{ label: 'Add node…', icon: 'plus', keys: 'N' },
        run: () => openSearch({ purpose: { kind: 'add' }, position, point }),
      },
      {
        ...{ label: 'Paste', icon: 'clipboard-paste', keys: 'Ctrl V' },
        // without permission to read the clipboard, the nodes copied on this page are pasted
        run: () =>
          void navigator.clipboard
            .readText()
            .catch(() => undefined)
            .then((text) => editor.paste(text, point)),
      },
      {
        ...{ label: 'Note', icon: 'sticky-note', keys: 'Shift N' },
        run: () => {
          editor.selection.value = { nodes: [], connections: [] };
          void editor.addNote(point);
        },
      },
      'separator',
      {
        ...{ label: 'Tidy', icon: 'wand-sparkles' },
        unavailable: getMissingRouteReason(session.capabilities.peek(), tidyRoute),
        run: () => void editor.change({ kind: 'arrange', arrangement: { by: 'tidy' } }),
      },
      {
        ...{ label: 'Fit everything', icon: 'maximize', keys: 'Shift F' },
        run: () => editor.view.peek()?.fitAll(),
      },
    ],
  };
};

const createNoteAction = ({ live: { editor } }: CanvasMenuContext): MenuAction => ({
  ...{ label: 'Note above', icon: 'sticky-note', keys: 'Shift N' },
  run: () => void editor.addNote(),
});

const createDuplicateAction = ({ live: { editor } }: CanvasMenuContext): MenuAction => ({
  ...{ label: 'Duplicate', icon: 'copy', keys: 'Ctrl D' },
  run: () => void editor.duplicate(),
});

const createDeleteAction = ({ live: { editor } }: CanvasMenuContext): MenuAction => ({
  ...{ label: 'Delete', icon: 'trash', keys: 'Del' },
  run: () => void editor.removeSelected(),
});

const createExtractAction = ({ live, openExtract }: CanvasMenuContext): MenuAction => ({
  ...{ label: 'Extract to graph…', icon: 'package', keys: 'G', unavailable: getExtractProblem(live) },
  run: openExtract,
});

const createRunGraphActions = ({ live }: CanvasMenuContext, node: NodeRecord): MenuEntry[] => [
  {
    ...{ label: 'Open graph', icon: 'workflow', unavailable: getOpenProblem(live, node) },
    run: () => live.editor.openRunGraph(node),
  },
  {
    ...{ label: 'Inline', icon: 'expand', unavailable: getInlineProblem(live, node) },
    run: () => void live.editor.inlineCall(node),
  },
  'separator',
];

const createSelectionMenu = (context: CanvasMenuContext): CanvasMenu => ({
  label: `${context.live.editor.selection.peek().nodes.length} nodes`,
  entries: [
    createDuplicateAction(context),
    createNoteAction(context),
    createExtractAction(context),
    'separator',
    createDeleteAction(context),
  ],
});

const createNodeMenu = (context: CanvasMenuContext, graph: GraphDetail, node: NodeRecord): CanvasMenu => {
  const { live, position, openSearch, openConnect } = context;
  const { view } = live.editor;
  const request = getNodeRequest(live.session.address.url, graph, node.id);
  const hasPorts = node.ports.length > 0;
  const entries: MenuEntry[] = [createDuplicateAction(context)];
  if (hasPorts) {
    const after = getPositionAfter(getNodeBox(node, (id) => view.peek()?.getNodeSize(id)));
    entries.unshift({
      ...{ label: 'Add after…', icon: 'plus', keys: 'N' },
      run: () =>
        openSearch({
          purpose: { kind: 'after', node },
          position: view.peek()?.toWindow(after) ?? position,
        }),
    });
    entries.push(
      { label: 'Draw a wire', icon: 'cable', keys: 'W', run: () => openConnect() },
      {
        ...{ label: 'Replace with…', icon: 'replace' },
        run: () => openSearch({ purpose: { kind: 'replace', node }, position }),
      },
    );
  }
  if (getRunGraphReference(node) !== undefined) entries.unshift(...createRunGraphActions(context, node));
  entries.push('separator', createNoteAction(context));
  if (hasPorts) entries.push(createExtractAction(context), ...createWatchActions(context, graph, node));
  for (const format of ['curl', 'TypeScript'] as const) {
    entries.push({
      ...{ label: `Copy as ${format}`, icon: 'code' },
      run() {
        if (request)
          copyText(
            live.notices,
            nodeCodeFormats[format](request),
            `Copied the request that adds this node as ${format}.`,
          );
      },
    });
  }
  return { label: node.category, entries: [...entries, 'separator', createDeleteAction(context)] };
};

/** Creates an action for each output value of a node, or a disabled one that says why there is none. */
const createWatchActions = (
  context: CanvasMenuContext,
  graph: GraphDetail,
  node: NodeRecord,
): MenuAction[] => {
  const outputs = node.ports.filter(
    ({ direction, type, isMissing }) => direction === 'output' && hasValue(type) && !isMissing,
  );
  if (outputs.length === 0)
    return [
      { label: watchLabel, icon: 'eye', unavailable: 'This node has no output with a value.', run() {} },
    ];
  return outputs.map((port) =>
    createWatchAction(context, graph, port, outputs.length === 1 ? watchLabel : `Watch ${port.name}`),
  );
};

const watchLabel = 'Watch this value';

const hasValue = (type: string): boolean => type !== 'Trigger' && type !== 'Button';

const createWatchAction = (
  { live: { watches } }: CanvasMenuContext,
  graph: GraphDetail,
  { id, nodeId, name }: PortRecord,
  label: string = watchLabel,
): MenuAction => ({
  ...{ label, icon: 'eye', isChecked: watches.isWatched(id) },
  run: () =>
    watches.toggle({
      ...{ graphId: graph.id, nodeId, portId: id },
      label: `${findNodeById(graph, nodeId)?.category} ${name}`,
    }),
});

const createPortMenu = (context: CanvasMenuContext, graph: GraphDetail, port: PortRecord): CanvasMenu => {
  const { live, position, openSearch, openConnect } = context;
  const { editor } = live;
  const { id, nodeId, name, type, direction, isExpandable, isExpanded, isMissing } = port;
  const unavailable = isMissing ? 'This port no longer exists.' : undefined;
  const node = findNodeById(graph, nodeId);
  const wires = graph.connections.filter(
    ({ outputPortId, inputPortId }) => outputPortId === id || inputPortId === id,
  );
  const entries: MenuEntry[] = [
    {
      ...{ label: 'Add a node…', icon: 'plus', unavailable },
      run: () => {
        const point = editor.view.peek()?.toCanvas(position);
        openSearch({ purpose: { kind: 'wire', port }, position, point });
      },
    },
    { label: 'Draw a wire', icon: 'cable', unavailable, run: () => openConnect(id) },
    {
      ...{ label: wires.length > 1 ? 'Cut its wires' : 'Cut its wire', icon: 'scissors' },
      unavailable: wires.length === 0 ? 'This port has no wire.' : undefined,
      run: () => {
        editor.selection.value = { nodes: [], connections: wires.map((wire) => wire.id) };
        void editor.removeSelected('Cut');
      },
    },
  ];
  if (hasValue(type) && !isMissing) entries.unshift(createWatchAction(context, graph, port));
  if (isExpandable && !isMissing)
    entries.push('separator', {
      ...{ label: isExpanded ? 'Collapse' : 'Expand', icon: isExpanded ? 'chevron-up' : 'chevron-down' },
      run: () =>
        void editor.change({
          ...{ kind: 'portState', nodeId, isSet: !isExpanded },
          mark: { name, direction, state: 'expanded' },
        }),
    });
  return { label: `${node?.category} ${name}: ${type}`, entries };
};

const createWireMenu = (
  { live: { editor }, position, openSearch }: CanvasMenuContext,
  graph: GraphDetail,
  connectionId: string,
): CanvasMenu | undefined => {
  const ports = indexPorts(graph);
  const connection = graph.connections.find(({ id }) => id === connectionId);
  const output = ports.get(connection?.outputPortId ?? '');
  const input = ports.get(connection?.inputPortId ?? '');
  if (!output || !input) return undefined;
  const nameEnd = ({ nodeId, name }: PortRecord): string =>
    `${findNodeById(graph, nodeId)?.category} ${name}`;
  return {
    label: `${nameEnd(output)} to ${nameEnd(input)}`,
    entries: [
      {
        ...{ label: 'Insert a node…', icon: 'diamond-plus' },
        unavailable: connection?.isBroken ? 'This wire is broken.' : undefined,
        run: () => {
          const point = editor.view.peek()?.toCanvas(position);
          openSearch({ purpose: { kind: 'insert', output, input }, position, point });
        },
      },
      'separator',
      { label: 'Cut', icon: 'scissors', keys: 'Del', run: () => void editor.removeSelected('Cut') },
    ],
  };
};
