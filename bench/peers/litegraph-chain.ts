import { runSteps } from '../micro/step-load.ts';
import { loadLiteGraph } from './litegraph.ts';
import type { StepOrder, StepResult } from '../micro/step-load.ts';

const addition = 'bench/add';

/** The chain of additions in LiteGraph, one runStep a tick. */
export const createLiteGraphChain = () => ({
  run: async (order: StepOrder): Promise<StepResult> => {
    const { LGraph, LGraphNode, LiteGraph } = loadLiteGraph();
    LiteGraph.registerNodeType(
      addition,
      class extends LGraphNode {
        constructor() {
          super();
          this.addInput('A', 'number');
          this.addInput('B', 'number');
          this.addOutput('Result', 'number');
        }
        override onExecute() {
          this.setOutputData(0, Number(this.getInputData(0) ?? 0) + Number(this.getInputData(1) ?? 1));
        }
      },
    );
    const graph = new LGraph();
    const nodes = Array.from({ length: order.chain }, () => LiteGraph.createNode(addition));
    for (const node of nodes) graph.add(node);
    for (const [i, node] of nodes.entries()) nodes[i - 1]?.connect(0, node, 0);
    return runSteps(
      order,
      () => graph.runStep(1, true),
      () => Number(nodes.at(-1)?.getOutputData(0)),
    );
  },
});
