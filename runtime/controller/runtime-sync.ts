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

/** What the runtime is asked to do with graphs and variables. */
export interface RuntimeControl {
  /** Fetches the present values of the ports that changed since a graph started. @throws Fault GRAPH_NOT_SYNCED */
  syncPorts(graph: GraphDocument): Promise<CommandStamp & { ports: readonly PortSample[] }>;
  /** Pushes a graph, and the variables, to the runtime. */
  sync(graph: GraphDocument): Promise<CommandStamp>;
  /**
   * @param options whether one that runs is stopped first
   * @returns whether what was pushed last is older than the document, and whether it has started: one that ran may go on
   * @throws Fault GRAPH_NOT_SYNCED
   */
  run(
    graph: GraphDocument,
    options?: { restart: boolean },
  ): Promise<CommandStamp & { stale: boolean; started: boolean }>;
  stop(graph: GraphDocument): Promise<CommandStamp>;
  /** Sends a custom event into a graph, or into all that run. @returns who listens to it */
  sendCustomEvent(
    event: { readonly name: string; readonly payload: Json },
    graph?: GraphDocument,
  ): Promise<CommandStamp & { heard: CustomEventListeners }>;
  /** Presses a Button output of a running graph; a stopped one hears nothing. @returns whether it was heard */
  pressButton(end: PortEnd): Promise<boolean>;
  pushVariable(variable: VariableDocument): Promise<CommandStamp>;
  deleteVariable(variable: VariableDocument): Promise<CommandStamp>;
}

/** What the runtime has of the project: given to it, taken back, and compared when it returns. */
interface RuntimeSync {
  readonly control: RuntimeControl;
  /** The runtime gives up a graph that it may have: at once, or when it is there again. */
  unload(graph: GraphDocument): Promise<void>;
  /** The same of a graph that will never come back: its variables go with it. */
  discard(graph: GraphDocument): Promise<void>;
  /** The runtime gives up variables: at once, or when it is there again. */
  deleteVariables(ids: readonly string[]): Promise<void>;
  /** Notes what the runtime has now, as its events tell. */
  trackEvents(batch: readonly RaisedEvent[]): void;
  /** The link is up again: what the runtime was to give up meanwhile, it gives up now. */
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
  /** What is in a process of its own may come back without what it was given, or with something else. */
  const mayLose = link.kind === 'remote';
  /** What the runtime is to give up as soon as the link is up again. */
  const owed: (() => Promise<unknown>)[] = [];
  const pushed = createPushedGraphs(mayLose);
  const comparison = createRuntimeReconciler({ store, variables, pushedGraphs: pushed, raise, log });

  link.onHeldState(async (holdings, request) => {
    // whatever it has that nobody wants any more is found by comparing
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
      // neither waits for the answer to the other: over a wire, steps would be made meanwhile
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
      // as in sync, so that the graph misses no step
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
 * What is wrong with a graph for the runtime is a failed command for the caller, who named a graph, a node or a port that there is.
 * @throws Fault ACTION_FAILED, RUNTIME_NOT_CONNECTED, RUNTIME_TIMEOUT
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
  new ApiError('GRAPH_NOT_SYNCED', `The graph '${name}' has never been synchronised to the runtime.`);
