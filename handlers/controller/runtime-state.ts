import type { EventData } from '#spec/events.ts';
import type { PortSample, RaisedEvent } from '#runtime/link/runtime-link.ts';
import type { GraphDocument } from './graphs/graph-document.ts';
import type { ProjectFilesOptions } from './projects/project-storage.ts';

/** Updates graphs and variables from what the runtime reports: the running graphs and the current values. */
export const createRuntimeState = ({
  store,
  variables,
  pendingVariables,
}: Pick<ProjectFilesOptions, 'store' | 'variables' | 'pendingVariables'>) => {
  const { graphs } = store;
  /** The tick and the time in seconds of the last event. */
  const latestEventTime = { tick: 0, time: 0 };
  let idleGraphs: readonly string[] = [];

  const applyEvent = ({ type, data, graphId = '' }: RaisedEvent): void => {
    if (type === 'graph.running' || type === 'graph.stopped') {
      const graph = graphs.get(graphId);
      if (!graph) return;
      graph.running = type === 'graph.running';
      if (graph.running) graph.live.clear();
    } else if (type === 'ports.updated') {
      const graph = graphs.get(graphId);
      const { ports, caller } = data as EventData<'ports.updated'>;
      // the values of a call are private to the call
      if (graph && !caller) storeLiveValues(graph, ports);
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

  const markIdle = (isIdle: boolean): void => {
    for (const id of idleGraphs) {
      const graph = graphs.get(id);
      if (graph) graph.idle = isIdle;
    }
  };

  return {
    latestEventTime,
    applyEvents(batch: readonly RaisedEvent[]): void {
      for (const event of batch) {
        latestEventTime.tick = event.tick;
        latestEventTime.time = event.time;
        applyEvent(event);
      }
    },
    /** Marks exactly these running graphs as idle. */
    setIdleGraphs(graphIds: readonly string[]): void {
      markIdle(false);
      idleGraphs = graphIds;
      markIdle(true);
    },
  };
};

export const storeLiveValues = (graph: GraphDocument, ports: readonly PortSample[]): void => {
  for (const { portId, value } of ports) graph.live.set(portId, value);
};
