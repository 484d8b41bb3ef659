interface Spec {
  readonly category: string;
  readonly tempId?: string;
}

interface Wire {
  readonly from: string;
  readonly to: string;
}

/** What a floor has built. */
interface KeptBuild {
  readonly nodes: ReadonlyMap<string, Spec>;
  readonly connections: ReadonlyMap<number, Wire>;
}

/** The least that a build can be: every node and every connection of a build or bulk body is put into a map. */
export const keepBuild = (body: unknown): KeptBuild => {
  const { nodes, connections } = asBuild(body);
  return {
    nodes: new Map(nodes.map((node, index) => [node.tempId ?? String(index), { ...node }])),
    connections: new Map(connections.map(({ from, to }, index) => [index, { from, to }])),
  };
};

const asBuild = (body: unknown) =>
  (Array.isArray(body) ? { nodes: body, connections: [] } : body) as {
    nodes: readonly Spec[];
    connections: readonly Wire[];
  };
