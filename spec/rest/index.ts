import type { OperationSpec } from '../contract/operation-spec.ts';
import { actionOperations } from './actions.ts';
import { agentOperations } from './agents.ts';
import { assetOperations } from './assets.ts';
import { assetFileOperations } from './asset-files.ts';
import { batchOperations } from './batch.ts';
import { connectionOperations } from './connections.ts';
import { consoleOperations } from './console.ts';
import { devOperations } from './dev.ts';
import { discoveryOperations } from './discovery.ts';
import { graphOperations } from './graphs.ts';
import { historyOperations } from './history.ts';
import { inputOperations } from './input.ts';
import { hubOperations } from './hub.ts';
import { layoutOperations } from './layout.ts';
import { metaOperations } from './meta.ts';
import { nodeOperations } from './nodes.ts';
import { nodeTypeOperations } from './node-types.ts';
import { noteOperations } from './notes.ts';
import { pageOperations } from './html-pages.ts';
import { portOperations } from './ports.ts';
import { animationOperations } from './animations.ts';
import { projectOperations } from './projects.ts';
import { propertyOperations } from './properties.ts';
import { sceneOperations } from './scene.ts';
import { securityOperations } from './security.ts';
import { variableOperations } from './variables.ts';

/** All REST operations, keyed by operationId. */
export const operations = {
  ...pageOperations,
  ...metaOperations,
  ...nodeTypeOperations,
  ...discoveryOperations,
  ...graphOperations,
  ...historyOperations,
  ...nodeOperations,
  ...noteOperations,
  ...connectionOperations,
  ...portOperations,
  ...variableOperations,
  ...layoutOperations,
  ...batchOperations,
  ...consoleOperations,
  ...actionOperations,
  ...propertyOperations,
  ...animationOperations,
  ...projectOperations,
  ...assetFileOperations,
  ...assetOperations,
  ...sceneOperations,
  ...inputOperations,
  ...hubOperations,
  ...agentOperations,
  ...devOperations,
  ...securityOperations,
} as const satisfies Readonly<Record<string, OperationSpec>>;

export type Operations = typeof operations;
export type OperationId = keyof Operations;
