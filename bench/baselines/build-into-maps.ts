interface NodeSpec {
  readonly category: string;
  readonly tempId?: string;
}

interface ConnectionSpec {
  readonly from: string;
  readonly to: string;
}

interface MapsBuild {
  readonly nodes: ReadonlyMap<string, NodeSpec>;
  readonly connections: ReadonlyMap<number, ConnectionSpec>;
}

/** Does the minimum work of a build: stores every node and connection of a build or bulk request body in a map. */
export const buildIntoMaps = (body: unknown): MapsBuild => {
  const { nodes, connections } = parseBuildBody(body);
  return {
    nodes: new Map(nodes.map((node, index) => [node.tempId ?? String(index), { ...node }])),
    connections: new Map(connections.map(({ from, to }, index) => [index, { from, to }])),
  };
};

const parseBuildBody = (body: unknown) =>
  (Array.isArray(body) ? { nodes: body, connections: [] } : body) as {
    nodes: readonly NodeSpec[];
    connections: readonly ConnectionSpec[];
  };
