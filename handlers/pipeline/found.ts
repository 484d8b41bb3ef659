import { findConnection } from '#runtime/controller/graphs/edit.ts';
import { findGraph, findNode, findPort } from '#runtime/controller/graphs/store.ts';
import { findVariable } from '#runtime/controller/variables/variables.ts';
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
} from '#runtime/controller/graphs/document.ts';
import type { VariableDocument } from '#runtime/controller/variables/variables.ts';
import type { NamedAction } from '#spec/actions/index.ts';

/** What a path can stand for. */
interface Things {
  /** The one that is named, or that a node, a port or a connection is in. */
  readonly graph: GraphDocument;
  readonly node: NodeDocument;
  readonly end: PortEnd;
  readonly connection: Connection;
  readonly variable: VariableDocument;
  readonly action: NamedAction;
}

/** The parameters of paths that stand for something, with what they stand for. */
interface ByParameter {
  graphId: 'graph';
  nodeId: 'graph' | 'node';
  portId: 'graph' | 'end';
  connectionId: 'connection';
  /** In `/api/variables/{id}`. */
  id: 'variable';
  action: 'action';
}

/** What the path of an operation stands for; one that stands for nothing is refused before the handler runs. */
export type Found<S extends OperationSpec> = Pick<
  Things,
  ByParameter[keyof OperationInput<S>['params'] & keyof ByParameter]
>;

/**
 * Finds what a path stands for.
 * @throws Fault GRAPH_NOT_FOUND, NODE_NOT_FOUND, PORT_NOT_FOUND, CONNECTION_NOT_FOUND, VARIABLE_NOT_FOUND, ACTION_NOT_FOUND
 */
export type Find = (
  params: Readonly<Record<string, string>>,
  controller: Controller,
) => { readonly [K in keyof Things]?: Things[K] | undefined };

const findInGraphs: Find = ({ graphId, nodeId, portId, connectionId }, { store }) => {
  const within = graphId === undefined ? undefined : findGraph(store, graphId);
  const node = nodeId === undefined ? undefined : findNode(store, nodeId, within);
  const end = portId === undefined ? undefined : findPort(store, portId, within);
  const connection = within && connectionId !== undefined ? findConnection(within, connectionId) : undefined;
  return { graph: within ?? (node ?? end?.node)?.graph, node, end, connection };
};

// biome-ignore lint/style/noNonNullAssertion: its paths have an {id}
const findVariableById: Find = ({ id }, { variables }) => ({ variable: findVariable(variables, id!) });

const findActionByName: Find = ({ category, group, action }) => ({
  action: getAction(group === undefined ? `${category}.${action}` : `${category}.${group}.${action}`),
});

const findNothing: Find = () => ({});

/** The names in the path of an operation tell what there is to find, before the first call. */
export const finderOf = (operation: OperationSpec): Find => {
  if (hasGraphRevision(operation)) return findInGraphs;
  const names = listPathParameters(operation.route);
  if (names.includes('id')) return findVariableById;
  return names.includes('action') ? findActionByName : findNothing;
};
