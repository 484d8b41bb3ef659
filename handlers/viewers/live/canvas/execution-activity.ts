import { computed, effect, type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { endSubscription, getOrCreate } from '../session/store-helpers.ts';
import { createPulseTracker, type Pulse } from './pulse-tracker.ts';
import type { PortValue } from '../graphs/graph-types.ts';
import type { Session } from '../session/session.ts';

interface PortValueChange {
  readonly portId: string;
  readonly value: PortValue;
}

/**
 * Tracks what executes in a graph. Thousands of events may arrive, so changes are published only once per frame, and
 * values at most ten times a second, in separate signals for each node and port.
 */
export interface ExecutionActivity {
  /** Whether a node was reached a moment ago, is still executing, or is reached all the time. */
  getNodePulse(nodeId: string): ReadonlySignal<Pulse | undefined>;
  /** Whether a trigger was reached, by the name of the port at which the node was entered, or which it has fired. */
  getTriggerPulse(nodeId: string, portName: string): ReadonlySignal<Pulse | undefined>;
  /** Whether a port's value changed. */
  getValuePulse(portId: string): ReadonlySignal<Pulse | undefined>;
  /** A port's latest value, or `undefined` until a value has arrived. */
  getPortValue(portId: string): ReadonlySignal<PortValue | undefined>;
  /** Whether the values are those of the latest call by another graph, because the graph does not run by itself. */
  readonly hasValuesOfCall: ReadonlySignal<boolean>;
  /** Whether a node was reached in this run. */
  wasReached(nodeId: string): ReadonlySignal<boolean>;
  /**
   * Whether a node is the last that was reached. While the graph runs, nodes that are reached all the time don't count.
   */
  isLastReached(nodeId: string): ReadonlySignal<boolean>;
  /** The message of the last error that a node has caused in this run. */
  getError(nodeId: string): ReadonlySignal<string | undefined>;
  /** Whether the graph is stopped or has nothing left to do, so that its values are no longer current. */
  readonly isResting: ReadonlySignal<boolean>;
  /**
   * Records that a node has started to execute.
   * @param portName the trigger at which the node was entered, or which the node has fired by itself
   * @param seq the start event's sequence number; because events are coalesced, the end of an execution may be reported
   * before its start
   */
  startNode(nodeId: string, portName: string, seq: number): void;
  endNode(nodeId: string, seq: number): void;
  failNode(nodeId: string, message: string): void;
  /** Ends the pulses of executing nodes. Called after events were lost, because their ends may be among them. */
  resetExecuting(): void;
  /**
   * Stores the values that ports had in a tick, except for ports with a value from a later tick.
   * @param isOfCall whether the values are those of a call by another graph
   */
  setPortValues(ports: readonly PortValueChange[], tick: number, isOfCall?: boolean): void;
  setResting(isResting: boolean): void;
  /** Ends all pulses because the graph has stopped. Values and errors remain. */
  endRun(): void;
  /** Clears everything, because another graph was opened or another run has started. */
  clear(): void;
}

/** How long a node stays lit. The style sheet lets the light decay afterwards. */
const litMs = 100;
/** How long a dash moves along a wire, as the token `--m-pulse` says. */
const dashMs = 800;
const valueIntervalMs = 100;

type RequestFrame = (callback: (time: number) => void) => void;

export const createExecutionActivity = (nextFrame: RequestFrame): ExecutionActivity => {
  const values = new Map<string, Signal<PortValue | undefined>>();
  const errors = new Map<string, Signal<string | undefined>>();
  const reached = new Map<string, Signal<boolean>>();
  const lastReached = new Map<string, Signal<boolean>>();
  const isResting = signal(true);
  const hasValuesOfCall = signal(false);
  /** The sequence numbers of start events, keyed by the id of the executing node. */
  const executing = new Map<string, number>();
  const ended = new Map<string, number>();
  const nodePulses = createPulseTracker({ lengthMs: litMs, isHeld: (nodeId) => executing.has(nodeId) });
  const triggerPulses = createPulseTracker({ lengthMs: dashMs });
  const valuePulses = createPulseTracker({ lengthMs: dashMs });
  /** The nodes that have started since the last frame. */
  const startedNodes = new Set<string>();
  /** The nodes that were reached in this run, but not all the time. The last one was reached last. */
  const singleNodes = new Set<string>();
  let lastNode: string | undefined;
  let markedNode: string | undefined;
  /** The values that have arrived since they were last published, and the tick of each port's latest value. */
  const pendingValues = new Map<string, PortValue>();
  const ticks = new Map<string, number>();
  let publishedAt = Number.NEGATIVE_INFINITY;
  let isFrameRequested = false;

  const requestFrame = (): void => {
    if (isFrameRequested) return;
    isFrameRequested = true;
    nextFrame(update);
  };

  /** Publishes the pending values, unless values were published a moment ago. */
  const publishValues = (time: number): void => {
    if (pendingValues.size === 0 || time - publishedAt < valueIntervalMs) return;
    publishedAt = time;
    for (const [portId, value] of pendingValues) getSignal(values, portId, undefined).value = value;
    pendingValues.clear();
  };
  const rememberStarted = (): void => {
    for (const nodeId of startedNodes) {
      getSignal(reached, nodeId, false).value = true;
      lastNode = nodeId;
      singleNodes.delete(nodeId);
      if (nodePulses.get(nodeId).peek()?.kind !== 'steady') singleNodes.add(nodeId);
    }
    startedNodes.clear();
  };
  const markLastReached = (): void => {
    const last = [...singleNodes].at(-1) ?? (isResting.peek() ? lastNode : undefined);
    if (last === markedNode) return;
    if (markedNode !== undefined) getSignal(lastReached, markedNode, false).value = false;
    if (last !== undefined) getSignal(lastReached, last, false).value = true;
    markedNode = last;
  };

  const update = (time: number): void => {
    isFrameRequested = false;
    publishValues(time);
    const isUnfinished = [nodePulses, triggerPulses, valuePulses].map((tracker) => tracker.update(time));
    rememberStarted();
    markLastReached();
    if (isUnfinished.includes(true) || pendingValues.size > 0) requestFrame();
  };
  const endPulses = (): void => {
    executing.clear();
    for (const tracker of [nodePulses, triggerPulses, valuePulses]) tracker.clear();
  };

  return {
    getNodePulse: nodePulses.get,
    getTriggerPulse: (nodeId, portName) => triggerPulses.get(`${nodeId} ${portName}`),
    getValuePulse: valuePulses.get,
    getPortValue: (portId) => getSignal(values, portId, undefined),
    wasReached: (nodeId) => getSignal(reached, nodeId, false),
    isLastReached: (nodeId) => getSignal(lastReached, nodeId, false),
    getError: (nodeId) => getSignal(errors, nodeId, undefined),
    isResting,
    hasValuesOfCall,
    startNode(nodeId, portName, seq) {
      if (seq > (ended.get(nodeId) ?? -1)) executing.set(nodeId, seq);
      startedNodes.delete(nodeId);
      startedNodes.add(nodeId);
      nodePulses.reach(nodeId);
      triggerPulses.reach(`${nodeId} ${portName}`);
      requestFrame();
    },
    endNode(nodeId, seq) {
      ended.set(nodeId, seq);
      if (seq > (executing.get(nodeId) ?? -1)) executing.delete(nodeId);
      requestFrame();
    },
    failNode(nodeId, message) {
      getSignal(errors, nodeId, undefined).value = message;
    },
    resetExecuting() {
      executing.clear();
      requestFrame();
    },
    setPortValues(ports, tick, isOfCall = false) {
      hasValuesOfCall.value = isOfCall;
      for (const { portId, value } of ports) {
        if ((ticks.get(portId) ?? tick) > tick) continue;
        ticks.set(portId, tick);
        pendingValues.set(portId, value);
        valuePulses.reach(portId);
      }
      requestFrame();
    },
    setResting(next) {
      isResting.value = next;
      requestFrame();
    },
    endRun() {
      endPulses();
      requestFrame();
    },
    clear() {
      endPulses();
      ended.clear();
      startedNodes.clear();
      singleNodes.clear();
      lastNode = undefined;
      pendingValues.clear();
      ticks.clear();
      hasValuesOfCall.value = false;
      for (const value of values.values()) value.value = undefined;
      for (const error of errors.values()) error.value = undefined;
      for (const wasReached of reached.values()) wasReached.value = false;
      requestFrame();
    },
  };
};

/** Returns the signal for a key. The signal is created on first use. */
const getSignal = <T>(signals: Map<string, Signal<T>>, key: string, first: T): Signal<T> =>
  getOrCreate(signals, key, () => signal(first));

/** The list of graphs and the id of the open graph, whose execution is tracked. */
interface TrackedGraphs {
  readonly list: ReadonlySignal<
    readonly { readonly id: string; readonly state: string; readonly idle: boolean }[]
  >;
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
    /** When the run began or ended, as a sequence number. */
    let changedAt = -1;
    /** Whether the graph runs by itself, as the latest event says, because the list of graphs is updated later. */
    let isRunning: boolean | undefined;
    const following = hub.value?.subscribe(
      ['node.executing', 'node.done', 'ports.updated', 'graph.running', 'graph.stopped', 'console.log'],
      ({ type, data, tick, seq }) => {
        // delayed events may arrive after the run has ended
        if (data.graphId !== graphId || seq < changedAt) return;
        if (type === 'console.log') {
          if (data.severity === 'error' && data.nodeId !== undefined)
            activity.failNode(data.nodeId, data.message);
          return;
        }
        const isOfCall = 'caller' in data && data.caller !== undefined;
        if (!isOfCall) {
          eventTick = tick;
          hasWaited = false;
        }
        if (type === 'node.executing') activity.startNode(data.nodeId, data.port, seq);
        else if (type === 'node.done') activity.endNode(data.nodeId, seq);
        else if (type === 'ports.updated') {
          if (!isOfCall) showValues(data.ports, tick);
          // a call has values of its own, which must not replace those of the graph's own run
          else if (!(isRunning ?? runningId.peek() === graphId))
            activity.setPortValues(data.ports, tick, true);
        } else {
          changedAt = seq;
          isRunning = type === 'graph.running';
          if (type === 'graph.running') activity.clear();
          else activity.endRun();
        }
      },
    );
    return () => endSubscription(following);
  });
  const stopResetting = effect(() => {
    if (eventGap.value) activity.resetExecuting();
  });

  const stopResting = effect(() => {
    const graph = list.value.find(({ id }) => id === openId.value);
    activity.setResting(graph?.state !== 'running' || graph.idle);
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
    stopResting();
    stopPolling();
  };
};
