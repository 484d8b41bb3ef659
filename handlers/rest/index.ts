import type { Operations } from '#spec/rest/index.ts';
import type { Handlers } from '../pipeline/define-handler.ts';
import { runAction } from './actions/run-action.ts';
import { runGroupedAction } from './actions/run-grouped-action.ts';
import { exchangeMessage } from './agents/exchange-message.ts';
import { getAssetProperty } from './assets/get-asset-property.ts';
import { getClip } from './animations/get-clip.ts';
import { openProject } from './projects/open-project.ts';
import { listPlaybacks } from './animations/list-playbacks.ts';
import { listAssetProperties } from './assets/list-asset-properties.ts';
import { setAssetProperties } from './assets/set-asset-properties.ts';
import { setAssetProperty } from './assets/set-asset-property.ts';
import { runBatch } from './batch/run-batch.ts';
import { createConnection } from './connections/create-connection.ts';
import { deleteConnection } from './connections/delete-connection.ts';
import { getConnection } from './connections/get-connection.ts';
import { listConnections } from './connections/list-connections.ts';
import { validateConnection } from './connections/validate-connection.ts';
import { clearConsole } from './console/clear-console.ts';
import { readConsole } from './console/read-console.ts';
import { exportNodePngs } from './dev/export-node-pngs.ts';
import { discover } from './discovery/discover.ts';
import { listDataTypes } from './discovery/list-data-types.ts';
import { listSpawnables } from './discovery/list-spawnables.ts';
import { buildGraph } from './graphs/build-graph.ts';
import { createGraph } from './graphs/create-graph.ts';
import { deleteGraph } from './graphs/delete-graph.ts';
import { duplicateGraph } from './graphs/duplicate-graph.ts';
import { getGraph } from './graphs/get-graph.ts';
import { listGraphs } from './graphs/list-graphs.ts';
import { removeGraph } from './graphs/remove-graph.ts';
import { renameGraph } from './graphs/rename-graph.ts';
import { runGraph } from './graphs/run-graph.ts';
import { saveGraph } from './graphs/save-graph.ts';
import { sendEvent } from './graphs/send-event.ts';
import { sendEventToAll } from './graphs/send-event-to-all.ts';
import { stopGraph } from './graphs/stop-graph.ts';
import { syncGraph } from './graphs/sync-graph.ts';
import { syncPorts } from './graphs/sync-ports.ts';
import { negotiateHub } from './hub/negotiate-hub.ts';
import { injectInput } from './input/inject-input.ts';
import { getAspectRatio } from './layout/get-aspect-ratio.ts';
import { getSavedLayout } from './layout/get-saved-layout.ts';
import { layoutGraph } from './layout/layout-graph.ts';
import { restoreLayout } from './layout/restore-layout.ts';
import { setAspectRatio } from './layout/set-aspect-ratio.ts';
import { tidyGraph } from './layout/tidy-graph.ts';
import { getActionsSchema } from './meta/get-actions-schema.ts';
import { getApi } from './meta/get-api.ts';
import { getError } from './meta/get-error.ts';
import { getEventTypes } from './meta/get-event-types.ts';
import { getHealth } from './meta/get-health.ts';
import { getLayer1Schemas } from './meta/get-layer1-schemas.ts';
import { getLlmsText } from './meta/get-llms-text.ts';
import { getOpenApi } from './meta/get-open-api.ts';
import { getToc } from './meta/get-toc.ts';
import { getTypes } from './meta/get-types.ts';
import { listErrors } from './meta/list-errors.ts';
import { getCategory } from './node-types/get-category.ts';
import { getNodeType } from './node-types/get-node-type.ts';
import { listEnumValues } from './node-types/list-enum-values.ts';
import { listNodeTypes } from './node-types/list-node-types.ts';
import { searchNodeTypes } from './node-types/search-node-types.ts';
import { createNode } from './nodes/create-node.ts';
import { createNodes } from './nodes/create-nodes.ts';
import { deleteNode } from './nodes/delete-node.ts';
import { getNodeInGraph } from './nodes/get-node-in-graph.ts';
import { getNode } from './nodes/get-node.ts';
import { getNote } from './nodes/get-note.ts';
import { listNodes } from './nodes/list-nodes.ts';
import { moveNode } from './nodes/move-node.ts';
import { updateNote } from './nodes/update-note.ts';
import { getAsyncApiPage } from './pages/get-async-api-page.ts';
import { getDocsPage } from './pages/get-docs-page.ts';
import { getGuidePage } from './pages/get-guide-page.ts';
import { getLiveFile } from './pages/get-live-file.ts';
import { getLivePage } from './pages/get-live-page.ts';
import { getLlmsPage } from './pages/get-llms-page.ts';
import { getReferenceFile } from './pages/get-reference-file.ts';
import { getReferencePage } from './pages/get-reference-page.ts';
import { getRoot } from './pages/get-root.ts';
import { collapsePort } from './ports/collapse-port.ts';
import { expandPort } from './ports/expand-port.ts';
import { disablePort } from './ports/disable-port.ts';
import { enablePort } from './ports/enable-port.ts';
import { getPortOptions } from './ports/get-port-options.ts';
import { getPortValue } from './ports/get-port-value.ts';
import { getPort } from './ports/get-port.ts';
import { listNodePorts } from './ports/list-node-ports.ts';
import { setPortValue } from './ports/set-port-value.ts';
import { getProperty } from './properties/get-property.ts';
import { listComponents } from './properties/list-components.ts';
import { listProperties } from './properties/list-properties.ts';
import { setProperties } from './properties/set-properties.ts';
import { setProperty } from './properties/set-property.ts';
import { getChanges } from './scene/get-changes.ts';
import { getPicture } from './scene/get-picture.ts';
import { getNetwork } from './security/get-network.ts';
import { rotateToken } from './security/rotate-token.ts';
import { createVariable } from './variables/create-variable.ts';
import { deleteVariable } from './variables/delete-variable.ts';
import { getVariableValue } from './variables/get-variable-value.ts';
import { getVariable } from './variables/get-variable.ts';
import { listVariables } from './variables/list-variables.ts';
import { setVariableValue } from './variables/set-variable-value.ts';

