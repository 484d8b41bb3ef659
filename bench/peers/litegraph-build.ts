import { timeBuilds } from '../micro/time-builds.ts';
import { loadLiteGraph } from './load-litegraph.ts';
import type { BuildBody } from '../suites/create-build-body.ts';
import type { BuildOptions, BuildResult } from '../micro/time-builds.ts';

/**
 * The same graph in LiteGraph, loaded from a document. This is by far its fastest way: adding and connecting nodes one
 * by one sorts the whole graph each time.
 */
export const createLiteGraphBuild = () => ({
  run: async ({ text, repetitions }: BuildOptions): Promise<BuildResult> => {
    const { LGraph, LGraphNode, LiteGraph } = loadLiteGraph();
    LiteGraph.registerNodeType(nodeTypeName, class extends LGraphNode {});
    const order = { text: JSON.stringify(toLiteGraphDocument(JSON.parse(text))), repetitions };
    const configured = (own: string) => {
      const graph = new LGraph();
      graph.configure(JSON.parse(own));
      return graph;
    };
    return timeBuilds(order, configured, (graph) => ({
      nodes: graph._nodes.length,
      connections: Object.keys(graph.links).length,
    }));
  },
});

const nodeTypeName = 'bench/node';

/** An input of LiteGraph holds one link, so every node gets as many inputs as it has incoming connections. */
const toLiteGraphDocument = ({ nodes, connections }: BuildBody): object => {
  const idOf = new Map(nodes.map(({ tempId }, index) => [tempId, index + 1]));
  // biome-ignore lint/style/noNonNullAssertion: connections refer to nodes of the body
  const nodeOf = (end: string) => idOf.get(end.slice(0, end.indexOf('/')))!;
  const arriving = new Map<number, number[]>();
  const leaving = new Map<number, number[]>();
  const enter = (wires: Map<number, number[]>, node: number, link: number): number => {
    const list = wires.get(node) ?? [];
    wires.set(node, list);
    return list.push(link) - 1;
  };
  const links = connections.map(({ from, to }, link) => {
    enter(leaving, nodeOf(from), link);
    return [link, nodeOf(from), 0, nodeOf(to), enter(arriving, nodeOf(to), link), 'number'];
  });
  return {
    last_node_id: nodes.length,
    last_link_id: links.length,
    nodes: nodes.map(({ ports }, index) => ({
      id: index + 1,
      type: nodeTypeName,
      pos: [(index % 40) * 240, Math.floor(index / 40) * 160],
      size: [140, 60],
      flags: {},
      order: index,
      mode: 0,
      inputs: (arriving.get(index + 1) ?? []).map((link, slot) => ({
        name: `in ${slot}`,
        type: 'number',
        link,
      })),
      outputs: [{ name: 'out', type: 'number', links: leaving.get(index + 1) ?? [] }],
      properties: ports,
    })),
    links,
    groups: [],
    config: {},
    version: 0.4,
  };
};
