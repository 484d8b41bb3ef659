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

/** Drops everything that a removed node has started or still holds. */
export const disposeNode = (memory: NodeMemory | undefined, jobs: NodeJobs<NodeMemory>): void => {
  if (!memory) return;
  dropPendingWork(memory, jobs);
  memory.dispose?.();
  memory.dispose = undefined;
};

/** Returns the memory of those nodes that the previous program already had with the same type. */
export const carryOverMemory = (
  { nodes }: GraphProgram,
  previousMemory: ReadonlyMap<string, NodeMemory>,
): Map<string, NodeMemory> => {
  const carriedOver = new Map<string, NodeMemory>();
  for (const { id, definition } of nodes) {
    const previous = previousMemory.get(id);
    if (previous?.category === definition.type.enumValue) carriedOver.set(id, previous);
  }
  return carriedOver;
};

/**
 * Carries the state and values of the previous graph over to nodes whose id and type are unchanged. Disposes of nodes
 * that were removed or whose type has changed.
 */
export const carryOverState = (
  run: GraphRun,
  previousGraph: BoundGraph,
  memory: ReadonlyMap<string, NodeMemory>,
  jobs: NodeJobs<NodeMemory>,
): void => {
  const uninitialized = new Set(run.uninitializedNodes);
  const previousNodes = new Map<BoundNode, BoundNode>();
  const copyValues = (ports: readonly SlotPort[], previousPorts: readonly SlotPort[]): void => {
    for (const { name, slot } of ports) {
      const previous = previousPorts.find((port) => port.name === name);
      // biome-ignore lint/style/noNonNullAssertion: a program has a value for each of its slots
      if (previous) run.graph.values[slot] = previousGraph.values[previous.slot]!;
    }
  };
  for (const node of run.graph.nodes) {
    const previousNode = previousGraph.byId.get(node.id);
    if (previousNode?.definition === node.definition && !uninitialized.has(previousNode))
      previousNodes.set(node, previousNode);
  }
  for (const [node, previousNode] of previousNodes) {
    node.context.state = previousNode.context.state;
    const { inputs, outputs } = node.program;
    copyValues(outputs, previousNode.program.outputs);
    copyValues(
      inputs.filter(({ hasOwnSlot }) => hasOwnSlot),
      previousNode.program.inputs,
    );
  }
  run.uninitializedNodes = run.graph.nodes.filter((node) => !previousNodes.has(node));
  run.queue = run.queue.filter(({ kind }) => run.graph.eventHandlers.has(kind));
  for (const { id } of previousGraph.nodes) {
    const previousMemory = memory.get(id);
    if (run.memory.get(id) !== previousMemory) disposeNode(previousMemory, jobs);
  }
};
