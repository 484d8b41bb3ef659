import { loadPeer } from './peer-packages.ts';

/** The parts of litegraph.js that the benchmarks use. The package has no types for use in Node. */
interface LiteGraphModule {
  readonly LGraph: new () => LiteGraph;
  readonly LiteGraph: {
    createNode(type: string): LiteNode;
    registerNodeType(type: string, nodeClass: new () => LiteNode): void;
  };
  readonly LGraphNode: new () => LiteNode;
}

interface LiteGraph {
  add(node: LiteNode): void;
  configure(data: unknown): void;
  runStep(count: number, doNotCatchErrors: boolean): void;
  readonly links: Readonly<Record<string, unknown>>;
  readonly _nodes: readonly LiteNode[];
}

interface LiteNode {
  addInput(name: string, type: string | number): void;
  addOutput(name: string, type: string | number): void;
  connect(slot: number, target: LiteNode, targetSlot: number): unknown;
  getInputData(slot: number): unknown;
  setOutputData(slot: number, value: unknown): void;
  getOutputData(slot: number): unknown;
  triggerSlot(slot: number): void;
  onExecute?(): void;
  onAction?(): void;
}

export const loadLiteGraph = (): LiteGraphModule => loadPeer('litegraph.js') as LiteGraphModule;
