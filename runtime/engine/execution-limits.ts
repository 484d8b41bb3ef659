import { measureValue } from '../values/value-size.ts';
import type { Json } from '#spec/values.ts';

/**
 * How much a graph may do before the engine stops the graph, so that no graph can block the others. Also limits the
 * capacity of a runtime: beyond this capacity, actions are rejected, and console lines are only counted.
 */
export interface Limits {
  /** The number of steps that one event may cause, including activations, evaluations, and charges for large values. */
  readonly stepsPerActivation: number;
  /**
   * The number of steps of all graphs together per second of real time, divided equally among the ticks. Graphs that
   * would exceed the share of a tick run in different ticks.
   */
  readonly stepsPerSecond: number;
  /** The number of steps that one graph may use in one tick. */
  readonly stepsPerTick: number;
  /** The number of steps between two checks of whether a tick should yield. */
  readonly stepsBetweenYieldChecks: number;
  /** The maximum nesting depth of emissions and of lazy inputs. */
  readonly stackDepth: number;
  /** The number of latent runs that one graph may have pending. */
  readonly pendingLatents: number;
  /** The number of jobs outside the runtime that one graph and the graphs that it has called may have running. */
  readonly pendingJobs: number;
  /** The maximum depth to which calls of graphs may be nested. */
  readonly callDepth: number;
  /** The maximum number of nodes in all calls that have not ended. A call counts as at least one node. */
  readonly calledNodes: number;
  /** The maximum number of occurrences in one graph's queue. */
  readonly waitingEvents: number;
  /** The maximum number of values and characters in one graph's queued custom events and variables. */
  readonly waitingSize: number;
  /** The number of console lines that the nodes of one graph may write in one tick. */
  readonly linesPerTick: number;
  /** The maximum number of objects in the scene, regardless of what has created them. */
  readonly objects: number;
  /** The maximum number of simultaneous tweens, regardless of what has started them. */
  readonly tweens: number;
  /** The maximum number of simultaneous sounds, regardless of what has started them. */
  readonly sounds: number;
  /** The maximum number of simultaneous animation playbacks, regardless of what has started them. */
  readonly playbacks: number;
}

export const defaultLimits: Limits = {
  stepsPerActivation: 100_000,
  stepsPerTick: 1_000_000,
  stepsPerSecond: 60_000_000,
  stepsBetweenYieldChecks: 500,
  stackDepth: 1_024,
  pendingLatents: 10_000,
  pendingJobs: 100,
  callDepth: 32,
  calledNodes: 20_000,
  waitingEvents: 10_000,
  waitingSize: 64_000_000,
  linesPerTick: 100,
  objects: 10_000,
  tweens: 10_000,
  sounds: 1_000,
  playbacks: 10_000,
};

/**
 * How much a step of heavy work, such as large values, searches, actions and console lines, counts toward the limits of
 * a tick. Heavy steps count more because these limits restrict time, and a heavy step takes many times as long as an
 * activation.
 */
export const heavyStepWeight = 10;

/** The number of steps charged for each kind of operation that takes much longer than an activation. */
export const stepCosts = { line: 50, action: 100, objectMade: 50, property: 20 } as const;

/** The number of objects that an action may examine per charged step. */
export const objectsPerStep = 4;

/** The number of characters that a node may read per charged step. */
const charactersPerStep = 100;
const valuesPerStep = 1_000;

/** Returns the additional steps charged for reading a value, which are in proportion to the value's size. */
export const getReadCost = (value: Json): number => {
  if (typeof value === 'string') return Math.floor(value.length / charactersPerStep);
  if (typeof value !== 'object' || value === null) return 0;
  return Math.floor(measureValue(value).size / valuesPerStep);
};

/**
 * Thrown to stop a graph that has exceeded a limit or whose node has thrown an error. The error names the responsible
 * node.
 */
export class ExecutionError extends Error {
  readonly nodeId: string;
  readonly reason: 'executionLimit' | 'error';

  constructor(nodeId: string, reason: ExecutionError['reason'], message: string) {
    super(message);
    this.nodeId = nodeId;
    this.reason = reason;
  }

  /** Attributes a failure to a node, unless the failure has already been attributed to a node closer to its cause. */
  static from(failure: unknown, nodeId: string): ExecutionError {
    if (failure instanceof ExecutionError) return failure;
    return new ExecutionError(nodeId, 'error', failure instanceof Error ? failure.message : String(failure));
  }
}
