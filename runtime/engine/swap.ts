import type { BoundGraph, BoundNode } from './bind.ts';
import type { Jobs } from './jobs.ts';
import type { NodeProgram, Program } from './program.ts';
import type { NodeMemory, Run } from './run.ts';

type Port = NodeProgram['outputs'][number];

/** Drops what a node has pending, and aborts its jobs. */
export const forget = (memory: NodeMemory, jobs: Jobs<NodeMemory>): void => {
  const { run, pending, waiting, awaited } = memory;
  run.latents -= pending.size + waiting.length + awaited.size;
  for (const entry of pending) entry.owner = undefined;
  pending.clear();
  memory.waiting = [];
  run.jobs -= memory.jobs.length;
  for (const job of memory.jobs) jobs.abort(job);
  memory.jobs = [];
  awaited.clear();
};

/** Drops everything that a node has begun or holds: it is gone. */
export const takeLeave = (memory: NodeMemory | undefined, jobs: Jobs<NodeMemory>): void => {
  if (!memory) return;
  forget(memory, jobs);
  memory.release?.();
  memory.release = undefined;
};

/** What the nodes of a program remember that were there before with the same type. */
export const memoryFor = (
  { nodes }: Program,
  before: ReadonlyMap<string, NodeMemory>,
): Map<string, NodeMemory> => {
  const kept = new Map<string, NodeMemory>();
  for (const { id, definition } of nodes) {
    const known = before.get(id);
    if (known?.category === definition.type.enumValue) kept.set(id, known);
  }
  return kept;
};

/** Hands state and values of the graph before on to the nodes of unchanged id and type. What nobody waits for any more is forgotten. */
export const adopt = (
  run: Run,
  before: BoundGraph,
  memory: ReadonlyMap<string, NodeMemory>,
  jobs: Jobs<NodeMemory>,
): void => {
  const unprepared = new Set(run.unprepared);
  const heirs = new Map<BoundNode, BoundNode>();
  const inherit = (ports: readonly Port[], old: readonly Port[]): void => {
    for (const { name, slot } of ports) {
      const known = old.find((port) => port.name === name);
      // biome-ignore lint/style/noNonNullAssertion: a program has a value for each of its slots
      if (known) run.graph.values[slot] = before.values[known.slot]!;
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
      inputs.filter(({ keeps }) => keeps),
      old.program.inputs,
    );
  }
  run.unprepared = run.graph.nodes.filter((node) => !heirs.has(node));
  run.queue = run.queue.filter(({ kind }) => run.graph.waiting.has(kind));
  for (const { id } of before.nodes) {
    const old = memory.get(id);
    if (run.memory.get(id) !== old) takeLeave(old, jobs);
  }
};
