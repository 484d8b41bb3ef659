import { ApiError } from '#spec/errors.ts';
import type { EventData } from '#spec/events.ts';
import type { Json } from '#spec/values.ts';
import type { ConsoleLine } from '../link/console.ts';
import type { Hearers, PortSample, RaisedEvent, RuntimeLink, Stamp } from '../link/protocol.ts';
import type { Raise } from '../link/raise.ts';
import { createComparison } from './comparison.ts';
import { keepLive } from './follow-runtime.ts';
import type { GraphDocument, PortEnd } from './graphs/document.ts';
import { imageOf } from './graphs/image.ts';
import type { GraphStore } from './graphs/store.ts';
import { firstLine } from './projects/project.ts';
import { createPushedGraphs } from './pushed-graphs.ts';
import { requireNoPlaceholders, requireTypes } from './required-types.ts';
import type { VariableEditor } from './variables/variable-editor.ts';
import type { VariableDocument, Variables } from './variables/variables.ts';

/** What the runtime is asked to do with graphs and variables. */
export interface RuntimeOrders {
  /** Fetches the present values of the ports that changed since a graph started. @throws Fault GRAPH_NOT_SYNCED */
  syncPorts(graph: GraphDocument): Promise<Stamp & { ports: readonly PortSample[] }>;
  /** Pushes a graph, and the variables, to the runtime. */
  sync(graph: GraphDocument): Promise<Stamp>;
  /**
   * @param options whether one that runs is stopped first
   * @returns whether what was pushed last is older than the document, and whether it has started: one that ran may go on
   * @throws Fault GRAPH_NOT_SYNCED
   */
  run(
    graph: GraphDocument,
    options?: { restart: boolean },
  ): Promise<Stamp & { stale: boolean; started: boolean }>;
  stop(graph: GraphDocument): Promise<Stamp>;
  /** Sends a custom event into a graph, or into all that run. @returns who listens to it */
  send(
    event: { readonly name: string; readonly payload: Json },
    graph?: GraphDocument,
  ): Promise<Stamp & { heard: Hearers }>;
  /** Presses a Button output of a running graph; a stopped one hears nothing. @returns whether it was heard */
  press(end: PortEnd): Promise<boolean>;
  pushVariable(variable: VariableDocument): Promise<Stamp>;
  dropVariable(variable: VariableDocument): Promise<Stamp>;
}

/** What the runtime has of the project: given to it, taken back, and compared when it returns. */
interface RuntimeSide {
  readonly orders: RuntimeOrders;
  /** The runtime gives up a graph that it may have: at once, or when it is there again. */
  unload(graph: GraphDocument): Promise<void>;
  /** The same of a graph that will never come back: its variables go with it. */
  letGo(graph: GraphDocument): Promise<void>;
  /** The runtime gives up variables: at once, or when it is there again. */
  giveUpVariables(ids: readonly string[]): Promise<void>;
  /** Notes what the runtime has now, as its events tell. */
  note(batch: readonly RaisedEvent[]): void;
  /** The link is up again: what the runtime was to give up meanwhile, it gives up now. */
  returned(): void;
}

interface RuntimeSideOptions {
  readonly link: RuntimeLink;
  readonly store: GraphStore;
  readonly variables: Variables;
  readonly variableEditor: VariableEditor;
  readonly raise: Raise;
  readonly log: (line: ConsoleLine) => void;
}

