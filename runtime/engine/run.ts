import type { EventData } from '#spec/events.ts';
import type { Occurrences } from '../nodes/grammar/context.ts';
import type { BoundGraph, BoundNode } from './bind.ts';
import type { Course } from './course.ts';
import type { Activation, Halted } from './executor.ts';
import type { Lines } from './lines.ts';
import type { Pending } from './latents.ts';
import type { PortSamples } from './port-samples.ts';
import type { Random } from './random.ts';

export type StopReason = EventData<'graph.stopped'>['reason'];

/** What of a node outlives a new sync of its graph: everything but its wires. */
export interface NodeMemory {
  readonly nodeId: string;
  readonly category: string;
  readonly run: RunFacts;
  /** Scheduled and not yet due. */
  readonly pending: Set<Pending<NodeMemory>>;
  /** Ticks to wait, for runs that queue behind the pending one. */
  waiting: number[];
  /** Numbers of the jobs that are under way outside. */
  jobs: number[];
  /** Ids of what it has begun and whose end it awaits. */
  readonly awaited: Set<string>;
  /** Gives back what it holds outside its graph. */
  release: (() => void) | undefined;
  warned: boolean;
  /** Whether it was told that something of which there is too much was refused to it. */
  refused: boolean;
  random: Random | undefined;
}

/** What a node remembers that has asked for nothing yet. */
export const newMemory = (nodeId: string, category: string, run: RunFacts): NodeMemory => ({
  nodeId,
  category,
  run,
  pending: new Set(),
  waiting: [],
  jobs: [],
  awaited: new Set(),
  release: undefined,
  warned: false,
  refused: false,
  random: undefined,
});

/** Something for the event nodes of a graph, waiting for the graph's turn. */
export type Queued = {
  [K in keyof Occurrences]: { readonly kind: K; readonly occurrence: Occurrences[K] };
}[keyof Occurrences];

/** What found no room among what waits for a graph, and was not told of. */
export interface Missed {
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
export interface RunFacts {
  readonly graphId: string;
  readonly name: string;
  phase: 'running' | 'stopping' | 'stopped';
  readonly course: Course;
  /** Latent runs scheduled or queued, and what has begun and is to end. */
  latents: number;
  /** Jobs under way outside. */
  jobs: number;
  /** Console lines that its nodes write. */
  readonly lines: Lines;
}

/** A program at work, with what its nodes remember. */
export interface Work {
  graph: BoundGraph;
  samples: PortSamples;
  /** What nodes remember, by id; of those alone that have asked for a service. */
  memory: ReadonlyMap<string, NodeMemory>;
  /** Nodes whose state is still to be made. */
  unprepared: readonly BoundNode[];
}

/** A graph from its start to its stop. */
export interface Run extends RunFacts, Work {
  /** Its place in the order of starts. */
  readonly place: number;
  /** Whether it is among those whose work was told to be over. */
  isToldIdle: boolean;
  queue: Queued[];
  /** Values and characters in what is queued. */
  waitingSize: number;
  /** What found no room in it. */
  readonly missed: Missed;
  /** What stands still at a breakpoint. */
  halted: Halted | undefined;
  /** What came up since then. */
  backlog: { readonly activation: Activation; readonly occurrence: unknown }[];
  /** Steps used in the current tick, or in the last one in which it had its turn. */
  used: number;
  /** Whether it has no turn in this tick; what comes up waits. */
  sitsOut: boolean;
  /** Ticks since its last turn. */
  waited: number;
}
