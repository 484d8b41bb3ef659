import { createNodeCatalog } from '#runtime/controller/graphs/node-catalog.ts';
import { createIdSource } from '#runtime/controller/graphs/id-source.ts';
import { createGraphStore } from '#runtime/controller/graphs/graph-store.ts';
import { nodeTypes } from '#runtime/nodes/index.ts';
import type { GraphStore } from '#runtime/controller/graphs/graph-store.ts';

/** Creates an empty store with every node type and without variables. */
export const createBenchStore = (): GraphStore =>
  createGraphStore(createIdSource(), {
    catalog: createNodeCatalog(nodeTypes, () => false),
    exposesSensitive: () => false,
    findOptions: () => undefined,
    getProjectView: () => ({ variableType: () => undefined }),
  });
