import type { GraphDocument, NodeDocument, PortEnd } from '#runtime/controller/graphs/document.ts';
import { findGraph, findNode, findPort, type GraphStore } from '#runtime/controller/graphs/store.ts';
import type { Input, OperationSpec } from '#spec/contract/operation.ts';

type Ids<S extends OperationSpec> = keyof Input<S>['params'];

type Named<S extends OperationSpec, Id extends string, T> = Extract<Ids<S>, Id> extends never ? unknown : T;

/** What the ids of the path stand for: the node or the port, and the graph that it is in. */
export type Found<S extends OperationSpec> = Named<
  S,
  'graphId' | 'nodeId' | 'portId',
  { readonly graph: GraphDocument }
> &
  Named<S, 'nodeId', { readonly node: NodeDocument }> &
  Named<S, 'portId', { readonly end: PortEnd }>;

interface Anything {
  readonly graph: GraphDocument | undefined;
  readonly node: NodeDocument | undefined;
  readonly end: PortEnd | undefined;
}

/** What a path stands for that names no graph, node or port. */
export const nothing: Anything = { graph: undefined, node: undefined, end: undefined };

/**
 * Finds what the ids of a path stand for.
 * @throws Fault GRAPH_NOT_FOUND, NODE_NOT_FOUND, PORT_NOT_FOUND
 */
export const find = (
  { graphId, nodeId, portId }: Readonly<Record<string, string>>,
  store: GraphStore,
): Anything => {
  const within = graphId === undefined ? undefined : findGraph(store, graphId);
  const node = nodeId === undefined ? undefined : findNode(store, nodeId, within);
  const end = portId === undefined ? undefined : findPort(store, portId, within);
  return { graph: within ?? (node ?? end?.node)?.graph, node, end };
};
