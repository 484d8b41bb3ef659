import type { Json } from '#spec/values.ts';
import type { Occurrences } from '../../../nodes/context.ts';
import type { NaiveGraph, NaiveNode } from './graph.ts';
import type { Activation, Course, Machine } from './run.ts';

/** Something that waits for the turn of a graph. */
export type Queued = {
  [K in keyof Occurrences]: { readonly kind: K; readonly occurrence: Occurrences[K] };
}[keyof Occurrences];

/** What a node keeps over a new sync. */
export interface Memory {
  readonly category: string;
  warned: boolean;
  random: (() => number) | undefined;
}

/** A graph from its start to its stop. */
export interface Run {
  readonly graphId: string;
  readonly name: string;
  graph: NaiveGraph;
  machine: Machine;
  phase: 'running' | 'stopping' | 'stopped';
  frame: number;
  elapsed: number;
  used: number;
  /** Console lines of this tick, and those left out: how many, the first by whom, and when that was told last. */
  written: number;
  left: { readonly count: number; readonly nodeId: string } | undefined;
  toldLeft: number;
  queue: Queued[];
  halted: Course | undefined;
  backlog: { readonly activation: Activation; readonly occurrence: unknown }[];
  unprepared: readonly NaiveNode[];
  memory: Map<string, Memory>;
  /** What ports held when the program began, which observers know of. */
  initial: ReadonlyMap<string, Json>;
  /** What observers were told of ports since. */
  readonly told: Map<string, Json>;
}
