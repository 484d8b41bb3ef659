import { canRunNodeType, type RuntimeCapabilities } from '#runtime/link/runtime-link.ts';
import { ApiError } from '#spec/errors.ts';
import { listCalledGraphs } from './graphs/graph-callers.ts';
import { createGraphSnapshot } from './graphs/graph-snapshot.ts';
import { describeErrorInOneLine } from './projects/project.ts';
import { storeLiveValues } from './runtime-state.ts';
import {
  createPushedGraphs,
  createRuntimeReconciler,
  type RuntimeReconcilerOptions,
} from './runtime-reconciler.ts';
import type {
  CommandStamp,
  CustomEventListeners,
  GraphSnapshot,
  PortSample,
  RaisedEvent,
  RuntimeLink,
} from '#runtime/link/runtime-link.ts';
import type { EventData } from '#spec/events.ts';
import type { Json } from '#spec/values.ts';
import type { GraphDocument, PortEnd } from './graphs/graph-document.ts';
import type { VariableEditor } from './variables/variable-editor.ts';
import { createVariableSnapshot, type VariableDocument } from './variables/variables.ts';

/** Controls graphs and variables in the runtime. */
export interface RuntimeControl {
  /**
   * Fetches the port values that have changed since a graph was started.
   * @throws ApiError GRAPH_NOT_SYNCED
   */
  syncPorts(graph: GraphDocument): Promise<CommandStamp & { ports: readonly PortSample[] }>;
  /**
   * Pushes a graph and the variables to the runtime, together with the graphs that it calls and that the runtime doesn't
   * have yet.
   */
  sync(graph: GraphDocument): Promise<CommandStamp>;
  /**
   * Starts a graph in the runtime.
   * @param options whether to restart the graph if it is already running
   * @returns whether the pushed version is older than the document, and whether the graph was started, and not already
   * running
   * @throws ApiError GRAPH_NOT_SYNCED
   */
  run(
    graph: GraphDocument,
    options?: { restart: boolean },
  ): Promise<CommandStamp & { stale: boolean; started: boolean }>;
  stop(graph: GraphDocument): Promise<CommandStamp>;
  /**
   * Sends a custom event to one graph or to all running graphs.
   * @returns the nodes that received the event
   */
  sendCustomEvent(
    event: { readonly name: string; readonly payload: Json },
    graph?: GraphDocument,
  ): Promise<CommandStamp & { heard: CustomEventListeners }>;
  /**
   * Presses a Button output of a running graph. Does nothing if the graph is stopped.
   * @returns whether the runtime received the press
   */
  pressButton(end: PortEnd): Promise<boolean>;
  pushVariable(variable: VariableDocument): Promise<CommandStamp>;
  deleteVariable(variable: VariableDocument): Promise<CommandStamp>;
}

interface RuntimeSyncOptions extends Omit<RuntimeReconcilerOptions, 'pushedGraphs'> {
  readonly link: RuntimeLink;
  readonly variableEditor: VariableEditor;
}

/**
 * Keeps the runtime in sync with the project: pushes and removes graphs and variables, and reconciles the state after a
 * reconnect.
 */
