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
  /** Scheduled and not yet due. */
  readonly pending: Set<PendingLatent<NodeMemory>>;
  /** Durations in ticks of the runs that queue behind the pending one. */
  queuedTicks: number[];
  /** Numbers of its running jobs. */
  jobs: number[];
  /** Ids of what it has started and whose end it awaits. */
  readonly awaitedIds: Set<string>;
  /** Releases what it holds outside its graph. */
  dispose: (() => void) | undefined;
  hasWarned: boolean;
  /** Whether a rejection for an exceeded limit was already reported to it. */
  hasReportedRejection: boolean;
  random: SeededRandom | undefined;
}

/** The memory of a node that has not requested anything yet. */
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

/** An occurrence that waits for the turn of a graph. */
export type QueuedOccurrence = {
  [K in keyof Occurrences]: { readonly kind: K; readonly occurrence: Occurrences[K] };
}[keyof Occurrences];

/** Occurrences that the queue of a graph dropped and that were not reported yet. */
export interface DroppedEvents {
  count: number;
  /** The first node that missed one. */
  by: string;
  /** The number and size of those that the graph has sent to itself. */
  own: number;
  ownSize: number;
  /** The first frame in which they may be reported. */
  tellFrom: number;
}

/** The part of a run that stays the same when its program is replaced. */
export interface GraphRunState {
  readonly graphId: string;
  readonly name: string;
  phase: 'running' | 'stopping' | 'stopped';
  readonly clock: RunClock;
  /** Latent runs that are scheduled or queued, and awaited completions. */
  latents: number;
  /** Running jobs. */
  jobs: number;
  /** Rate limit of the console lines that its nodes write. */
  readonly logRate: LogRateState;
}

/** A program in execution, with the memory of its nodes. */
export interface BoundRun {
  graph: BoundGraph;
  samples: PortSamples;
  /** The memory of nodes by id, only for those that have requested a service. */
  memory: ReadonlyMap<string, NodeMemory>;
  /** Nodes whose state is not created yet. */
  uninitializedNodes: readonly BoundNode[];
}

/** A graph from its start to its stop. */
export interface GraphRun extends GraphRunState, BoundRun {
  /** Its position in the order of starts. */
  readonly startOrder: number;
  /** Whether it was reported as idle. */
  isReportedIdle: boolean;
  queue: QueuedOccurrence[];
  /** Values and characters in the queue. */
  waitingSize: number;
  /** What the queue dropped. */
  readonly droppedEvents: DroppedEvents;
  /** The activation that is suspended at a breakpoint. */
  halted: HaltedActivation | undefined;
  /** The activations deferred since then. */
  backlog: { readonly activation: Activation; readonly occurrence: unknown }[];
  /** Steps used in the current tick, or in the last one in which it ran. */
  usedSteps: number;
  /** Whether it skips this tick, so that new activations wait. */
  skipsTick: boolean;
  /** Ticks since its last turn. */
  ticksWaited: number;
}
