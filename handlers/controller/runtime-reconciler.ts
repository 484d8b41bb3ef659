/** Reconciles the state when a runtime in another process connects or reconnects (C-17). */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '#spec/errors.ts';
import { createGraphSnapshot } from './graphs/graph-snapshot.ts';
import { describeErrorInOneLine } from './projects/project.ts';
import type { ConsoleLine } from '#runtime/link/console-writer.ts';
import type { RaiseEvent } from '#runtime/link/raise-event.ts';
import type { CommandStamp, GraphSnapshot, HeldGraph, SendCommand } from '#runtime/link/runtime-link.ts';
import type { HeldState } from '#spec/runtime-link/messages.ts';
import type { Json } from '#spec/values.ts';
import type { GraphDocument } from './graphs/graph-document.ts';
import type { GraphStore } from './graphs/graph-store.ts';
import { createChange } from './variables/variable-editor.ts';
import { createVariableSnapshot, type VariableDocument, type Variables } from './variables/variables.ts';

export interface RuntimeReconcilerOptions {
  readonly store: GraphStore;
  readonly variables: Variables;
  readonly pushedGraphs: ReturnType<typeof createPushedGraphs>;
  readonly raise: RaiseEvent;
  log(line: ConsoleLine): void;
}

const getFailureReason = (failure: unknown): string =>
  failure instanceof ApiError ? failure.reason : describeErrorInOneLine(failure);

/** The revision used for a graph whose version in the runtime is unknown. */
const unknownRevision = 0;

export const createRuntimeReconciler = ({
  store,
  variables,
  pushedGraphs,
  raise,
  log,
}: RuntimeReconcilerOptions) => {
  const lastKnownValues = new Map<string, Json>();
  /** The synced revisions of graphs that a runtime has rejected. The next runtime may accept them. */
  const rejectedRevisions = new Map<string, number>();

  const updateRunning = (graph: GraphDocument, running: boolean): void => {
    if (graph.running === running) return;
    const { id: graphId, name } = graph;
    if (running) raise('graph.running', { graphId, name });
    else raise('graph.stopped', { graphId, name, reason: 'lost' });
  };

  const compareGraph = async (
    graph: GraphDocument,
    heldGraph: HeldGraph,
    request: SendCommand,
  ): Promise<void> => {
    const version = pushedGraphs.getVersion(graph.id);
    if (graph.syncedRevision === undefined || version === undefined) {
      const image = createGraphSnapshot(graph);
      const isPresent = heldGraph.version === computeSnapshotVersion(image);
      graph.syncedRevision = isPresent ? graph.imageRevision : unknownRevision;
      if (isPresent) pushedGraphs.store(image);
    } else if (heldGraph.version !== version) {
      await pushedGraphs.pushAgain(graph.id, request);
    }
    updateRunning(graph, heldGraph.running);
  };

  /** Pushes a graph again after the runtime has lost it because of a restart. */
  const pushGraphAgain = async (graph: GraphDocument, request: SendCommand): Promise<void> => {
    const revision = graph.syncedRevision ?? rejectedRevisions.get(graph.id);
    if (revision === undefined) return;
    updateRunning(graph, false);
    const pushed = pushedGraphs.pushAgain(graph.id, request);
    graph.syncedRevision = pushed && revision;
    await pushed;
    rejectedRevisions.delete(graph.id);
  };

  /**
   * Reconciles one graph. If a new runtime rejects a graph that the previous runtime could run, the new runtime keeps
   * its own version.
   */
  const reconcileGraph = async (
    graph: GraphDocument,
    heldGraph: HeldGraph | undefined,
    request: SendCommand,
  ): Promise<void> => {
    try {
      await (heldGraph ? compareGraph(graph, heldGraph, request) : pushGraphAgain(graph, request));
    } catch (failure) {
      // After a timeout, the state of the runtime is unknown.
      if (failure instanceof ApiError && failure.code === 'RUNTIME_TIMEOUT') throw failure;
      if (!heldGraph && graph.syncedRevision !== undefined)
        rejectedRevisions.set(graph.id, graph.syncedRevision);
      graph.syncedRevision = heldGraph && unknownRevision;
      updateRunning(graph, heldGraph?.running ?? false);
      const message = `The new runtime does not accept the graph '${graph.name}': ${getFailureReason(failure)}`;
      log({ severity: 'warning', graphId: graph.id, message });
    }
  };

  /** Returns whether the variable still has the last value that the runtime is known to have had. */
  const hasLastKnownValue = ({ id, value }: VariableDocument): boolean =>
    isDeepStrictEqual(lastKnownValues.get(id), value);

  const compareVariables = async (
    heldVariables: HeldState['variables'],
    request: SendCommand,
  ): Promise<void> => {
    const values = new Map(heldVariables.map(({ id, value }) => [id, value]));
    for (const variable of variables.values()) {
      const value = values.get(variable.id);
      if (value === undefined || isDeepStrictEqual(value, variable.value) || !hasLastKnownValue(variable))
        continue;
      raise('variable.changed', createChange({ ...variable, value }, variable.value));
    }
    const deletedIds = heldVariables.map(({ id }) => id).filter((id) => !variables.has(id));
    if (deletedIds.length > 0) await request('variables.delete', { ids: deletedIds });
    for (const id of deletedIds) lastKnownValues.delete(id);
    const hasGraphs = [...store.graphs.values()].some(({ syncedRevision }) => syncedRevision !== undefined);
    const missing = [...variables.values()].filter(({ id }) => !values.has(id));
    if (!hasGraphs || missing.length === 0) return;
    await request('variables.put', { variables: missing.map(createVariableSnapshot) });
    for (const { id, value } of missing) lastKnownValues.set(id, value);
  };

  return {
    /** Records that the runtime has the given value, because the value was pushed or reported. */
    setKnownValue: (id: string, value: Json): void => void lastKnownValues.set(id, value),
    /**
     * Brings the runtime and the documents back in sync. The runtime receives what it has lost and drops what was
     * deleted in the meantime. The documents adopt the runtime's variable values and list of running graphs. No graph
     * is started, and later edits are left to the next sync.
     */
    async reconcile({ graphs, variables: heldVariables }: HeldState, request: SendCommand): Promise<void> {
      await compareVariables(heldVariables, request);
      for (const { id, value } of heldVariables) lastKnownValues.set(id, value);
      const heldGraphs = new Map(graphs.map((graph) => [graph.graphId, graph]));
      for (const { graphId } of graphs)
        if (!store.graphs.has(graphId)) await request('graph.unload', { graphId });
      for (const graph of [...store.graphs.values()]) {
        await reconcileGraph(graph, heldGraphs.get(graph.id), request);
      }
    },
  };
};

