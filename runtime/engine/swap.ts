import type { BoundGraph, BoundNode } from './bind.ts';
import type { Jobs } from './jobs.ts';
import type { NodeMemory, Run } from './run.ts';

/** Drops what a node has pending, and aborts its jobs. */
export const forget = (memory: NodeMemory, jobs: Jobs<NodeMemory>): void => {
  const { run, pending, waiting } = memory;
  run.latents -= pending.length + waiting.length;
  for (const entry of pending) entry.owner = undefined;
  memory.pending = [];
  memory.waiting = [];
  run.jobs -= memory.jobs.length;
  for (const job of memory.jobs) jobs.abort(job);
  memory.jobs = [];
};

/** Hands state and latched outputs of the graph before on to the nodes of unchanged id and type. */
export const adopt = (
  run: Run,
  before: BoundGraph,
  memory: ReadonlyMap<string, NodeMemory>,
  jobs: Jobs<NodeMemory>,
): void => {
  const unprepared = new Set(run.unprepared);
  const heirs = new Map<BoundNode, BoundNode>();
  for (const node of run.graph.nodes) {
    const old = before.byId.get(node.id);
    if (old?.definition === node.definition && !unprepared.has(old)) heirs.set(node, old);
  }
  for (const [node, old] of heirs) {
    node.context.state = old.context.state;
    for (const { name, slot } of node.program.outputs) {
      const latched = old.program.outputs.find((output) => output.name === name);
      if (latched) run.graph.values[slot] = before.values[latched.slot]!;
    }
  }
  run.unprepared = run.graph.nodes.filter((node) => !heirs.has(node));
  for (const [nodeId, old] of memory) {
    if (run.memory.get(nodeId) !== old) forget(old, jobs);
  }
};
