import { createStepRunner } from '../micro/step-runner.ts';
import { loadLiteGraph } from './load-litegraph.ts';
import type { TriggerStepOptions } from '../micro/step-runner.ts';

const relayNodeType = 'bench/relay';
const signalNodeType = -1;

/** Creates a chain of nodes in LiteGraph. Each node that is open triggers the next one. */
export const createLiteGraphTriggers = () =>
  createStepRunner(({ nodes: length }: TriggerStepOptions) => {
    const { LGraph, LGraphNode, LiteGraph } = loadLiteGraph();
    let reachedNodes = 0;
    LiteGraph.registerNodeType(
      relayNodeType,
      class extends LGraphNode {
        open = true;
        constructor() {
          super();
          this.addInput('In', signalNodeType);
          this.addOutput('Out', signalNodeType);
        }
        override onAction() {
          reachedNodes += 1;
          if (this.open) this.triggerSlot(0);
        }
      },
    );
    const graph = new LGraph();
    const nodes = Array.from({ length }, () => LiteGraph.createNode(relayNodeType));
    for (const node of nodes) graph.add(node);
    for (const [i, node] of nodes.entries()) nodes[i - 1]?.connect(0, node, 0);
    return { step: () => nodes[0]?.onAction?.(), getResult: () => reachedNodes };
  });
