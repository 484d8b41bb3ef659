/** The commands that turn nodes into a graph of their own, and back. */
import { getDisconnectedReason } from '../../session/connection-labels.ts';
import { getMissingRouteReason } from '../../session/feature-availability.ts';
import {
  findNodeById,
  getRunGraphReference,
  isGraphCall,
  type NodeRecord,
} from '../../graphs/graph-types.ts';
import type { Command } from '../../app/command-registry.ts';
import type { LivePage } from '../../app/live-page-context.ts';

type Subject = Pick<LivePage, 'editor' | 'graphs' | 'session'>;

const getSelectedNode = ({ editor }: Pick<LivePage, 'editor'>): NodeRecord | undefined => {
  const graph = editor.detail.peek();
  const [id, ...others] = editor.selection.peek().nodes;
  return graph && id !== undefined && others.length === 0 ? findNodeById(graph, id) : undefined;
};

/** Returns why the selected nodes can't become a graph, as far as the page knows; the service knows more reasons. */
export const getExtractProblem = ({ editor, session }: Subject): string | undefined =>
  getMissingRouteReason(session.capabilities.peek(), 'POST /api/graphs/{graphId}/extract') ??
  (editor.selection.peek().nodes.length === 0 ? 'No node is selected.' : undefined);

/** Returns why the nodes of a graph can't take the place of the node that runs it. */
export const getInlineProblem = ({ graphs, session }: Subject, node: NodeRecord | undefined) => {
  const problem =
    getMissingRouteReason(session.capabilities.peek(), 'POST /api/graphs/{graphId}/inline') ??
    getOpenProblem({ graphs }, node);
  return problem ?? (node && isGraphCall(node) ? undefined : 'Only a call can be inlined. Set Mode to Call.');
};

/** Returns why the graph that a node runs can't be opened. */
export const getOpenProblem = ({ graphs }: Pick<LivePage, 'graphs'>, node: NodeRecord | undefined) => {
  const reference = node && getRunGraphReference(node);
  if (reference === undefined) return 'Select a RunGraph node with a graph.';
  return graphs.find(reference) ? undefined : `The project has no graph named ${reference}.`;
};

/** Creates the commands for the palette. */
export const createSubgraphCommands = (live: LivePage, openExtract: () => void): readonly Command[] => {
  const { editor, layout, session, graphs } = live;
  const getServiceReason = (): string | undefined => getDisconnectedReason(session.state.peek());
  const withSelectedNode = (work: (node: NodeRecord) => unknown) => () => {
    const node = getSelectedNode(live);
    layout.showGraph();
    if (node) work(node);
  };
  return [
    {
      ...{ id: 'graph.extract', label: 'Extract the selected nodes to a graph', icon: 'package' },
      getUnavailableReason: () => getServiceReason() ?? getExtractProblem(live),
      run() {
        layout.showGraph();
        openExtract();
      },
    },
    {
      ...{ id: 'graph.inline', label: 'Inline the graph that the selected node calls', icon: 'expand' },
      getUnavailableReason: () => getServiceReason() ?? getInlineProblem(live, getSelectedNode(live)),
      run: withSelectedNode(editor.inlineCall),
    },
    {
      ...{ id: 'graph.called', label: 'Open the graph that the selected node runs', icon: 'workflow' },
      getUnavailableReason: () => getOpenProblem({ graphs }, getSelectedNode(live)),
      run: withSelectedNode(editor.openRunGraph),
    },
    {
      ...{ id: 'graph.interface', label: 'Edit inputs and outputs of the open graph', icon: 'variable' },
      getUnavailableReason: () => (graphs.openId.peek() === undefined ? 'No graph is open.' : undefined),
      run: () => layout.showLeftPanel('variables'),
    },
  ];
};
