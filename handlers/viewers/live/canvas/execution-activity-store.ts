import { signal } from '@preact/signals';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { PortValue } from '../graphs/graph-types.ts';

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
    for (const [portId, value] of pendingValues) getOrCreateSignal(values, portId, undefined).value = value;
    pendingValues.clear();
    for (const nodeId of executedNodes) highlightEnds.set(nodeId, time + highlightMs);
    executedNodes.clear();
    for (const [nodeId, endsAt] of highlightEnds) {
      const hasEnded = endsAt <= time && !executing.has(nodeId);
      getOrCreateSignal(highlighted, nodeId, false).value = !hasEnded;
      if (hasEnded) highlightEnds.delete(nodeId);
    }
    if ([...highlightEnds.keys()].some((nodeId) => !executing.has(nodeId))) requestFrame();
  };

  return {
    isHighlighted: (nodeId) => getOrCreateSignal(highlighted, nodeId, false),
    getPortValue: (portId) => getOrCreateSignal(values, portId, undefined),
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
const getOrCreateSignal = <T>(signals: Map<string, Signal<T>>, key: string, first: T): Signal<T> => {
  const entry = signals.get(key) ?? signal(first);
  signals.set(key, entry);
  return entry;
};
