import { noteCategory } from '../../graphs/graph-types.ts';
import {
  type BatchOperation,
  type ChangePlan,
  type EditContext,
  findNode,
  formatGraphPath,
  toAnswer,
} from './edit-context.ts';
import type { GraphChangeOf, PortRef, PortStateFlag } from './graph-change.ts';

/** Adds nodes with a build, and then writes their notes, which a build can't contain. */
export const planAdd = (
  { graph }: EditContext,
  { fragment: { nodes, wires } }: GraphChangeOf<'add'>,
): ChangePlan => {
  const build: BatchOperation = {
    ...{ method: 'POST', path: formatGraphPath(graph.id, 'build'), as: 'build' },
    body: {
      nodes: nodes.map(({ key, category, locationX, locationY, values, marks }) => ({
        ...{ tempId: key, category, locationX, locationY },
        ports: values,
        expanded: listPortKeys(marks, 'expanded'),
        disabled: listPortKeys(marks, 'disabled'),
      })),
      connections: wires.map(({ from, to }) => ({ from: formatBuildEnd(from), to: formatBuildEnd(to) })),
    },
  };
  const nodesPath = formatGraphPath(graph.id, 'nodes');
  const notes = nodes.flatMap(({ note }, at) =>
    note ? [{ method: 'PUT', path: `${nodesPath}/{build.body.nodes[${at}].id}/note`, body: note }] : [],
  );
  // the service chooses a new note's style, so the note has to be read
  const hasNote = nodes.some(({ category }) => category === noteCategory);
  return {
    operations: [build, ...notes],
    listNewNodes: ([result]) => Object.values(toAnswer('POST /api/graphs/{graphId}/build', result).nodeIds),
    update: hasNote
      ? undefined
      : (current, [result]) => {
          const built = toAnswer('POST /api/graphs/{graphId}/build', result);
          const replaced = new Set(built.replacedConnectionIds);
          return {
            ...current,
            revision: current.revision + 1,
            nodes: [...current.nodes, ...(built.nodes ?? [])],
            connections: [
              ...current.connections.filter(({ id }) => !replaced.has(id)),
              ...(built.connections ?? []),
            ],
          };
        },
  };
};

const formatBuildEnd = ({ nodeId, name }: PortRef): string => `${nodeId}/${name}`;

const listPortKeys = (marks: readonly PortStateFlag[], state: PortStateFlag['state']): string[] =>
  marks
    .filter((mark) => mark.state === state)
    .map(({ name, direction }) => `${direction === 'input' ? 'in' : 'out'}.${name}`);

export const planRemove = (context: EditContext, { nodeIds }: GraphChangeOf<'remove'>): ChangePlan => {
  const removed = new Set(nodeIds.map((nodeId) => findNode(context, nodeId).id));
  return {
    operations: [...removed].map((id) => ({
      method: 'DELETE',
      path: formatGraphPath(context.graph.id, 'nodes', id),
    })),
    update: (graph) => ({
      ...graph,
      revision: graph.revision + removed.size,
      nodes: graph.nodes.filter(({ id }) => !removed.has(id)),
      connections: graph.connections.filter(
        ({ outputNodeId, inputNodeId }) => !removed.has(outputNodeId) && !removed.has(inputNodeId),
      ),
    }),
  };
};
