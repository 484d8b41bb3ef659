import type { EventData } from '#spec/events.ts';
import type { PortSample, RaisedEvent } from '../link/runtime-link.ts';
import type { GraphDocument } from './graphs/graph-document.ts';
import type { GraphStore } from './graphs/graph-store.ts';
import type { Variables } from './variables/variables.ts';

interface RuntimeEventHandlerOptions {
  readonly store: GraphStore;
  readonly variables: Variables;
  /** Variables with changes that the journal of edits has yet to take. */
  readonly pendingVariables: Set<string>;
  /** Of the event that was raised last: the tick, and its time in seconds. */
  readonly latestEventTime: { tick: number; time: number };
}

/** What the controller learns from events about graphs and variables: which run, and the values that they have now. */
export const createRuntimeEventHandler = ({
  store,
  variables,
  pendingVariables,
  latestEventTime,
}: RuntimeEventHandlerOptions) => {
  const learn = ({ type, data, graphId }: RaisedEvent): void => {
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
      learn(event);
    }
  };
};

/** Keeps the present values of ports of a graph that runs. */
export const storeLiveValues = (graph: GraphDocument, ports: readonly PortSample[]): void => {
  for (const { portId, value } of ports) graph.live.set(portId, value);
};