export const createRuntimeSync = ({
  link,
  store,
  variables,
  variableEditor,
  raise,
  log,
}: RuntimeSyncOptions) => {
  /** A remote runtime may reconnect without the graphs and variables that were pushed, or with different ones. */
  const canLoseState = link.kind === 'remote';
  /** Removals to perform when the runtime link is restored. */
  const pendingRemovals: (() => Promise<unknown>)[] = [];
  const pushedGraphs = createPushedGraphs(canLoseState);
  const reconciler = createRuntimeReconciler({ store, variables, pushedGraphs, raise, log });

  link.onHeldState(async (heldState, request) => {
    // The reconciler finds everything that must be removed, including these pending removals.
    pendingRemovals.length = 0;
    await reconciler.reconcile(heldState, request);
  });

  const warnOfFailedRemoval = (failure: unknown): void =>
    log({
      severity: 'warning',
      message: `The runtime may still have graphs or variables that were removed while it was disconnected: ${describeErrorInOneLine(failure)}`,
    });

  const removeWhenConnected = async (remove: () => Promise<unknown>): Promise<void> => {
    if (link.connected) await remove();
    else pendingRemovals.push(remove);
  };

  const unload = async ({ id, syncedRevision }: GraphDocument): Promise<void> => {
    pushedGraphs.forget(id);
    if (syncedRevision === undefined) return;
    await removeWhenConnected(() => link.request('graph.unload', { graphId: id }));
  };

  const deleteVariables = (ids: readonly string[]): Promise<void> =>
    removeWhenConnected(() => link.request('variables.delete', { ids }));

  const pushVariables = async (changedVariables: readonly VariableDocument[]): Promise<CommandStamp> => {
    const copies = changedVariables.map(createVariableSnapshot);
    const stamp = await link.request('variables.put', { variables: copies });
    if (canLoseState) for (const { id, value } of copies) reconciler.setKnownValue(id, value);
    return stamp;
  };

  /**
   * Creates the snapshot of a graph for the current runtime.
   * @throws ApiError ACTION_FAILED if the runtime can't run the graph
   */
  const createImage = (graph: GraphDocument): GraphSnapshot => {
    requireNoPlaceholders(graph);
    const image = createGraphSnapshot(graph);
    requireNodeTypes(image, link.capabilities);
    requireCalls(image, link.capabilities);
    return image;
  };

  const control: RuntimeControl = {
    async syncPorts(graph) {
      if (graph.syncedRevision === undefined) throw createNotSyncedError(graph);
      const flushed = await link.request('graph.flush', { graphId: graph.id });
      storeLiveValues(graph, flushed.ports);
      return flushed;
    },

    async sync(graph) {
      const missing = listCalledGraphs(store, graph).filter((called) => called.syncedRevision === undefined);
      const pushed = [...missing, graph].map((each) => ({
        graph: each,
        image: createImage(each),
        revision: each.imageRevision,
      }));
      graph.idle = false;
      // The commands are sent together, because a remote runtime could otherwise run ticks between them.
      const [, ...stamps] = await Promise.all([
        pushVariables([...variables.values()]),
        ...pushed.map(async (each) => {
          const stamp = await pushedGraphs.push(each.image, link.request).catch(throwCommandError);
          each.graph.syncedRevision = each.revision;
          return stamp;
        }),
      ]);
      // biome-ignore lint/style/noNonNullAssertion: the graph itself comes last
      return stamps.at(-1)!;
    },

    async run(graph, { restart } = { restart: false }) {
      if (!link.connected) throw new ApiError('RUNTIME_NOT_CONNECTED');
      if (graph.syncedRevision === undefined) throw createNotSyncedError(graph);
      const isRestarted = restart && graph.running;
      const started = isRestarted || !graph.running;
      if (started) graph.idle = false;
      const { id: graphId } = graph;
      // The commands are sent together, as in `sync`, so that the graph misses no tick.
      const stopped = isRestarted ? link.request('graph.stop', { graphId }) : undefined;
      const [stamp] = await Promise.all([link.request('graph.run', { graphId }), stopped]);
      return { ...stamp, stale: graph.syncedRevision !== graph.imageRevision, started };
    },

    stop: (graph) => link.request('graph.stop', { graphId: graph.id }),

    sendCustomEvent: ({ name, payload }, graph) =>
      link.request('graph.send', { name, payload, ...(graph && { graphId: graph.id }) }),

    async pressButton({ node, port }) {
      if (!node.graph.running) return false;
      const button = { graphId: node.graph.id, nodeId: node.id, port: port.name };
      await link.request('graph.press', button).catch(throwCommandError);
      return true;
    },

    pushVariable: (variable) => pushVariables([variable]),
    deleteVariable: (variable) => link.request('variables.delete', { ids: [variable.id] }),
  };

  return {
    control,
    /** Removes a graph from the runtime, immediately or after the runtime reconnects. */
    unload,

    /** Like `unload`, but for a graph that won't be opened again. Also deletes the graph's variables. */
    async discard(graph: GraphDocument) {
      try {
        await unload(graph);
      } finally {
        const graphVariables = [...variables.values()].filter(({ graphId }) => graphId === graph.id);
        for (const variable of graphVariables) variableEditor.delete(variable);
        if (graphVariables.length > 0) await deleteVariables(graphVariables.map(({ id }) => id));
      }
    },

    /** Removes variables from the runtime, either immediately or after the runtime reconnects. */
    deleteVariables,

    /** Records the state that the runtime's events report. */
    trackEvents(batch: readonly RaisedEvent[]) {
      if (!canLoseState) return;
      for (const { type, data } of batch) {
        if (type !== 'variable.changed') continue;
        const { id, value } = data as EventData<'variable.changed'>;
        reconciler.setKnownValue(id, value);
      }
    },

    /** Performs the removals that had to wait until the runtime link was restored. */
    onReconnect() {
      for (const remove of pendingRemovals.splice(0)) void remove().catch(warnOfFailedRemoval);
    },
  };
};