const computeSnapshotVersion = (image: GraphSnapshot): string =>
  createHash('sha256').update(JSON.stringify(image)).digest('base64url').slice(0, 22);

/**
 * Creates a store of the graphs that were pushed to the runtime, so that they can be pushed again when another runtime
 * process connects.
 * @param mustRemember whether the runtime may lose pushed graphs
 */
export const createPushedGraphs = (mustRemember: boolean) => {
  /** Snapshots are kept as strings, because strings require less memory and share no data with the document. */
  const texts = new Map<string, { readonly version: string; readonly text: string }>();
  const storeSnapshot = (image: GraphSnapshot & { readonly version: string }): void => {
    texts.set(image.graphId, { version: image.version, text: JSON.stringify(image) });
  };
  return {
    async push(image: GraphSnapshot, request: SendCommand): Promise<CommandStamp> {
      if (!mustRemember) return request('graph.load', { graph: image });
      const versioned = { ...image, version: computeSnapshotVersion(image) };
      const stamp = await request('graph.load', { graph: versioned });
      storeSnapshot(versioned);
      return stamp;
    },
    /** Stores the snapshot that the runtime is known to have. */
    store: (image: GraphSnapshot): void =>
      storeSnapshot({ ...image, version: computeSnapshotVersion(image) }),
    /** Pushes the last pushed snapshot of a graph again. Returns `undefined` if no snapshot was pushed. */
    pushAgain(graphId: string, request: SendCommand): Promise<CommandStamp> | undefined {
      const pushed = texts.get(graphId);
      return pushed && request('graph.load', { graph: JSON.parse(pushed.text) });
    },
    getVersion: (graphId: string): string | undefined => texts.get(graphId)?.version,
    forget: (graphId: string): void => void texts.delete(graphId),
  };
};
