import { findConnection } from '../controller/graphs/graph-edits.ts';
import { requireGraph, requireNode, requirePortEnd } from '../controller/graphs/graph-store.ts';
import { requireVariable } from '../controller/variables/variables.ts';
import { getAction } from '#spec/actions/find-action.ts';
import {
  hasGraphRevision,
  type OperationInput,
  type OperationSpec,
  listPathParameters,
} from '#spec/contract/operation-spec.ts';
import type { Controller } from '../controller/controller.ts';
import type {
  Connection,
  GraphDocument,
  NodeDocument,
  PortEnd,
} from '../controller/graphs/graph-document.ts';
import type { VariableDocument } from '../controller/variables/variables.ts';
import type { NamedAction } from '#spec/actions/index.ts';

/** The resources that a call's path can name. */
interface PathResources {
  /** The graph named by the path, or the graph that contains the named node, port or connection. */
  readonly graph: GraphDocument;
  readonly node: NodeDocument;
  readonly end: PortEnd;
  readonly connection: Connection;
  readonly variable: VariableDocument;
  readonly action: NamedAction;
}

/** The path parameters, with the resource that each of them names. */
interface ResourcesByParameter {
  graphId: 'graph';
  nodeId: 'graph' | 'node';
  portId: 'graph' | 'end';
  connectionId: 'connection';
  /** The parameter of `/api/variables/{id}`. */
  id: 'variable';
  action: 'action';
}

/** The resources named by an operation's path. If one is missing, the call is rejected before the handler runs. */
export type ResolvedResources<S extends OperationSpec> = Pick<
  PathResources,
  ResourcesByParameter[keyof OperationInput<S>['params'] & keyof ResourcesByParameter]
>;

/**
 * Finds the resources that a call's path names.
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

/**
 * Creates the function that finds an operation's resources. The operation's path parameters determine which resources
 * it finds.
 */
export const createResolver = (operation: OperationSpec): ResolveResources => {
  if (hasGraphRevision(operation)) return resolveGraphResources;
  const names = listPathParameters(operation.route);
  if (names.includes('id')) return resolveVariable;
  return names.includes('action') ? resolveAction : resolveNothing;
};
