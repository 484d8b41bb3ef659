import type { BoundGraph, BoundNode } from './bind.ts';
import type { Jobs } from './jobs.ts';
import type { NodeProgram } from './program.ts';
import type { NodeMemory, Run } from './run.ts';

type Port = NodeProgram['outputs'][number];

/** Drops what a node has pending, and aborts its jobs. */
export const forget = (memory: NodeMemory, jobs: Jobs<NodeMemory>): void => {
  const { run, pending, waiting } = memory;
  run.latents -= pending.length + waiting.length + memory.awaited.length;
  for (const entry of pending) entry.owner = undefined;
  memory.pending = [];
  memory.waiting = [];
  run.jobs -= memory.jobs.length;
  for (const job of memory.jobs) jobs.abort(job);
  memory.jobs = [];
  memory.awaited = [];
};

/** Drops everything that a node has begun or holds: it is gone. */
export const takeLeave = (memory: NodeMemory, jobs: Jobs<NodeMemory>): void => {
  forget(memory, jobs);
  memory.release?.();
  memory.release = undefined;
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
  for (const [nodeId, old] of memory) {
    if (run.memory.get(nodeId) !== old) takeLeave(old, jobs);
  }
};
