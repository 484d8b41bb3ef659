import type { RaisedEvent } from '#runtime/link/runtime-link.ts';

export const createGraphRunning = (graphId: string): RaisedEvent => ({
  type: 'graph.running',
  tick: 1,
  time: 0.5,
  graphId,
  data: { graphId, name: 'Countdown' },
});

export const createNodeDone = (nodeId: string, port = 'In', graphId = 'g1'): RaisedEvent => ({
  type: 'node.done',
  tick: 1,
  time: 0.5,
  graphId,
  nodeId,
  data: { graphId, nodeId, category: 'LogConsole', port },
});

export const createPortsUpdated = (
  graphId: string,
  values: Readonly<Record<string, number>>,
): RaisedEvent => ({
  type: 'ports.updated',
  tick: 1,
  time: 0.5,
  graphId,
  data: {
    graphId,
    ports: Object.entries(values).map(([portId, value]) => ({ portId, nodeId: 'n1', value })),
  },
});

export const createTweenCompleted = (object: string): RaisedEvent => ({
  type: 'tween.completed',
  tick: 1,
  time: 0.5,
  object,
  data: { tweenId: 'tween-1', object, property: 'position' },
});

export const createGraphStopped = (graphId: string): RaisedEvent => ({
  type: 'graph.stopped',
  tick: 1,
  time: 0.5,
  graphId,
  data: { graphId, name: 'Countdown', reason: 'explicit' },
});

export const projectClosed: RaisedEvent = {
  type: 'project.closed',
  tick: 1,
  time: 0.5,
  data: { projectName: 'demo', path: '/demo' },
};

export const runtimeDisconnected: RaisedEvent = {
  type: 'runtime.disconnected',
  tick: 1,
  time: 0.5,
  data: { kind: 'remote' },
};
