import { createStepper } from '../micro/step-load.ts';
import { loadLiteGraph } from './litegraph.ts';
import type { TriggerOrder } from '../micro/step-load.ts';

const relay = 'bench/relay';
const signal = -1;

/** A chain of nodes in LiteGraph of which each triggers the next when it is open. */
export const createLiteGraphTriggers = () =>
  createStepper(({ nodes: length }: TriggerOrder) => {
    const { LGraph, LGraphNode, LiteGraph } = loadLiteGraph();
    let reached = 0;
    LiteGraph.registerNodeType(
      relay,
      class extends LGraphNode {
        open = true;
        constructor() {
          super();
          this.addInput('In', signal);
          this.addOutput('Out', signal);
        }
        override onAction() {
          reached += 1;
          if (this.open) this.triggerSlot(0);
        }
      },
    );
    const graph = new LGraph();
    const nodes = Array.from({ length }, () => LiteGraph.createNode(relay));
    for (const node of nodes) graph.add(node);
    for (const [i, node] of nodes.entries()) nodes[i - 1]?.connect(0, node, 0);
    return { step: () => nodes[0]?.onAction?.(), sum: () => reached };
  });
