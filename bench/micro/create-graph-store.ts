import { createNodeCatalog } from '../../handlers/controller/graphs/node-catalog.ts';
import { createIdSource } from '../../handlers/controller/graphs/id-source.ts';
import { createGraphStore } from '../../handlers/controller/graphs/graph-store.ts';
import { nodeTypes } from '#runtime/nodes/index.ts';
import type { GraphStore } from '../../handlers/controller/graphs/graph-store.ts';

/** Creates an empty graph store that has every node type but no variables. */
export const createBenchStore = (): GraphStore =>
  createGraphStore(createIdSource(), {
    catalog: createNodeCatalog(nodeTypes, () => false),
    now: () => new Date(0),
    exposesSensitive: () => false,
    findOptions: () => undefined,
    getProjectView: () => ({ variableType: () => undefined }),
  });
