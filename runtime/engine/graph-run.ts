import type { EventData } from '#spec/events.ts';
import type { PortType } from '#spec/values.ts';
import type { StepCounter } from '../kernels/stopwatch.ts';
import type { Occurrences } from '../nodes/dsl/handler-context.ts';
import type { Activation, HaltedActivation } from './activation-executor.ts';
import type { BoundGraph, BoundNode } from './bind-graph.ts';
import type { CallVariables } from './call-variables.ts';
import type { GraphProgram } from './compile-graph.ts';
import type { PendingLatent } from '../kernels/latent-queue.ts';
import type { NodeJobs } from './node-jobs.ts';
import type { PortSamples } from './port-samples.ts';
import type { SeededRandom } from './seeded-random.ts';

export type StopReason = EventData<'graph.stopped'>['reason'];

/** The part of a node that survives a reload of its graph: everything except its connections. */
export interface NodeMemory {
  readonly nodeId: string;
  readonly category: string;
  readonly run: GraphRun;
  /** Latent runs that are scheduled but not yet due. */
  readonly pending: Set<PendingLatent<NodeMemory>>;
  /** Durations, in ticks, of the runs that are queued after the pending run. */
  queuedTicks: number[];
  /** Numbers of the node's running jobs. */
  jobs: number[];
  /** Ids of everything that the node has started and whose end the node awaits. */
  readonly awaitedIds: Set<string>;
  /** The number of calls that the node has made so far. */
  callCount: number;
  /** How the node's ports and the variables of the graph that it called last correspond. */
  callSite: CallSite | undefined;
  /** Releases what the node holds outside its graph. */
  dispose: (() => void) | undefined;
  hasWarned: boolean;
  /** Whether a rejection because of an exceeded limit was already reported to the node. */
  hasReportedRejection: boolean;
  random: SeededRandom | undefined;
}

/** Creates the memory of a node that has not requested anything yet. */
export const createNodeMemory = (nodeId: string, category: string, run: GraphRun): NodeMemory => ({
  nodeId,
  category,
  run,
  pending: new Set(),
  queuedTicks: [],
  jobs: [],
  awaitedIds: new Set(),
  callCount: 0,
  callSite: undefined,
  dispose: undefined,
  hasWarned: false,
  hasReportedRejection: false,
  random: undefined,
});

/** A port of a calling node, and the variable of the called graph with the same name. */
export interface PortMapping {
  readonly slot: number;
  readonly variable: number;
  /** The type to which the value must be converted; `undefined` if the port has the type of the variable. */
  readonly type: PortType | undefined;
}

/** How the ports of a calling node correspond to the variables of the called graph. */
export interface CallSite {
  readonly caller: BoundGraph;
  readonly program: GraphProgram;
  readonly variablesVersion: number;
  readonly inputs: readonly PortMapping[];
  readonly outputs: readonly PortMapping[];
}

interface GraphCallOptions {
  readonly caller: NodeMemory;
  readonly pool: GraphCall[];
  readonly variables: CallVariables;
  createRun(call: GraphCall): GraphRun;
  end(call: GraphCall): void;
}

/** A call of a graph. The objects of ended calls are used again for later calls of the same program. */
export class GraphCall {
  readonly run: GraphRun;
  readonly variables: CallVariables;
  /** Where the call is kept after it has finished in the activation that made it. */
  readonly pool: GraphCall[];
  /** The number of the call among all calls since the runtime started. */
  id = 0;
  /** The node that has made the call. */
  caller: NodeMemory;
  /** The number of the call among those of its caller. */
  number = 0;
  /** The number of calls that are nested in one another, including this call. */
  depth = 0;
  /** Whether everything that the Start nodes fired has run. Until then, the call runs on the stack of its caller. */
  hasStarted = false;
  error: string | undefined = undefined;
  readonly #end: (call: GraphCall) => void;

  constructor({ caller, pool, variables, createRun, end }: GraphCallOptions) {
    this.caller = caller;
    this.pool = pool;
    this.variables = variables;
    this.#end = end;
    this.run = createRun(this);
  }

  /** Ends the call without a result. */
  abandon(): void {
    this.#end(this);
  }
}

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
  /** The call of a graph that is called, and not run by itself. */
  readonly call: GraphCall | undefined;
  phase: 'running' | 'stopping' | 'stopped';
  readonly clock: RunClock;
  /** Number of latent runs that are scheduled or queued, plus the number of awaited completions and calls. */
  latents: number;
  /** Number of running jobs, including those of the graphs that the graph has called. */
  jobs: number;
  /** Rate limit for the console lines that the graph's nodes write. A called graph shares the limit of its caller. */
  logRate: LogRateState;
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
  startOrder: number;
  /** Whether a node has marked its memory, or holds something outside the graph that must be released. */
  hasMarkedMemory: boolean;
  /** The calls whose Start nodes have not run to completion yet, oldest first. */
  readonly startingCalls: GraphCall[];
  /** The calls that the graph has made and that take part in ticks, oldest first. Most graphs make no calls. */
  calls: Set<GraphCall> | undefined;
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
  /** Whether deferred activations are being run at the moment. */
  isResuming: boolean;
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

  /** Begins again. The current step becomes the graph's first step. */
  restart(): void {
    this.#start = this.#clock.steps - 1;
    this.#gatheredAt = this.#start;
    this.#gathered = 0;
    this.stop = undefined;
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
  /** The first node whose line was dropped, or which called the graph of that node. */
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
export const admitLine = (memory: NodeMemory, limit: number): boolean => {
  const lines = memory.run.logRate;
  lines.written += 1;
  if (lines.written <= limit) return true;
  if (lines.left === 0) lines.by = getOutermostCaller(memory).nodeId;
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
  countJobs(run, -memory.jobs.length);
  for (const job of memory.jobs) jobs.abort(job);
  memory.jobs = [];
  awaitedIds.clear();
  if (memory.callCount > 0) for (const call of run.calls ?? []) if (call.caller === memory) call.abandon();
};

/** Returns the node of a graph that isn't called itself from which all calls come in which the given node runs. */
export const getOutermostCaller = (memory: NodeMemory): NodeMemory => {
  let outermost = memory;
  while (outermost.run.call) outermost = outermost.run.call.caller;
  return outermost;
};

/** Adds to the number of running jobs of a graph, and of the graphs that wait for it. */
export const countJobs = (run: GraphRun, count: number): void => {
  let current: GraphRun | undefined = run;
  for (; current; current = current.call?.caller.run) current.jobs += count;
};

/** Drops everything that a removed node has started or still holds. */
export const disposeNode = (memory: NodeMemory | undefined, jobs: NodeJobs<NodeMemory>): void => {
  if (!memory) return;
  dropPendingWork(memory, jobs);
  memory.dispose?.();
  memory.dispose = undefined;
};
