import { ApiError } from '#spec/errors.ts';
import type { EventData } from '#spec/events.ts';
import type { Json } from '#spec/values.ts';
import type { ConsoleLine } from '../link/console-writer.ts';
import type {
  CustomEventListeners,
  PortSample,
  RaisedEvent,
  RuntimeLink,
  CommandStamp,
} from '../link/runtime-link.ts';
import type { RaiseEvent } from '../link/raise-event.ts';
import { createRuntimeReconciler } from './runtime-reconciler.ts';
import { storeLiveValues } from './runtime-event-handler.ts';
import type { GraphDocument, PortEnd } from './graphs/graph-document.ts';
import { createGraphSnapshot } from './graphs/graph-snapshot.ts';
import type { GraphStore } from './graphs/graph-store.ts';
import { describeErrorInOneLine } from './projects/project.ts';
import { createPushedGraphs } from './pushed-graphs.ts';
import { requireNoPlaceholders, requireNodeTypes } from './require-node-types.ts';
import type { VariableEditor } from './variables/variable-editor.ts';
import type { VariableDocument, Variables } from './variables/variables.ts';

/** Controls graphs and variables in the runtime. */
export interface RuntimeControl {
  /** Fetches the port values that changed since a graph started. @throws ApiError GRAPH_NOT_SYNCED */
  syncPorts(graph: GraphDocument): Promise<CommandStamp & { ports: readonly PortSample[] }>;
  /** Pushes a graph and the variables to the runtime. */
  sync(graph: GraphDocument): Promise<CommandStamp>;
  /**
   * Starts a graph in the runtime.
   * @param options whether a running graph is restarted
   * @returns whether the pushed version is older than the document, and whether the graph was started rather than
   * running already
   * @throws ApiError GRAPH_NOT_SYNCED
   */
  run(
    graph: GraphDocument,
    options?: { restart: boolean },
  ): Promise<CommandStamp & { stale: boolean; started: boolean }>;
  stop(graph: GraphDocument): Promise<CommandStamp>;
  /** Sends a custom event to one graph, or to all running ones. @returns the nodes that received it */
  sendCustomEvent(
    event: { readonly name: string; readonly payload: Json },
    graph?: GraphDocument,
  ): Promise<CommandStamp & { heard: CustomEventListeners }>;
  /** Presses a Button output of a running graph; does nothing when it is stopped. @returns whether it was received */
  pressButton(end: PortEnd): Promise<boolean>;
  pushVariable(variable: VariableDocument): Promise<CommandStamp>;
  deleteVariable(variable: VariableDocument): Promise<CommandStamp>;
}

/**
 * Keeps the runtime in sync with the project: pushes and removes graphs and variables, and reconciles after a
 * reconnect.
 */
interface RuntimeSync {
  readonly control: RuntimeControl;
  /** Removes a graph from the runtime, immediately or after it reconnects. */
  unload(graph: GraphDocument): Promise<void>;
  /** Like `unload`, for a graph that is not opened again. Also deletes its variables. */
  discard(graph: GraphDocument): Promise<void>;
  /** Removes variables from the runtime, immediately or after it reconnects. */
  deleteVariables(ids: readonly string[]): Promise<void>;
  /** Records the state that events of the runtime report. */
  trackEvents(batch: readonly RaisedEvent[]): void;
  /** Performs the removals that were waiting for the link. */
  onReconnect(): void;
}

interface RuntimeSyncOptions {
  readonly link: RuntimeLink;
  readonly store: GraphStore;
  readonly variables: Variables;
  readonly variableEditor: VariableEditor;
  readonly raise: RaiseEvent;
  readonly log: (line: ConsoleLine) => void;
}

export const createRuntimeSync = ({
  link,
  store,
  variables,
  variableEditor,
  raise,
  log,
}: RuntimeSyncOptions): RuntimeSync => {
  /** A remote runtime may reconnect without what was pushed, or with something else. */
  const canLoseState = link.kind === 'remote';
  /** Removals to do once the link is up again. */
  const pendingRemovals: (() => Promise<unknown>)[] = [];
  const pushedGraphs = createPushedGraphs(canLoseState);
  const reconciler = createRuntimeReconciler({ store, variables, pushedGraphs, raise, log });

  link.onHeldState(async (heldState, request) => {
    // The reconciler finds everything that must be removed, including these.
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

  const unload: RuntimeSync['unload'] = async ({ id, syncedRevision }) => {
    if (syncedRevision === undefined) return;
    pushedGraphs.forget(id);
    await removeWhenConnected(() => link.request('graph.unload', { graphId: id }));
  };

  const deleteVariables: RuntimeSync['deleteVariables'] = (ids) =>
    removeWhenConnected(() => link.request('variables.delete', { ids }));

  const pushVariables = async (changedVariables: readonly VariableDocument[]): Promise<CommandStamp> => {
    const copies = changedVariables.map((variable) => ({ ...variable }));
    const stamp = await link.request('variables.put', { variables: copies });
    if (canLoseState) for (const { id, value } of copies) reconciler.setKnownValue(id, value);
    return stamp;
  };

  const control: RuntimeControl = {
    async syncPorts(graph) {
      if (graph.syncedRevision === undefined) throw createNotSyncedError(graph);
      const flushed = await link.request('graph.flush', { graphId: graph.id });
      storeLiveValues(graph, flushed.ports);
      return flushed;
    },

    async sync(graph) {
      requireNoPlaceholders(graph);
      const image = createGraphSnapshot(graph);
      requireNodeTypes(image, link.capabilities);
      const { imageRevision } = graph;
      graph.idle = false;
      // Sent together, because a remote runtime could otherwise make steps between the two.
      const [, stamp] = await Promise.all([
        pushVariables([...variables.values()]),
        pushedGraphs.push(image, link.request).catch(throwCommandError),
      ]);
      graph.syncedRevision = imageRevision;
      return stamp;
    },

    async run(graph, { restart } = { restart: false }) {
      if (!link.connected) throw new ApiError('RUNTIME_NOT_CONNECTED');
      if (graph.syncedRevision === undefined) throw createNotSyncedError(graph);
      const isRestarted = restart && graph.running;
      const started = isRestarted || !graph.running;
      if (started) graph.idle = false;
      const { id: graphId } = graph;
      // Sent together as in sync, so that the graph misses no step.
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
    unload,

    async discard(graph) {
      try {
        await unload(graph);
      } finally {
        const graphVariables = [...variables.values()].filter(({ graphId }) => graphId === graph.id);
        for (const variable of graphVariables) variableEditor.delete(variable);
        if (graphVariables.length > 0) await deleteVariables(graphVariables.map(({ id }) => id));
      }
    },

    deleteVariables,

    trackEvents(batch) {
      if (!canLoseState) return;
      for (const { type, data } of batch) {
        if (type !== 'variable.changed') continue;
        const { id, value } = data as EventData<'variable.changed'>;
        reconciler.setKnownValue(id, value);
      }
    },

    onReconnect() {
      for (const remove of pendingRemovals.splice(0)) void remove().catch(warnOfFailedRemoval);
    },
  };
};

/**
 * Reports an error of the runtime as a failed command, because for the caller the graph, node or port does exist.
 * @throws ApiError ACTION_FAILED, RUNTIME_NOT_CONNECTED, RUNTIME_TIMEOUT
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
  new ApiError('GRAPH_NOT_SYNCED', `The graph '${name}' has never been synchronized to the runtime.`);