export const handlers = {
  runAction,
  runGroupedAction,
  runBatch,
  listAssetProperties,
  setAssetProperties,
  getAssetProperty,
  setAssetProperty,
  listPlaybacks,
  openProject,
  getClip,
  listComponents,
  listProperties,
  getProperty,
  setProperty,
  setProperties,
  getChanges,
  getPicture,
  injectInput,
  createConnection,
  listConnections,
  validateConnection,
  exchangeMessage,
  readConsole,
  clearConsole,
  buildGraph,
  createGraph,
  getGraph,
  listGraphs,
  runGraph,
  sendEvent,
  sendEventToAll,
  stopGraph,
  syncGraph,
  negotiateHub,
  getNetwork,
  rotateToken,
  getActionsSchema,
  getApi,
  getError,
  getEventTypes,
  getHealth,
  getLayer1Schemas,
  getLlmsText,
  getOpenApi,
  getToc,
  getTypes,
  listErrors,
  getCategory,
  getNodeType,
  listEnumValues,
  listNodeTypes,
  searchNodeTypes,
  createNode,
  createNodes,
  getNodeInGraph,
  getNode,
  listNodes,
  getPortValue,
  setPortValue,
  createVariable,
  deleteVariable,
  getVariable,
  getVariableValue,
  listVariables,
  setVariableValue,
  renameGraph,
  deleteGraph,
  removeGraph,
  saveGraph,
  duplicateGraph,
  syncPorts,
  moveNode,
  deleteNode,
  getConnection,
  deleteConnection,
  getPort,
  listNodePorts,
  getPortOptions,
  disablePort,
  enablePort,
  listDataTypes,
  listSpawnables,
  discover,
  getNote,
  updateNote,
  expandPort,
  collapsePort,
  layoutGraph,
  tidyGraph,
  restoreLayout,
  getSavedLayout,
  getAspectRatio,
  setAspectRatio,
  getRoot,
  getLiveFile,
  getLivePage,
  getLlmsPage,
  getAsyncApiPage,
  getReferencePage,
  getReferenceFile,
  getDocsPage,
  getGuidePage,
  exportNodePngs,
} satisfies Handlers<Operations>;
