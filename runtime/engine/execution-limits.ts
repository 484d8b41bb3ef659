import { measureValue } from '../values/value-size.ts';
import type { Json } from '#spec/values.ts';

/**
 * How much a graph may do before the engine stops it, so that no graph can block the others. Also the capacity of a
 * runtime, beyond which actions are rejected and console lines are only counted.
 */
export interface Limits {
  /** Steps that one event may cause: activations, evaluations, and charges for large values. */
  readonly stepsPerActivation: number;
  /**
   * Steps of all graphs together per second of real time, divided equally among ticks. Graphs that would exceed them
   * run in different ticks.
   */
  readonly stepsPerSecond: number;
  /** Steps of one graph in one tick. */
  readonly stepsPerTick: number;
  /** Nesting depth of emissions and of lazy inputs. */
  readonly stackDepth: number;
  /** Latent runs that one graph may have pending. */
  readonly pendingLatents: number;
  /** Running jobs outside the runtime that one graph may have. */
  readonly pendingJobs: number;
  /** Occurrences in the queue of one graph. */
  readonly waitingEvents: number;
  /** Values and characters in the queued custom events and variables of one graph. */
  readonly waitingSize: number;
  /** Console lines that the nodes of one graph may write in one tick. */
  readonly linesPerTick: number;
  /** Objects in the scene, from all sources. */
  readonly objects: number;
  /** Simultaneous tweens, from all sources. */
  readonly tweens: number;
  /** Simultaneous sounds, from all sources. */
  readonly sounds: number;
  /** Simultaneous animation playbacks, from all sources. */
  readonly playbacks: number;
}

export const defaultLimits: Limits = {
  stepsPerActivation: 100_000,
  stepsPerTick: 1_000_000,
  stepsPerSecond: 60_000_000,
  stackDepth: 1_024,
  pendingLatents: 10_000,
  pendingJobs: 100,
  waitingEvents: 10_000,
  waitingSize: 64_000_000,
  linesPerTick: 100,
  objects: 10_000,
  tweens: 10_000,
  sounds: 1_000,
  playbacks: 10_000,
};

/**
 * Weight in the limits of a tick for a step of heavy work, such as large values, searches, actions and console lines.
 * These limits bound time, and such a step takes many times as long as an activation.
 */
export const heavyStepWeight = 10;

/** Steps charged for operations that take much longer than an activation. */
export const stepCosts = { line: 50, action: 100, objectMade: 50, property: 20 } as const;

/** Objects that an action may examine for the price of one step. */
export const objectsPerStep = 4;

/** Characters or values that a node may read for the price of one step. */
const charactersPerStep = 100;
const valuesPerStep = 1_000;

/** Returns the extra steps for reading a value, in proportion to its size. */
export const getReadCost = (value: Json): number => {
  if (typeof value === 'string') return Math.floor(value.length / charactersPerStep);
  if (typeof value !== 'object' || value === null) return 0;
  return Math.floor(measureValue(value).size / valuesPerStep);
};

/** Stops a graph that exceeded a limit or whose node threw. It names the node that caused it. */
export class ExecutionError extends Error {
  readonly nodeId: string;
  readonly reason: 'executionLimit' | 'error';

  constructor(nodeId: string, reason: ExecutionError['reason'], message: string) {
    super(message);
    this.nodeId = nodeId;
    this.reason = reason;
  }

  /** Attributes a failure to a node, unless it is already attributed to a node closer to it. */
  static from(failure: unknown, nodeId: string): ExecutionError {
    if (failure instanceof ExecutionError) return failure;
    return new ExecutionError(nodeId, 'error', failure instanceof Error ? failure.message : String(failure));
  }
}
