import type { EventData } from '#spec/events.ts';
import type { Occurrences } from '../nodes/dsl/handler-context.ts';
import type { BoundGraph, BoundNode } from './bind-graph.ts';
import type { RunClock } from './run-clock.ts';
import type { Activation, HaltedActivation } from './activation-executor.ts';
import type { LogRateState } from './log-rate-limiter.ts';
import type { PendingLatent } from './latent-queue.ts';
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

/** One run of a graph, from its start to its stop. */
export interface GraphRun extends GraphRunState, BoundRun {
  /** The run's position in the order in which graphs were started. */
  readonly startOrder: number;
  /** Whether the graph was reported as idle. */
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
