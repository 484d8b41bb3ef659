import type { BoundGraph, BoundNode } from './bind-graph.ts';
import type { NodeJobs } from './node-jobs.ts';
import type { NodeProgram, GraphProgram } from './graph-program.ts';
import type { NodeMemory, GraphRun } from './graph-run.ts';

type SlotPort = NodeProgram['outputs'][number];

/** Drops the pending work of a node, and aborts its jobs. */
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

/** Drops everything that a removed node has started or holds. */
export const disposeNode = (memory: NodeMemory | undefined, jobs: NodeJobs<NodeMemory>): void => {
  if (!memory) return;
  dropPendingWork(memory, jobs);
  memory.dispose?.();
  memory.dispose = undefined;
};

/** Returns the memory of the nodes that the previous program already had with the same type. */
export const carryOverMemory = (
  { nodes }: GraphProgram,
  before: ReadonlyMap<string, NodeMemory>,
): Map<string, NodeMemory> => {
  const kept = new Map<string, NodeMemory>();
  for (const { id, definition } of nodes) {
    const previous = before.get(id);
    if (previous?.category === definition.type.enumValue) kept.set(id, previous);
  }
  return kept;
};

/**
 * Carries state and values of the previous graph over to the nodes with unchanged id and type. Completions that nobody
 * awaits any more are dropped.
 */
export const carryOverState = (
  run: GraphRun,
  before: BoundGraph,
  memory: ReadonlyMap<string, NodeMemory>,
  jobs: NodeJobs<NodeMemory>,
): void => {
  const unprepared = new Set(run.uninitializedNodes);
  const heirs = new Map<BoundNode, BoundNode>();
  const inherit = (ports: readonly SlotPort[], old: readonly SlotPort[]): void => {
    for (const { name, slot } of ports) {
      const previous = old.find((port) => port.name === name);
      // biome-ignore lint/style/noNonNullAssertion: a program has a value for each of its slots
      if (previous) run.graph.values[slot] = before.values[previous.slot]!;
    }
  };
  for (const node of run.graph.nodes) {
    const old = before.byId.get(node.id);
    if (old?.definition === node.definition && !unprepared.has(old)) heirs.set(node, old);
  }
  for (const [node, old] of heirs) {
    node.context.state = old.context.state;
    const { inputs, outputs } = node.program;
    inherit(outputs, old.program.outputs);
    inherit(
      inputs.filter(({ hasOwnSlot }) => hasOwnSlot),
      old.program.inputs,
    );
  }
  run.uninitializedNodes = run.graph.nodes.filter((node) => !heirs.has(node));
  run.queue = run.queue.filter(({ kind }) => run.graph.eventHandlers.has(kind));
  for (const { id } of before.nodes) {
    const old = memory.get(id);
    if (run.memory.get(id) !== old) disposeNode(old, jobs);
  }
};
