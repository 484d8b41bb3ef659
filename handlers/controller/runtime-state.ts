import type { PortSample, RaisedEvent } from '#runtime/link/runtime-link.ts';
import type { EventData } from '#spec/events.ts';
import type { GraphDocument } from './graphs/graph-document.ts';
import type { GraphStore } from './graphs/graph-store.ts';
import type { Variables } from './variables/variables.ts';

/**
 * Creates a tracker that marks running graphs as idle.
 * @returns a function that receives the ids of all idle graphs, as reported by the runtime
 */
export const createIdleGraphTracker = ({
  graphs,
}: Pick<GraphStore, 'graphs'>): ((graphIds: readonly string[]) => void) => {
  let idle: readonly string[] = [];
  const mark = (isIdle: boolean): void => {
    for (const id of idle) {
      const graph = graphs.get(id);
      if (graph) graph.idle = isIdle;
    }
  };
  return (graphIds) => {
    mark(false);
    idle = graphIds;
    mark(true);
  };
};

interface RuntimeEventHandlerOptions {
  readonly store: GraphStore;
  readonly variables: Variables;
  /** The ids of changed variables that have not been written to the edit journal yet. */
  readonly pendingVariables: Set<string>;
  /** The tick and the time in seconds of the last raised event. */
  readonly latestEventTime: { tick: number; time: number };
}

/**
 * Creates a handler that updates graphs and variables from the runtime's events, which report the running graphs and
 * current values.
 */
export const createRuntimeEventHandler = ({
  store,
  variables,
  pendingVariables,
  latestEventTime,
}: RuntimeEventHandlerOptions) => {
  const applyEvent = ({ type, data, graphId }: RaisedEvent): void => {
    if (type === 'graph.running' || type === 'graph.stopped') {
      const graph = store.graphs.get(graphId ?? '');
      if (!graph) return;
      graph.running = type === 'graph.running';
      if (graph.running) graph.live.clear();
    } else if (type === 'ports.updated') {
      const graph = store.graphs.get(graphId ?? '');
      if (graph) storeLiveValues(graph, (data as EventData<'ports.updated'>).ports);
    } else if (type === 'variable.changed') {
      const { id, value } = data as EventData<'variable.changed'>;
      const variable = variables.get(id);
      if (!variable) return;
      variable.value = value;
      pendingVariables.add(id);
    } else if (type === 'variable.deleted') {
      const { id } = data as EventData<'variable.deleted'>;
      if (variables.delete(id)) pendingVariables.add(id);
    }
  };
  return (batch: readonly RaisedEvent[]): void => {
    for (const event of batch) {
      latestEventTime.tick = event.tick;
      latestEventTime.time = event.time;
      applyEvent(event);
    }
  };
};

/** Stores a running graph's current port values. */
export const storeLiveValues = (graph: GraphDocument, ports: readonly PortSample[]): void => {
  for (const { portId, value } of ports) graph.live.set(portId, value);
};
