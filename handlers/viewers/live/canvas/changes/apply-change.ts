import { planAdd, planRemove } from './add-remove-nodes.ts';
import { planConnections } from './edit-connections.ts';
import { planExtract, planInline } from './extract-inline.ts';
import {
  type ChangePlan,
  type EditContext,
  findNode,
  findPort,
  formatGraphPath,
  getSyncQuery,
  replaceNode,
  runOperations,
  toAnswer,
} from './edit-context.ts';
import type { GraphChange, GraphChangeOf, NodePosition } from './graph-change.ts';
import type { GraphDetail } from '../../graphs/graph-types.ts';

interface EditResult {
  /** The graph after the change, or `undefined` if the graph must be read again. */
  readonly graph: GraphDetail | undefined;
  /** The nodes to select. */
  readonly nodeIds: readonly string[] | undefined;
}

/**
 * Applies a change through the API, completely or not at all.
 * @throws SceneRuntimeError if the service rejects the change
 */
export const applyChange = async (context: EditContext, change: GraphChange): Promise<EditResult> => {
  const { operations, update, listNewNodes } = planChange(context, change);
  const results = await runOperations(context, operations);
  return { graph: update?.(context.graph, results), nodeIds: listNewNodes?.(results) };
};

const planChange = (context: EditContext, change: GraphChange): ChangePlan => {
  switch (change.kind) {
    case 'move':
      return planMove(context, change);
    case 'value':
      return planPortValue(context, change);
    case 'wires':
      return planConnections(context, change);
    case 'add':
      return planAdd(context, change);
    case 'remove':
      return planRemove(context, change);
    case 'note':
      return planNote(context, change);
    case 'portState':
      return planPortState(context, change);
    case 'arrange':
      return planAutoLayout(context, change);
    case 'extract':
      return planExtract(context, change);
    case 'inline':
      return planInline(context, change);
    case 'all':
      return joinPlans(change.changes.map((child) => planChange(context, child)));
  }
};

const joinPlans = (plans: readonly ChangePlan[]): ChangePlan => {
  const takeSlices = (results: readonly unknown[]) => {
    let at = 0;
    return plans.map((plan) => {
      const slice = results.slice(at, at + plan.operations.length);
      at += plan.operations.length;
      return { plan, slice };
    });
  };
  return {
    operations: plans.flatMap(({ operations }) => operations),
    update: plans.every(({ update }) => update)
      ? (graph, results) =>
          takeSlices(results).reduce(
            (current, { plan, slice }) => plan.update?.(current, slice) ?? current,
            graph,
          )
      : undefined,
    ...(plans.some(({ listNewNodes }) => listNewNodes) && {
      listNewNodes: (results) =>
        takeSlices(results).flatMap(({ plan, slice }) => plan.listNewNodes?.(slice) ?? []),
    }),
  };
};

const planMove = (context: EditContext, { positions }: GraphChangeOf<'move'>): ChangePlan => ({
  operations: positions.map(({ nodeId, locationX, locationY }) => ({
    method: 'PUT',
    path: formatGraphPath(context.graph.id, 'nodes', findNode(context, nodeId).id),
    body: { locationX, locationY },
  })),
  update: (graph) => withNodePositions(graph, positions, positions.length),
});

/** Lets the service arrange the graph's nodes. */
const planAutoLayout = ({ graph }: EditContext, { arrangement }: GraphChangeOf<'arrange'>): ChangePlan => {
  const { by, ...body } = arrangement;
  const path = by === 'layout' ? ['layout'] : ['layout', by];
  return {
    operations: [
      { method: 'POST', path: formatGraphPath(graph.id, ...path), ...(by !== 'restore' && { body }) },
    ],
    update: (current, [result]) => {
      const { positions } = toAnswer('POST /api/graphs/{graphId}/layout', result);
      return withNodePositions(
        current,
        Object.entries(positions).map(([nodeId, location]) => ({ nodeId, ...location })),
        1,
      );
    },
  };
};

/** Returns a copy of the graph with the new node positions. Its revision is increased by the number of edits. */
const withNodePositions = (
  graph: GraphDetail,
  positions: readonly NodePosition[],
  edits: number,
): GraphDetail => {
  const positionsById = new Map(positions.map(({ nodeId, ...location }) => [nodeId, location]));
  return {
    ...graph,
    revision: graph.revision + edits,
    nodes: graph.nodes.map((node) => ({ ...node, ...positionsById.get(node.id) })),
  };
};

const planPortValue = (
  context: EditContext,
  { port: portRef, value }: GraphChangeOf<'value'>,
): ChangePlan => {
  const port = findPort(context, portRef, 'input');
  const node = findNode(context, portRef.nodeId);
  return {
    operations: [
      {
        method: 'PUT',
        path: `/api/ports/${encodeURIComponent(port.id)}/value${getSyncQuery(context.graph)}`,
        body: { value },
      },
    ],
    // the value also belongs to other ports
    update:
      port.isExpandable || port.isExpandedChild
        ? undefined
        : (graph, [result]) => {
            const response = toAnswer('PUT /api/ports/{portId}/value', result);
            const { node: updatedNode, removedConnectionIds = [], ...updates } = response;
            const current = updatedNode ?? {
              ...node,
              ports: node.ports.map((existing) =>
                existing.id === port.id ? { ...existing, ...updates } : existing,
              ),
            };
            return {
              ...graph,
              revision: graph.revision + 1,
              nodes: replaceNode(graph, current),
              connections: graph.connections.filter(({ id }) => !removedConnectionIds.includes(id)),
            };
          },
  };
};

const planNote = (context: EditContext, { nodeId, note }: GraphChangeOf<'note'>): ChangePlan => ({
  operations: [
    {
      method: 'PUT',
      path: formatGraphPath(context.graph.id, 'nodes', findNode(context, nodeId).id, 'note'),
      body: note,
    },
  ],
});

const portStateActions = {
  expanded: ['collapse', 'expand'],
  disabled: ['enable', 'disable'],
} as const;

const planPortState = (
  context: EditContext,
  { nodeId, mark, isSet }: GraphChangeOf<'portState'>,
): ChangePlan => {
  const port = findPort(context, { nodeId, name: mark.name }, mark.direction);
  const action = portStateActions[mark.state][isSet ? 1 : 0];
  return { operations: [{ method: 'POST', path: `/api/ports/${encodeURIComponent(port.id)}/${action}` }] };
};