/**
 * Reports a runtime error as a failed command, because the caller knows that the graph, node or port exists.
 * @throws ApiError ACTION_FAILED, RUNTIME_NOT_CONNECTED or RUNTIME_TIMEOUT
 */
const throwCommandError = (failure: unknown): never => {
  if (!(failure instanceof ApiError) || failure.status > 422) throw failure;
  const { code, reason, details } = failure;
  if (code === 'ACTION_FAILED') throw failure;
  throw new ApiError(
    'ACTION_FAILED',
    reason,
    { ...details, code },
    'GET /api/graphs/{graphId} shows the graph as it is here.',
  );
};

const createNotSyncedError = ({ name }: GraphDocument): ApiError =>
  new ApiError(
    'GRAPH_NOT_SYNCED',
    `The runtime does not have the graph '${name}': it was never synchronized, or this runtime did not accept it.`,
  );

/**
 * Checks that the runtime has all node types of a graph.
 * @throws ApiError ACTION_FAILED when the runtime lacks a node type
 */
const requireNodeTypes = (
  { name, nodes }: GraphSnapshot,
  capabilities: RuntimeCapabilities | undefined,
): void => {
  const missing = nodes.filter(({ category }) => !canRunNodeType(capabilities, category));
  const [first] = missing;
  if (!first) return;
  throw new ApiError(
    'ACTION_FAILED',
    `The runtime ${capabilities?.name} cannot run the graph '${name}': it has no node type '${first.category}'.`,
    { nodes: missing.map(({ id, category }) => ({ nodeId: id, category })) },
    'GET /api/node-types/enum-values lists the types it supports; DELETE /api/graphs/{graphId}/nodes/{nodeId} deletes a node.',
  );
};

/**
 * Checks that the runtime can call graphs, if a graph does so.
 * @throws ApiError ACTION_FAILED
 */
const requireCalls = (
  { name, nodes }: GraphSnapshot,
  capabilities: RuntimeCapabilities | undefined,
): void => {
  if (!capabilities || capabilities.callsGraphs) return;
  const calls = nodes.filter(({ category, values }) => category === 'RunGraph' && values.Mode === 'Call');
  if (calls.length === 0) return;
  throw new ApiError(
    'ACTION_FAILED',
    `The runtime ${capabilities.name} cannot run the graph '${name}', because it cannot call graphs.`,
    { nodes: calls.map(({ id, category }) => ({ nodeId: id, category })) },
    'Set Mode of these nodes to Start with PUT /api/ports/{portId}/value.',
  );
};

/**
 * Checks that a graph has no placeholders.
 * @throws ApiError ACTION_FAILED when the service lacks the types of some nodes
 */
const requireNoPlaceholders = ({ name, nodes }: GraphDocument): void => {
  const missing = [...nodes.values()].filter(({ fileNode }) => fileNode);
  const [first] = missing;
  if (!first) return;
  throw new ApiError(
    'ACTION_FAILED',
    `The graph '${name}' cannot run: it has ${missing.length === 1 ? 'a node' : `${missing.length} nodes`} of types or for actions that are missing here, such as '${first.type.enumValue}'.`,
    { nodes: missing.map(({ id, type }) => ({ nodeId: id, category: type.enumValue })) },
    'GET /api/node-types/enum-values lists the available types; DELETE /api/graphs/{graphId}/nodes/{nodeId} deletes a node.',
  );
};
