import type { Operations } from '#spec/rest/index.ts';
import type { Handlers } from '../pipeline/define-handler.ts';
import { pageHandlers } from './html-pages.ts';
import { metaHandlers } from './meta.ts';
import { nodeTypeHandlers } from './node-types.ts';
import { discoveryHandlers } from './discovery.ts';
import { graphHandlers } from './graphs.ts';
import { historyHandlers } from './history.ts';
import { nodeHandlers } from './nodes.ts';
import { noteHandlers } from './notes.ts';
import { connectionHandlers } from './connections.ts';
import { portHandlers } from './ports.ts';
import { variableHandlers } from './variables.ts';
import { layoutHandlers } from './layout.ts';
import { assetFileHandlers } from './asset-files.ts';
import { batchHandlers } from './batch.ts';
import { consoleHandlers } from './console.ts';
import { actionHandlers } from './actions.ts';
import { propertyHandlers } from './properties.ts';
import { animationHandlers } from './animations.ts';
import { projectHandlers } from './projects.ts';
import { assetHandlers } from './assets.ts';
import { sceneHandlers } from './scene.ts';
import { inputHandlers } from './input.ts';
import { hubHandlers } from './hub.ts';
import { agentHandlers } from './agents.ts';
import { devHandlers } from './dev.ts';
import { securityHandlers } from './security.ts';

/** The handlers of all REST operations, keyed by operationId. */
export const handlers: Handlers<Operations> = {
  ...pageHandlers,
  ...metaHandlers,
  ...nodeTypeHandlers,
  ...discoveryHandlers,
  ...graphHandlers,
  ...historyHandlers,
  ...nodeHandlers,
  ...noteHandlers,
  ...connectionHandlers,
  ...portHandlers,
  ...variableHandlers,
  ...layoutHandlers,
  ...batchHandlers,
  ...consoleHandlers,
  ...actionHandlers,
  ...propertyHandlers,
  ...animationHandlers,
  ...projectHandlers,
  ...assetFileHandlers,
  ...assetHandlers,
  ...sceneHandlers,
  ...inputHandlers,
  ...hubHandlers,
  ...agentHandlers,
  ...devHandlers,
  ...securityHandlers,
};
