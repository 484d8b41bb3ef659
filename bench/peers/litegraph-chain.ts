import { linksOf } from '../micro/chain-links.ts';
import { createStepper } from '../micro/step-load.ts';
import { loadLiteGraph } from './litegraph.ts';
import type { Link } from '../micro/chain-links.ts';
import type { StepOrder } from '../micro/step-load.ts';

const typeOf = (category: string): string => `bench/${category}`;

/** A chain of links in LiteGraph, one runStep a tick. */
export const createLiteGraphChain = () =>
  createStepper((order: StepOrder) => {
    const { LGraph, LGraphNode, LiteGraph } = loadLiteGraph();
    for (const [category, result] of Object.entries(results)) {
      LiteGraph.registerNodeType(
        typeOf(category),
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
    const nodes = linksOf(order.links, order.chain).map(({ category, operand }) =>
      Object.assign(LiteGraph.createNode(typeOf(category)), { operand }),
    );
    for (const node of nodes) graph.add(node);
    for (const [i, node] of nodes.entries()) nodes[i - 1]?.connect(0, node, 0);
    return { step: () => graph.runStep(1, true), sum: () => Number(nodes.at(-1)?.getOutputData(0)) };
  });

const results: Readonly<Record<Link['category'], (a: number, b: number) => number>> = {
  Add: (a, b) => a + b,
  Subtract: (a, b) => a - b,
  Multiply: (a, b) => a * b,
  Divide: (a, b) => a / b,
  Modulo: (a, b) => a % b,
  Min: Math.min,
  Max: Math.max,
};
