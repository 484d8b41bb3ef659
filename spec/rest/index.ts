import type { OperationSpec } from '../contract/operation.ts';
import { actionOperations } from './actions.ts';
import { agents } from './agents.ts';
import { assetOperations } from './assets.ts';
import { batch } from './batch.ts';
import { connections } from './connections.ts';
import { consoleOperations } from './console.ts';
import { dev } from './dev.ts';
import { discovery } from './discovery.ts';
import { graphs } from './graphs.ts';
import { inputOperations } from './input.ts';
import { hubOperations } from './hub.ts';
import { layout } from './layout.ts';
import { meta } from './meta.ts';
import { nodes } from './nodes.ts';
import { nodeTypes } from './node-types.ts';
import { notes } from './notes.ts';
import { pages } from './pages.ts';
import { ports } from './ports.ts';
import { animations } from './animations.ts';
import { projects } from './projects.ts';
import { properties } from './properties.ts';
import { sceneOperations } from './scene.ts';
import { securityOperations } from './security.ts';
import { variables } from './variables.ts';

/** Every REST operation by its operationId. */
export const operations = {
  ...pages,
  ...meta,
  ...nodeTypes,
  ...discovery,
  ...graphs,
  ...nodes,
  ...notes,
  ...connections,
  ...ports,
  ...variables,
  ...layout,
  ...batch,
  ...consoleOperations,
  ...actionOperations,
  ...properties,
  ...animations,
  ...projects,
  ...assetOperations,
  ...sceneOperations,
  ...inputOperations,
  ...hubOperations,
  ...agents,
  ...dev,
  ...securityOperations,
} as const satisfies Readonly<Record<string, OperationSpec>>;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
