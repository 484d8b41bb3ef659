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

/** What of a node outlives a new sync of its graph: everything but its wires. */
export interface NodeMemory {
  readonly nodeId: string;
  readonly category: string;
  readonly run: GraphRunState;
  /** Scheduled and not yet due. */
  readonly pending: Set<PendingLatent<NodeMemory>>;
  /** Ticks to wait, for runs that queue behind the pending one. */
  queuedTicks: number[];
  /** Numbers of the jobs that are under way outside. */
  jobs: number[];
  /** Ids of what it has begun and whose end it awaits. */
  readonly awaitedIds: Set<string>;
  /** Gives back what it holds outside its graph. */
  dispose: (() => void) | undefined;
  hasWarned: boolean;
  /** Whether it was told that something of which there is too much was refused to it. */
  hasReportedRejection: boolean;
  random: SeededRandom | undefined;
}

/** What a node remembers that has asked for nothing yet. */
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

/** Something for the event nodes of a graph, waiting for the graph's turn. */
export type QueuedOccurrence = {
  [K in keyof Occurrences]: { readonly kind: K; readonly occurrence: Occurrences[K] };
}[keyof Occurrences];

/** What found no room among what waits for a graph, and was not told of. */
export interface DroppedEvents {
  count: number;
  /** The node that was the first to miss something. */
  by: string;
  /** How much of it the graph has sent to itself, and of what size. */
  own: number;
  ownSize: number;
  /** The first frame in which it may be told of. */
  tellFrom: number;
}

/** What the nodes of a running graph share, whatever program it runs. */
export interface GraphRunState {
  readonly graphId: string;
  readonly name: string;
  phase: 'running' | 'stopping' | 'stopped';
  readonly clock: RunClock;
  /** Latent runs scheduled or queued, and what has begun and is to end. */
  latents: number;
  /** Jobs under way outside. */
  jobs: number;
  /** Console lines that its nodes write. */
  readonly logRate: LogRateState;
}

/** A program at work, with what its nodes remember. */
export interface BoundRun {
  graph: BoundGraph;
  samples: PortSamples;
  /** What nodes remember, by id; of those alone that have asked for a service. */
  memory: ReadonlyMap<string, NodeMemory>;
  /** Nodes whose state is still to be made. */
  uninitializedNodes: readonly BoundNode[];
}

/** A graph from its start to its stop. */
export interface GraphRun extends GraphRunState, BoundRun {
  /** Its place in the order of starts. */
  readonly startOrder: number;
  /** Whether it is among those whose work was told to be over. */
  isReportedIdle: boolean;
  queue: QueuedOccurrence[];
  /** Values and characters in what is queued. */
  waitingSize: number;
  /** What found no room in it. */
  readonly droppedEvents: DroppedEvents;
  /** What stands still at a breakpoint. */
  halted: HaltedActivation | undefined;
  /** What came up since then. */
  backlog: { readonly activation: Activation; readonly occurrence: unknown }[];
  /** Steps used in the current tick, or in the last one in which it had its turn. */
  usedSteps: number;
  /** Whether it has no turn in this tick; what comes up waits. */
  skipsTick: boolean;
  /** Ticks since its last turn. */
  ticksWaited: number;
}
