/** Reconciles the state when a runtime of another process connects or reconnects (C-17). */
import { isDeepStrictEqual } from 'node:util';
import { createGraphSnapshot } from './graphs/graph-snapshot.ts';
import { ApiError } from '#spec/errors.ts';
import { computeSnapshotVersion } from './pushed-graphs.ts';
import type { Json } from '#spec/values.ts';
import type { HeldState } from '#spec/runtime-link/messages.ts';
import type { HeldGraph, SendCommand } from '../link/runtime-link.ts';
import type { ConsoleLine } from '../link/console-writer.ts';
import type { RaiseEvent } from '../link/raise-event.ts';
import type { GraphDocument } from './graphs/graph-document.ts';
import type { GraphStore } from './graphs/graph-store.ts';
import type { PushedGraphs } from './pushed-graphs.ts';
import type { VariableDocument, Variables } from './variables/variables.ts';

interface RuntimeReconcilerOptions {
  readonly store: GraphStore;
  readonly variables: Variables;
  readonly pushedGraphs: PushedGraphs;
  readonly raise: RaiseEvent;
  log(line: ConsoleLine): void;
}

interface RuntimeReconciler {
  /** Records that the runtime has this value, because it was pushed or reported. */
  setKnownValue(id: string, value: Json): void;
  /**
   * Restores in the runtime what was pushed before, and updates the documents to its state. It keeps what it has, gets
   * what it has lost, removes what was deleted, and starts nothing. Edits made meanwhile wait for their sync.
   */
  reconcile(holdings: HeldState, request: SendCommand): Promise<void>;
}

const getFailureReason = (failure: unknown): string =>
  failure instanceof ApiError ? failure.reason : (failure as Error).message;

/** The runtime has a version that is unknown here. */
const unknownRevision = 0;

export const createRuntimeReconciler = ({
  store,
  variables,
  pushedGraphs,
  raise,
  log,
}: RuntimeReconcilerOptions): RuntimeReconciler => {
  /** The last known values of variables in the runtime. */
  const known = new Map<string, Json>();

  const tellRunning = (graph: GraphDocument, running: boolean): void => {
    if (graph.running === running) return;
    const { id: graphId, name } = graph;
    if (running) raise('graph.running', { graphId, name });
    else raise('graph.stopped', { graphId, name, reason: 'lost' });
  };

  const compareGraph = async (graph: GraphDocument, held: HeldGraph, request: SendCommand): Promise<void> => {
    const version = pushedGraphs.getVersion(graph.id);
    if (graph.syncedRevision === undefined || version === undefined) {
      const image = createGraphSnapshot(graph);
      const isPresent = held.version === computeSnapshotVersion(image);
      graph.syncedRevision = isPresent ? graph.imageRevision : unknownRevision;
      if (isPresent) pushedGraphs.store(image);
    } else if (held.version !== version) {
      await pushedGraphs.pushAgain(graph.id, request);
    }
    tellRunning(graph, held.running);
  };

  /** The runtime has nothing of the graph: it was restarted. */
  const giveAgain = async (graph: GraphDocument, request: SendCommand): Promise<void> => {
    if (graph.syncedRevision === undefined) return;
    tellRunning(graph, false);
    const again = pushedGraphs.pushAgain(graph.id, request);
    if (again) await again;
    else graph.syncedRevision = undefined;
  };

  /** A new runtime may reject what the last one could run. It then keeps its version of the graph. */
  const takeOver = async (
    graph: GraphDocument,
    held: HeldGraph | undefined,
    request: SendCommand,
  ): Promise<void> => {
    try {
      await (held ? compareGraph(graph, held, request) : giveAgain(graph, request));
    } catch (failure) {
      // After a timeout, nothing is known about the state of the runtime.
      if (failure instanceof ApiError && failure.code === 'RUNTIME_TIMEOUT') throw failure;
      graph.syncedRevision = held && unknownRevision;
      tellRunning(graph, held?.running ?? false);
      const message = `The runtime that has come does not take the graph '${graph.name}': ${getFailureReason(failure)}`;
      log({ severity: 'warning', graphId: graph.id, message });
    }
  };

  /** Whether the variable still has the last value known of the runtime. */
  const isUntouched = ({ id, value }: VariableDocument): boolean => isDeepStrictEqual(known.get(id), value);

  const compareVariables = async (held: HeldState['variables'], request: SendCommand): Promise<void> => {
    const values = new Map(held.map(({ id, value }) => [id, value]));
    for (const variable of variables.values()) {
      const value = values.get(variable.id);
      if (value === undefined || isDeepStrictEqual(value, variable.value) || !isUntouched(variable)) continue;
      const { value: previous, ...rest } = variable;
      raise('variable.changed', { ...rest, value, previous });
    }
    const gone = held.map(({ id }) => id).filter((id) => !variables.has(id));
    if (gone.length > 0) await request('variables.delete', { ids: gone });
    for (const id of gone) known.delete(id);
    const hasGraphs = [...store.graphs.values()].some(({ syncedRevision }) => syncedRevision !== undefined);
    const lost = [...variables.values()].filter(({ id }) => !values.has(id));
    if (!hasGraphs || lost.length === 0) return;
    await request('variables.put', { variables: lost });
    for (const { id, value } of lost) known.set(id, value);
  };

  return {
    setKnownValue: (id, value) => void known.set(id, value),
    async reconcile({ graphs, variables: heldVariables }, request) {
      await compareVariables(heldVariables, request);
      for (const { id, value } of heldVariables) known.set(id, value);
      const held = new Map(graphs.map((graph) => [graph.graphId, graph]));
      for (const { graphId } of graphs)
        if (!store.graphs.has(graphId)) await request('graph.unload', { graphId });
      for (const graph of [...store.graphs.values()]) {
        await takeOver(graph, held.get(graph.id), request);
      }
    },
  };
};
