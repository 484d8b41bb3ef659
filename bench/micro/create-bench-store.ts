import { createNodeCatalog } from '#runtime/controller/graphs/catalog.ts';
import { createIdSource } from '#runtime/controller/graphs/ids.ts';
import { createGraphStore } from '#runtime/controller/graphs/store.ts';
import { nodeTypes } from '#runtime/nodes/index.ts';
import type { GraphStore } from '#runtime/controller/graphs/store.ts';

/** An empty store with every node type and without variables. */
export const createBenchStore = (): GraphStore =>
  createGraphStore(createIdSource(), {
    catalog: createNodeCatalog(nodeTypes, () => false),
    exposesSensitive: () => false,
    optionsOf: () => undefined,
    viewOf: () => ({ variableType: () => undefined }),
  });
