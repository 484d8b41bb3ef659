import { measureValue } from '../values/value-size.ts';
import type { Json } from '#spec/values.ts';

/**
 * How much a graph may do before the engine stops it, so that no graph can hold up the others; and how much a runtime
 * holds, beyond which actions are refused and console lines are counted only.
 */
export interface Limits {
  /** Steps that one event may set off: activations, values that are worked out, and what large values take. */
  readonly stepsPerActivation: number;
  /**
   * Steps of all graphs together in one second of real time, in equal parts for each tick: when they would take more, they
   * have their turns in different ticks.
   */
  readonly stepsPerSecond: number;
  /** Steps of one graph in one tick. */
  readonly stepsPerTick: number;
  /** Emissions that wait for another to run to its end; also how deep lazy inputs may nest. */
  readonly stackDepth: number;
  /** Latent runs that one graph may have pending. */
  readonly pendingLatents: number;
  /** Jobs outside the runtime that one graph may have under way. */
  readonly pendingJobs: number;
  /** Occurrences that one graph may have waiting for its turn. */
  readonly waitingEvents: number;
  /** Values and characters in the custom events and variables among them. */
  readonly waitingSize: number;
  /** Console lines that the nodes of one graph may write in one tick. */
  readonly linesPerTick: number;
  /** Objects in the scene, whoever made them. */
  readonly objects: number;
  /** Tweens at the same time, whoever started them. */
  readonly tweens: number;
  /** Sounds at the same time, whoever started them. */
  readonly sounds: number;
  /** Clips that play on objects at the same time, whoever started them. */
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
 * How often a step counts in the limits of a tick that is taken for heavy work, such as large values, searches, actions and
 * console lines: there steps stand for time, and such a step takes many times as long as an activation.
 */
export const heavyStepWeight = 10;

/** Steps for what takes much longer than an activation. */
export const stepCosts = { line: 50, action: 100, objectMade: 50, property: 20 } as const;

/** Objects that an action looks at, for the price of a step. */
export const objectsPerStep = 4;

/** What a node reads of a text, or of a list or object, for the price of a step. */
const charactersPerStep = 100;
const valuesPerStep = 1_000;

/** Steps that it takes to read a value, beside the one for reading anything: what is large takes its time. */
export const getReadCost = (value: Json): number => {
  if (typeof value === 'string') return Math.floor(value.length / charactersPerStep);
  if (typeof value !== 'object' || value === null) return 0;
  return Math.floor(measureValue(value).size / valuesPerStep);
};

/** The end of a graph that broke a limit or whose node threw, with the node to blame. */
export class ExecutionError extends Error {
  readonly nodeId: string;
  readonly reason: 'executionLimit' | 'error';

  constructor(nodeId: string, reason: ExecutionError['reason'], message: string) {
    super(message);
    this.nodeId = nodeId;
    this.reason = reason;
  }

  /** Blames a node for a failure, unless a node closer to it was blamed already. */
  static from(failure: unknown, nodeId: string): ExecutionError {
    if (failure instanceof ExecutionError) return failure;
    return new ExecutionError(nodeId, 'error', failure instanceof Error ? failure.message : String(failure));
  }
}
