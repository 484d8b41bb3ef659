import type { EventData } from '#spec/events.ts';
import type { StepCounter } from '../kernels/stopwatch.ts';
import type { Occurrences } from '../nodes/dsl/handler-context.ts';
import type { Activation, HaltedActivation } from './activation-executor.ts';
import type { BoundGraph, BoundNode } from './bind-graph.ts';
import type { PendingLatent } from '../kernels/latent-queue.ts';
import type { NodeJobs } from './node-jobs.ts';
import type { PortSamples } from './port-samples.ts';
import type { SeededRandom } from './seeded-random.ts';

export type StopReason = EventData<'graph.stopped'>['reason'];

/** The part of a node that survives a reload of its graph: everything except its connections. */
export interface NodeMemory {
  readonly nodeId: string;
  readonly category: string;
  readonly run: GraphRunState;
  /** Latent runs that are scheduled but not yet due. */
  readonly pending: Set<PendingLatent<NodeMemory>>;
  /** Durations, in ticks, of the runs that are queued after the pending run. */
  queuedTicks: number[];
  /** Numbers of the node's running jobs. */
  jobs: number[];
  /** Ids of everything that the node has started and whose end the node awaits. */
  readonly awaitedIds: Set<string>;
  /** Releases what the node holds outside its graph. */
  dispose: (() => void) | undefined;
  hasWarned: boolean;
  /** Whether a rejection because of an exceeded limit was already reported to the node. */
  hasReportedRejection: boolean;
  random: SeededRandom | undefined;
}

/** Creates the memory of a node that has not requested anything yet. */
export const createNodeMemory = (nodeId: string, category: string, run: GraphRunState): NodeMemory => ({
  nodeId,
  category,
  run,
  pending: new Set(),
  queuedTicks: [],
  jobs: [],
  awaitedIds: new Set(),
  dispose: undefined,
  hasWarned: false,
  hasReportedRejection: false,
  random: undefined,
});

/** An occurrence that waits until the graph handles it. */
export type QueuedOccurrence = {
  [K in keyof Occurrences]: { readonly kind: K; readonly occurrence: Occurrences[K] };
}[keyof Occurrences];

/** Occurrences that a graph's queue dropped and that have not been reported yet. */
export interface DroppedEvents {
  count: number;
  /** The first node that missed an occurrence. */
  by: string;
  /** The number of dropped occurrences that the graph sent to itself. `ownSize` is their size. */
  own: number;
  ownSize: number;
  /** The first frame in which the dropped occurrences may be reported. */
  tellFrom: number;
}

/** The part of a run that stays the same when the graph's program is replaced. */
export interface GraphRunState {
  readonly graphId: string;
  readonly name: string;
  phase: 'running' | 'stopping' | 'stopped';
  readonly clock: RunClock;
  /** Number of latent runs that are scheduled or queued, plus the number of awaited completions. */
  latents: number;
  /** Number of running jobs. */
  jobs: number;
  /** Rate limit for the console lines that the graph's nodes write. */
  readonly logRate: LogRateState;
}

/** A running program with the memory of its nodes. */
export interface BoundRun {
  graph: BoundGraph;
  samples: PortSamples;
  /** Node memory by node id. Only nodes that have requested a service have memory. */
  memory: ReadonlyMap<string, NodeMemory>;
  /** Nodes whose state has not been created yet. */
  uninitializedNodes: readonly BoundNode[];
}

export interface GraphRun extends GraphRunState, BoundRun {
  /** The run's position in the order in which graphs were started. */
  readonly startOrder: number;
  isReportedIdle: boolean;
  queue: QueuedOccurrence[];
  /** Total size of the queue, in values and characters. */
  waitingSize: number;
  /** The occurrences that the queue dropped. */
  readonly droppedEvents: DroppedEvents;
  /** The activation that is suspended at a breakpoint. */
  halted: HaltedActivation | undefined;
  /** The activations that were deferred since the graph was suspended. */
  backlog: { readonly activation: Activation; readonly occurrence: unknown }[];
  /** Steps used in the current tick, or in the last tick in which the graph ran. */
  usedSteps: number;
  /** Whether the graph skips the current tick, so that new activations wait. */
  skipsTick: boolean;
  /** Number of ticks since the graph last ran. */
  ticksWaited: number;
}

/**
 * The number of frames and the simulated time since a graph started. Both are computed on demand, so that a tick
 * doesn't have to update every graph.
 */
