import { createNodeCatalog } from '#runtime/graph/catalog.ts';
import { createIdSource } from '#runtime/graph/ids.ts';
import { createGraphStore } from '#runtime/graph/store.ts';
import { nodeTypes } from '#runtime/nodes/index.ts';
import type { GraphStore } from '#runtime/graph/store.ts';

/** An empty store with every node type and without variables. */
export const createBenchStore = (): GraphStore =>
  createGraphStore(createIdSource(), {
    catalog: createNodeCatalog(nodeTypes, () => false),
    exposesSensitive: () => false,
    optionsOf: () => undefined,
    viewOf: () => ({ variableType: () => undefined }),
  });
