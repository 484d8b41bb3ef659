import { findConnection } from '#runtime/controller/graphs/graph-edits.ts';
import { requireGraph, requireNode, requirePortEnd } from '#runtime/controller/graphs/graph-store.ts';
import { requireVariable } from '#runtime/controller/variables/variables.ts';
import { getAction } from '#spec/actions/find-action.ts';
import {
  hasGraphRevision,
  type OperationInput,
  type OperationSpec,
  listPathParameters,
} from '#spec/contract/operation-spec.ts';
import type { Controller } from '#runtime/controller/controller.ts';
import type {
  Connection,
  GraphDocument,
  NodeDocument,
  PortEnd,
} from '#runtime/controller/graphs/graph-document.ts';
import type { VariableDocument } from '#runtime/controller/variables/variables.ts';
import type { NamedAction } from '#spec/actions/index.ts';

/** The resources that a path can name. */
interface PathResources {
  /** The named graph, or the one that contains the node, port or connection. */
  readonly graph: GraphDocument;
  readonly node: NodeDocument;
  readonly end: PortEnd;
  readonly connection: Connection;
  readonly variable: VariableDocument;
  readonly action: NamedAction;
}

/** The parameters of paths with the resources that they name. */
interface ResourcesByParameter {
  graphId: 'graph';
  nodeId: 'graph' | 'node';
  portId: 'graph' | 'end';
  connectionId: 'connection';
  /** In `/api/variables/{id}`. */
  id: 'variable';
  action: 'action';
}

/** The resources that the path of an operation names. A missing one is rejected before the handler runs. */
export type ResolvedResources<S extends OperationSpec> = Pick<
  PathResources,
  ResourcesByParameter[keyof OperationInput<S>['params'] & keyof ResourcesByParameter]
>;

/**
 * Finds the resources that a path names.
 * @throws ApiError GRAPH_NOT_FOUND, NODE_NOT_FOUND, PORT_NOT_FOUND, CONNECTION_NOT_FOUND, VARIABLE_NOT_FOUND,
 * ACTION_NOT_FOUND
 */
export type ResolveResources = (
  params: Readonly<Record<string, string>>,
  controller: Controller,
) => { readonly [K in keyof PathResources]?: PathResources[K] | undefined };

const resolveGraphResources: ResolveResources = ({ graphId, nodeId, portId, connectionId }, { store }) => {
  const graph = graphId === undefined ? undefined : requireGraph(store, graphId);
  const node = nodeId === undefined ? undefined : requireNode(store, nodeId, graph);
  const end = portId === undefined ? undefined : requirePortEnd(store, portId, graph);
  const connection = graph && connectionId !== undefined ? findConnection(graph, connectionId) : undefined;
  return { graph: graph ?? (node ?? end?.node)?.graph, node, end, connection };
};

const resolveVariable: ResolveResources = ({ id }, { variables }) => ({
  // biome-ignore lint/style/noNonNullAssertion: its paths have an {id}
  variable: requireVariable(variables, id!),
});

const resolveAction: ResolveResources = ({ category, group, action }) => ({
  action: getAction(group === undefined ? `${category}.${action}` : `${category}.${group}.${action}`),
});

const resolveNothing: ResolveResources = () => ({});

/** Creates the resolver of an operation. The parameters of its path say which resources to find. */
export const createResolver = (operation: OperationSpec): ResolveResources => {
  if (hasGraphRevision(operation)) return resolveGraphResources;
  const names = listPathParameters(operation.route);
  if (names.includes('id')) return resolveVariable;
  return names.includes('action') ? resolveAction : resolveNothing;
};
