import { createLinks } from '../micro/chain-links.ts';
import { createStepRunner } from '../micro/step-runner.ts';
import { loadLiteGraph } from './load-litegraph.ts';
import type { ChainLink } from '../micro/chain-links.ts';
import type { ChainStepOptions } from '../micro/step-runner.ts';

const toNodeTypeName = (category: string): string => `bench/${category}`;

/** Creates a chain of links in LiteGraph. Each tick is one call of runStep. */
export const createLiteGraphChain = () =>
  createStepRunner((options: ChainStepOptions) => {
    const { LGraph, LGraphNode, LiteGraph } = loadLiteGraph();
    for (const [category, result] of Object.entries(nodeResults)) {
      LiteGraph.registerNodeType(
        toNodeTypeName(category),
        class extends LGraphNode {
          operand = 0;
          constructor() {
            super();
            this.addInput('A', 'number');
            this.addInput('B', 'number');
            this.addOutput('Result', 'number');
          }
          override onExecute() {
            const a = Number(this.getInputData(0) ?? 0);
            this.setOutputData(0, result(a, Number(this.getInputData(1) ?? this.operand)));
          }
        },
      );
    }
    const graph = new LGraph();
    const nodes = createLinks(options.links, options.chain).map(({ category, operand }) =>
      Object.assign(LiteGraph.createNode(toNodeTypeName(category)), { operand }),
    );
    for (const node of nodes) graph.add(node);
    for (const [i, node] of nodes.entries()) nodes[i - 1]?.connect(0, node, 0);
    return { step: () => graph.runStep(1, true), getResult: () => Number(nodes.at(-1)?.getOutputData(0)) };
  });

const nodeResults: Readonly<Record<ChainLink['category'], (a: number, b: number) => number>> = {
  Add: (a, b) => a + b,
  Subtract: (a, b) => a - b,
  Multiply: (a, b) => a * b,
  Divide: (a, b) => a / b,
  Modulo: (a, b) => a % b,
  Min: Math.min,
  Max: Math.max,
};
