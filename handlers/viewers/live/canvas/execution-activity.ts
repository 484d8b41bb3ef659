import { computed, effect, type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { endSubscription, getOrCreate } from '../session/store-helpers.ts';
import type { PortValue } from '../graphs/graph-types.ts';
import type { Session } from '../session/session.ts';

interface PortValueChange {
  readonly portId: string;
  readonly value: PortValue;
}

/**
 * Tracks what executes in a graph. Thousands of events may arrive, so changes are published only once per frame, in
 * separate signals for each node and port.
 */
export interface ExecutionActivity {
  /** Whether a node is executing, or was executing a moment ago. */
  isHighlighted(nodeId: string): ReadonlySignal<boolean>;
  /** A port's latest value, or `undefined` until a value has arrived. */
  getPortValue(portId: string): ReadonlySignal<PortValue | undefined>;
  /**
   * Records that a node has started to execute.
   * @param seq the start event's sequence number; because events are coalesced, the end of an execution may be reported
   * before its start
   */
  startNode(nodeId: string, seq: number): void;
  endNode(nodeId: string, seq: number): void;
  /** Turns off all highlights. Called after events were lost, because it is then unknown which nodes are executing. */
  resetExecuting(): void;
  /** Stores the values that ports had in a tick, except for ports with a value from a later tick. */
  setPortValues(ports: readonly PortValueChange[], tick: number): void;
  /** Clears everything, because another graph was opened or another run has started. */
  clear(): void;
}

/** The time for which a node stays highlighted after an execution, in milliseconds. */
const highlightMs = 350;

type RequestFrame = (callback: (time: number) => void) => void;

export const createExecutionActivity = (nextFrame: RequestFrame): ExecutionActivity => {
  const highlighted = new Map<string, Signal<boolean>>();
  const values = new Map<string, Signal<PortValue | undefined>>();
  /** The sequence numbers of start events, keyed by the id of the executing node. */
  const executing = new Map<string, number>();
  const ended = new Map<string, number>();
  /** The nodes that have started since the last frame, and the times at which the other nodes' highlights end. */
  const executedNodes = new Set<string>();
  const highlightEnds = new Map<string, number>();
  /** The values that have arrived since the last frame, and the tick of each port's latest value. */
  const pendingValues = new Map<string, PortValue>();
  const ticks = new Map<string, number>();
  let isFrameRequested = false;

  const requestFrame = (): void => {
    if (isFrameRequested) return;
    isFrameRequested = true;
    nextFrame(update);
  };

  const update = (time: number): void => {
    isFrameRequested = false;
    for (const [portId, value] of pendingValues) getSignal(values, portId, undefined).value = value;
    pendingValues.clear();
    for (const nodeId of executedNodes) highlightEnds.set(nodeId, time + highlightMs);
    executedNodes.clear();
    for (const [nodeId, endsAt] of highlightEnds) {
      const hasEnded = endsAt <= time && !executing.has(nodeId);
      getSignal(highlighted, nodeId, false).value = !hasEnded;
      if (hasEnded) highlightEnds.delete(nodeId);
    }
    if ([...highlightEnds.keys()].some((nodeId) => !executing.has(nodeId))) requestFrame();
  };

  return {
    isHighlighted: (nodeId) => getSignal(highlighted, nodeId, false),
    getPortValue: (portId) => getSignal(values, portId, undefined),
    startNode(nodeId, seq) {
      if (seq > (ended.get(nodeId) ?? -1)) executing.set(nodeId, seq);
      executedNodes.add(nodeId);
      requestFrame();
    },
    endNode(nodeId, seq) {
      ended.set(nodeId, seq);
      if (seq > (executing.get(nodeId) ?? -1)) executing.delete(nodeId);
      requestFrame();
    },
    resetExecuting() {
      executing.clear();
      requestFrame();
    },
    setPortValues(ports, tick) {
      for (const { portId, value } of ports) {
        if ((ticks.get(portId) ?? tick) > tick) continue;
        ticks.set(portId, tick);
        pendingValues.set(portId, value);
      }
      requestFrame();
    },
    clear() {
      executing.clear();
      ended.clear();
      executedNodes.clear();
      pendingValues.clear();
      ticks.clear();
      for (const value of values.values()) value.value = undefined;
      for (const nodeId of highlightEnds.keys()) highlightEnds.set(nodeId, 0);
      requestFrame();
    },
  };
};

/** Returns the signal for a key. The signal is created on first use. */
const getSignal = <T>(signals: Map<string, Signal<T>>, key: string, first: T): Signal<T> =>
  getOrCreate(signals, key, () => signal(first));

/** The list of graphs and the id of the open graph, whose execution is tracked. */
interface TrackedGraphs {
  readonly list: ReadonlySignal<readonly { readonly id: string; readonly state: string }[]>;
  readonly openId: ReadonlySignal<string | undefined>;
}

/** If no event arrives for this many milliseconds, time may be paused, so missing values have to be requested. */
const pollAfterSilenceMs = 150;

/**
 * Updates the open graph's execution activity from events. Values that no event has reported are requested: when a
 * running graph is opened, after a reconnect, and while time is paused.
 * @returns a function that stops tracking
 */
export const trackExecution = (
  { client, hub, reconnectCount, eventGap }: Pick<Session, 'client' | 'hub' | 'reconnectCount' | 'eventGap'>,
  { list, openId }: TrackedGraphs,
  activity: ExecutionActivity,
): (() => void) => {
  const runningId = computed(
    () => list.value.find(({ id, state }) => id === openId.value && state === 'running')?.id,
  );
  /** The tick of the graph's latest event, and the tick of the latest values. */
  let eventTick = 0;
  let valueTick = 0;
  let hasWaited = false;

  const showValues = (ports: Parameters<ExecutionActivity['setPortValues']>[0], tick: number): void => {
    valueTick = Math.max(valueTick, tick);
    activity.setPortValues(ports, tick);
  };
  const stopFollowing = effect(() => {
    const graphId = openId.value;
    void reconnectCount.value;
    activity.clear();
    [eventTick, valueTick] = [0, 0];
    let stoppedAt = -1;
    const following = hub.value?.subscribe(
      ['node.executing', 'node.done', 'ports.updated', 'graph.stopped'],
      ({ type, data, tick, seq }) => {
        // delayed events may arrive after the run has ended
        if (data.graphId !== graphId || seq < stoppedAt) return;
        eventTick = tick;
        hasWaited = false;
        if (type === 'node.executing') activity.startNode(data.nodeId, seq);
        else if (type === 'node.done') activity.endNode(data.nodeId, seq);
        else if (type === 'ports.updated') showValues(data.ports, tick);
        else {
          stoppedAt = seq;
          activity.clear();
        }
      },
    );
    return () => endSubscription(following);
  });
  const stopResetting = effect(() => {
    if (eventGap.value) activity.resetExecuting();
  });

  const stopPolling = effect(() => {
    const graphId = runningId.value;
    void reconnectCount.value;
    if (graphId === undefined) return;
    const readValues = (): void =>
      void client
        .request('POST /api/graphs/{graphId}/ports/sync', { params: { graphId } })
        .then(({ ports, tick }) => {
          if (graphId === runningId.peek()) showValues(ports, tick);
        })
        // a graph that has stopped since holds no values
        .catch(() => {});
    readValues();
    const timer = setInterval(() => {
      if (hasWaited && eventTick > valueTick) {
        valueTick = eventTick;
        readValues();
      }
      hasWaited = true;
    }, pollAfterSilenceMs);
    return () => clearInterval(timer);
  });
  return () => {
    stopFollowing();
    stopResetting();
    stopPolling();
  };
};
