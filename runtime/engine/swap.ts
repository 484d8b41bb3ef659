import type { BoundGraph, BoundNode } from './bind.ts';
import type { NodeMemory, Run } from './run.ts';

/** Drops what a node has pending. */
export const forget = ({ run, pending, waiting }: NodeMemory): void => {
  run.latents -= pending.length + waiting.length;
  for (const entry of pending) entry.owner = undefined;
};

/** Hands state and latched outputs of the graph before on to the nodes of unchanged id and type. */
export const adopt = (run: Run, before: BoundGraph, memory: ReadonlyMap<string, NodeMemory>): void => {
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
    if (run.memory.get(nodeId) !== old) forget(old);
  }
};