export class RunClock {
  readonly #clock: StepCounter;
  /** The step before the graph's first step. Each skipped step moves this value one step later. */
  #start: number;
  /** Simulated seconds up to `#gatheredAt`, the step since which all steps have had the current length. */
  #gathered = 0;
  #gatheredAt: number;
  stop: { readonly frame: number; readonly elapsed: number } | undefined;

  /** @param clock counts steps for all graphs */
  constructor(clock: StepCounter) {
    this.#clock = clock;
    this.#start = clock.steps;
    this.#gatheredAt = clock.steps;
  }

  /** Number of steps in which the graph ran. */
  get frame(): number {
    return this.stop ? this.stop.frame : this.#clock.steps - this.#start;
  }

  /** Total simulated seconds of all steps. */
  get elapsed(): number {
    if (this.stop) return this.stop.elapsed;
    return this.#gathered + this.#clock.toSeconds(this.#clock.steps - this.#gatheredAt);
  }

  /** Simulated seconds of the latest step. */
  get deltaTime(): number {
    return this.#clock.stepSeconds;
  }

  /** Must be called before the length of steps changes. */
  rebase(): void {
    this.#gathered = this.elapsed;
    this.#gatheredAt = this.#clock.steps;
  }

  skipStep(): void {
    this.#start += 1;
  }

  end(): void {
    const { frame, elapsed } = this;
    this.stop = { frame, elapsed };
  }
}

/** Advances the clocks of all running graphs by one step of the given number of simulated seconds. */
export const advanceRunClocks = (
  clock: StepCounter,
  seconds: number,
  running: Iterable<{ readonly clock: RunClock }>,
): void => {
  if (seconds !== clock.stepSeconds) for (const run of running) run.clock.rebase();
  clock.advance(seconds);
};

/** Number of frames between two reports of dropped lines, so that the reports themselves do not flood the console. */
const reportIntervalFrames = 60;

/**
 * The rate limit state of one graph's console lines. The state is plain data, because every tick checks it for every
 * running graph.
 */
export interface LogRateState {
  written: number;
  /** Number of lines that were dropped and not reported yet. */
  left: number;
  /** The first node whose line was dropped. */
  by: string;
  /** Number of frames until the next report. */
  silence: number;
}

export const createLogRateState = (): LogRateState => ({ written: 0, left: 0, by: '', silence: 0 });

/**
 * Starts a new tick.
 * @returns whether there are dropped lines to report now
 */
export const beginLogTick = (lines: LogRateState): boolean => {
  lines.written = 0;
  if (lines.silence > 0) lines.silence -= 1;
  return lines.left > 0 && lines.silence === 0;
};

/** Returns whether no dropped lines have to be reported, neither now nor later. */
export const isLogQuiet = ({ written, left, silence }: LogRateState): boolean =>
  written === 0 && left === 0 && silence === 0;

/**
 * Counts a line.
 * @returns whether the line may be written
 */
export const admitLine = (lines: LogRateState, nodeId: string, limit: number): boolean => {
  lines.written += 1;
  if (lines.written <= limit) return true;
  if (lines.left === 0) lines.by = nodeId;
  lines.left += 1;
  return false;
};

/** Returns the number of dropped lines that were not reported yet, and the first node whose line was dropped. */
export const takeDroppedLines = (
  lines: LogRateState,
): { readonly count: number; readonly nodeId: string } | undefined => {
  if (lines.left === 0) return undefined;
  const dropped = { count: lines.left, nodeId: lines.by };
  lines.left = 0;
  lines.silence = reportIntervalFrames;
  return dropped;
};

export const dropPendingWork = (memory: NodeMemory, jobs: NodeJobs<NodeMemory>): void => {
  const { run, pending, queuedTicks, awaitedIds } = memory;
  run.latents -= pending.size + queuedTicks.length + awaitedIds.size;
  for (const entry of pending) entry.owner = undefined;
  pending.clear();
  memory.queuedTicks = [];
  run.jobs -= memory.jobs.length;
  for (const job of memory.jobs) jobs.abort(job);
  memory.jobs = [];
  awaitedIds.clear();
};

/** Drops everything that a removed node has started or still holds. */
export const disposeNode = (memory: NodeMemory | undefined, jobs: NodeJobs<NodeMemory>): void => {
  if (!memory) return;
  dropPendingWork(memory, jobs);
  memory.dispose?.();
  memory.dispose = undefined;
};
