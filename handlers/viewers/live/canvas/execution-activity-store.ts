import { signal } from '@preact/signals';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { PortValue } from '../graphs/graph-types.ts';

interface PortValueChange {
  readonly portId: string;
  readonly value: PortValue;
}

/**
 * Tracks what executes in a graph. Events arrive by the thousand, so changes are published once per frame, in one
 * signal per node and port.
 */
export interface ExecutionActivity {
  /** Whether a node executes, or did a moment ago. */
  isHighlighted(nodeId: string): ReadonlySignal<boolean>;
  /** The last value of a port; undefined until one arrives. */
  getPortValue(portId: string): ReadonlySignal<PortValue | undefined>;
  /**
   * @param seq number of the start event: with coalesced events, the end of an execution may arrive before its start
   */
  startNode(nodeId: string, seq: number): void;
  endNode(nodeId: string, seq: number): void;
  /** Turns off all highlights after events were lost, since it is unknown which nodes execute. */
  resetExecuting(): void;
  /** Stores the values of ports in a tick, unless newer ones are known. */
  setPortValues(ports: readonly PortValueChange[], tick: number): void;
  /** Clears everything for another graph or another run. */
  clear(): void;
}

/** How long the highlight stays after an execution, in milliseconds. */
const highlightMs = 350;

type RequestFrame = (callback: (time: number) => void) => void;

export const createExecutionActivity = (nextFrame: RequestFrame): ExecutionActivity => {
  const highlighted = new Map<string, Signal<boolean>>();
  const values = new Map<string, Signal<PortValue | undefined>>();
  /** Number of the start event by node id. */
  const executing = new Map<string, number>();
  const ended = new Map<string, number>();
  /** Nodes that started since the last frame, and when the other highlights end. */
  const executedNodes = new Set<string>();
  const highlightEnds = new Map<string, number>();
  /** Values that arrived since the last frame, and when each port got its last one. */
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

/** Returns the signal of a key, creating it on first use. */
const getOrCreateSignal = <T>(signals: Map<string, Signal<T>>, key: string, first: T): Signal<T> => {
  const entry = signals.get(key) ?? signal(first);
  signals.set(key, entry);
  return entry;
};