export const createRuntimeSide = ({
  link,
  store,
  variables,
  variableEditor,
  raise,
  log,
}: RuntimeSideOptions): RuntimeSide => {
  /** What is in a process of its own may come back without what it was given, or with something else. */
  const mayLose = link.kind === 'remote';
  /** What the runtime is to give up as soon as the link is up again. */
  const owed: (() => Promise<unknown>)[] = [];
  const pushed = createPushedGraphs(mayLose);
  const comparison = createComparison({ store, variables, pushed, raise, log });

  link.onReturn(async (holdings, request) => {
    // whatever it has that nobody wants any more is found by comparing
    owed.length = 0;
    await comparison.compare(holdings, request);
  });

  const tellUnpaid = (failure: unknown): void =>
    log({
      severity: 'warning',
      message: `The runtime may still hold what was removed while it was away: ${firstLine(failure)}`,
    });

  const whenConnected = async (giveUp: () => Promise<unknown>): Promise<void> => {
    if (link.connected) await giveUp();
    else owed.push(giveUp);
  };

  const unload: RuntimeSide['unload'] = async ({ id, syncedRevision }) => {
    if (syncedRevision === undefined) return;
    pushed.forget(id);
    await whenConnected(() => link.request('graph.unload', { graphId: id }));
  };

  const giveUpVariables: RuntimeSide['giveUpVariables'] = (ids) =>
    whenConnected(() => link.request('variables.delete', { ids }));

  const pushVariables = async (given: readonly VariableDocument[]): Promise<Stamp> => {
    const copies = given.map((variable) => ({ ...variable }));
    const stamp = await link.request('variables.put', { variables: copies });
    if (mayLose) for (const { id, value } of copies) comparison.hasValue(id, value);
    return stamp;
  };

  const orders: RuntimeOrders = {
    async syncPorts(graph) {
      if (graph.syncedRevision === undefined) throw notSynced(graph);
      const flushed = await link.request('graph.flush', { graphId: graph.id });
      keepLive(graph, flushed.ports);
      return flushed;
    },

    async sync(graph) {
      requireNoPlaceholders(graph);
      const image = imageOf(graph);
      requireTypes(image, link.abilities);
      const { imageRevision } = graph;
      graph.idle = false;
      // neither waits for the answer to the other: over a wire, steps would be made meanwhile
      const [, stamp] = await Promise.all([
        pushVariables([...variables.values()]),
        pushed.push(image, link.request).catch(failCommand),
      ]);
      graph.syncedRevision = imageRevision;
      return stamp;
    },

    async run(graph, { restart } = { restart: false }) {
      if (!link.connected) throw new ApiError('RUNTIME_NOT_CONNECTED');
      if (graph.syncedRevision === undefined) throw notSynced(graph);
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

    send: ({ name, payload }, graph) =>
      link.request('graph.send', { name, payload, ...(graph && { graphId: graph.id }) }),

    async press({ node, port }) {
      if (!node.graph.running) return false;
      const button = { graphId: node.graph.id, nodeId: node.id, port: port.name };
      await link.request('graph.press', button).catch(failCommand);
      return true;
    },

    pushVariable: (variable) => pushVariables([variable]),
    dropVariable: (variable) => link.request('variables.delete', { ids: [variable.id] }),
  };

  return {
    orders,
    unload,

    async letGo(graph) {
      try {
        await unload(graph);
      } finally {
        const own = [...variables.values()].filter(({ graphId }) => graphId === graph.id);
        for (const variable of own) variableEditor.delete(variable);
        if (own.length > 0) await giveUpVariables(own.map(({ id }) => id));
      }
    },

    giveUpVariables,

    note(batch) {
      if (!mayLose) return;
      for (const { type, data } of batch) {
        if (type !== 'variable.changed') continue;
        const { id, value } = data as EventData<'variable.changed'>;
        comparison.hasValue(id, value);
      }
    },

    returned() {
      for (const giveUp of owed.splice(0)) void giveUp().catch(tellUnpaid);
    },
  };
};

/**
 * What is wrong with a graph for the runtime is a failed command for the caller, who named a graph, a node or a port that there is.
 * @throws Fault ACTION_FAILED, RUNTIME_NOT_CONNECTED, RUNTIME_TIMEOUT
 */
const failCommand = (failure: unknown): never => {
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

const notSynced = ({ name }: GraphDocument): ApiError =>
  new ApiError('GRAPH_NOT_SYNCED', `The graph '${name}' has never been synchronised to the runtime.`);
