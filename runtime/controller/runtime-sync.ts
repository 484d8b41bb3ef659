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

/** Tracks what the runtime has of the project: pushes it, removes it, and compares it after a reconnect. */
interface RuntimeSync {
  readonly control: RuntimeControl;
  /** Removes a graph from the runtime, immediately or after it reconnects. */
  unload(graph: GraphDocument): Promise<void>;
  /** Like `unload`, for a graph that never comes back: its variables are removed too. */
  discard(graph: GraphDocument): Promise<void>;
  /** Removes variables from the runtime, immediately or after it reconnects. */
  deleteVariables(ids: readonly string[]): Promise<void>;
  /** Records the state that events of the runtime report. */
  trackEvents(batch: readonly RaisedEvent[]): void;
  /** Removes what was waiting for the link to be up again. */
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
  /** A runtime in its own process may come back without what was pushed, or with something else. */
  const mayLose = link.kind === 'remote';
  /** Removals to do once the link is up again. */
  const owed: (() => Promise<unknown>)[] = [];
  const pushed = createPushedGraphs(mayLose);
  const comparison = createRuntimeReconciler({ store, variables, pushedGraphs: pushed, raise, log });

  link.onHeldState(async (holdings, request) => {
    // The comparison finds what else is to be removed.
    owed.length = 0;
    await comparison.reconcile(holdings, request);
  });

  const tellUnpaid = (failure: unknown): void =>
    log({
      severity: 'warning',
      message: `The runtime may still hold what was removed while it was away: ${describeErrorInOneLine(failure)}`,
    });

  const whenConnected = async (giveUp: () => Promise<unknown>): Promise<void> => {
    if (link.connected) await giveUp();
    else owed.push(giveUp);
  };

  const unload: RuntimeSync['unload'] = async ({ id, syncedRevision }) => {
    if (syncedRevision === undefined) return;
    pushed.forget(id);
    await whenConnected(() => link.request('graph.unload', { graphId: id }));
  };

  const giveUpVariables: RuntimeSync['deleteVariables'] = (ids) =>
    whenConnected(() => link.request('variables.delete', { ids }));

  const pushVariables = async (given: readonly VariableDocument[]): Promise<CommandStamp> => {
    const copies = given.map((variable) => ({ ...variable }));
    const stamp = await link.request('variables.put', { variables: copies });
    if (mayLose) for (const { id, value } of copies) comparison.setKnownValue(id, value);
    return stamp;
  };

  const orders: RuntimeControl = {
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
      // Sent together, because over a remote link steps would be made between the two.
      const [, stamp] = await Promise.all([
        pushVariables([...variables.values()]),
        pushed.push(image, link.request).catch(throwCommandError),
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
    control: orders,
    unload,

    async discard(graph) {
      try {
        await unload(graph);
      } finally {
        const own = [...variables.values()].filter(({ graphId }) => graphId === graph.id);
        for (const variable of own) variableEditor.delete(variable);
        if (own.length > 0) await giveUpVariables(own.map(({ id }) => id));
      }
    },

    deleteVariables: giveUpVariables,

    trackEvents(batch) {
      if (!mayLose) return;
      for (const { type, data } of batch) {
        if (type !== 'variable.changed') continue;
        const { id, value } = data as EventData<'variable.changed'>;
        comparison.setKnownValue(id, value);
      }
    },

    onReconnect() {
      for (const giveUp of owed.splice(0)) void giveUp().catch(tellUnpaid);
    },
  };
};

/**
 * Reports an error of the runtime with a graph as a failed command, because the graph, node or port exists for the
 * caller.
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
