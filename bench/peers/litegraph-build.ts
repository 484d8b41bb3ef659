import { timeBuilds } from '../micro/time-builds.ts';
import { loadLiteGraph } from './load-litegraph.ts';
import type { BuildBody } from '../suites/create-build-body.ts';
import type { BuildOptions, BuildResult } from '../micro/time-builds.ts';

/**
 * Builds the same graph in LiteGraph by loading it from a document. Loading is by far LiteGraph's fastest way, because
 * adding and connecting nodes one by one would sort the whole graph each time.
 */
export const createLiteGraphBuild = () => ({
  run: async ({ text, repetitions }: BuildOptions): Promise<BuildResult> => {
    const { LGraph, LGraphNode, LiteGraph } = loadLiteGraph();
    LiteGraph.registerNodeType(nodeTypeName, class extends LGraphNode {});
    const options = { text: JSON.stringify(toLiteGraphDocument(JSON.parse(text))), repetitions };
    const configured = (documentText: string) => {
      const graph = new LGraph();
      graph.configure(JSON.parse(documentText));
      return graph;
    };
    return timeBuilds(options, configured, (graph) => ({
      nodes: graph._nodes.length,
      connections: Object.keys(graph.links).length,
    }));
  },
});

const nodeTypeName = 'bench/node';

/**
 * Converts a build body to a LiteGraph document. An input in LiteGraph holds only one link, so every node receives as
 * many inputs as it has incoming connections.
 */
const toLiteGraphDocument = ({ nodes, connections }: BuildBody): object => {
  const idsByTempId = new Map(nodes.map(({ tempId }, index) => [tempId, index + 1]));
  // biome-ignore lint/style/noNonNullAssertion: connections refer to nodes of the body
  const getNodeId = (end: string) => idsByTempId.get(end.slice(0, end.indexOf('/')))!;
  const incoming = new Map<number, number[]>();
  const outgoing = new Map<number, number[]>();
  const enter = (linksByNode: Map<number, number[]>, node: number, link: number): number => {
    const list = linksByNode.get(node) ?? [];
    linksByNode.set(node, list);
    return list.push(link) - 1;
  };
  const links = connections.map(({ from, to }, link) => {
    enter(outgoing, getNodeId(from), link);
    return [link, getNodeId(from), 0, getNodeId(to), enter(incoming, getNodeId(to), link), 'number'];
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
      inputs: (incoming.get(index + 1) ?? []).map((link, slot) => ({
        name: `in ${slot}`,
        type: 'number',
        link,
      })),
      outputs: [{ name: 'out', type: 'number', links: outgoing.get(index + 1) ?? [] }],
      properties: ports,
    })),
    links,
    groups: [],
    config: {},
    version: 0.4,
  };
};
