import { createNodeCatalog } from '#runtime/controller/graphs/node-catalog.ts';
import { createIdSource } from '#runtime/controller/graphs/id-source.ts';
import { createGraphStore } from '#runtime/controller/graphs/graph-store.ts';
import { nodeTypes } from '#runtime/nodes/index.ts';
import type { GraphStore } from '#runtime/controller/graphs/graph-store.ts';

/** Creates an empty graph store that has every node type but no variables. */
export const createBenchStore = (): GraphStore =>
  createGraphStore(createIdSource(), {
    catalog: createNodeCatalog(nodeTypes, () => false),
    exposesSensitive: () => false,
    findOptions: () => undefined,
    getProjectView: () => ({ variableType: () => undefined }),
  });
