import { dropdownAudits } from './values/dropdowns.ts';
import { animationAudits } from './animation/index.ts';
import { actionAudits } from './actions/actions.ts';
import { statedUrlAudits } from './actions/stated-urls.ts';
import { everyActionConditionAudits } from './instances/every-action.ts';
import { everyActionAudits } from './actions/every-action.ts';
import { aspectRatioAudits } from './layout/aspect-ratio.ts';
import { batchAudits } from './batch/batch.ts';
import { rejectedOperationAudits } from './batch/rejected-operations.ts';
import { deleteOperationAudits } from './batch/delete-operations.ts';
import { requestBodyAudits } from './bodies/request-bodies.ts';
import { everyOperationBodyAudits } from './bodies/every-operation.ts';
import { buildConnectionAudits } from './build/build-connections.ts';
import { buildGraphAudits } from './build/build-graph.ts';
import { bulkAudits } from './bulk.ts';
import { compatibilityAudits } from './compatibility.ts';
import { eventCatalogAudits } from './hub/event-catalog.ts';
import { instanceAudits } from './instances/index.ts';
import { connectionAudits } from './connections.ts';
import { parameterValidationAudits } from './instances/parameter-validation.ts';
import { readConsoleAudits } from './console/read-console.ts';
import { consoleTypeFilterAudits } from './console/type-filters.ts';
import { consoleSinceAudits } from './console/since-filter.ts';
import { corsAudits } from './cors.ts';
import { discoveryAudits } from './discovery/data-type-lists.ts';
import { everyNodeTypeAudits } from './nodes/every-node-type.ts';
import { graphPathAudits } from './graphs/graph-paths.ts';
import { filterAudits } from './discovery/item-filter.ts';
import { graphCreationAudits } from './graphs/graph-creation.ts';
import { healthAudits } from './health.ts';
import { hubAudits } from './hub/index.ts';
import { servedSchemaAudits } from './schemas/served-schemas.ts';
import { layer1SchemaAudits } from './schemas/layer1.ts';
import { arrangeAudits } from './layout/arrange.ts';
import { lifecycleAudits } from './lifecycle.ts';
import { paginationAudits } from './lists/pagination.ts';
import { errorCatalogAudits } from './errors.ts';
import { entryPointAudits } from './meta/entry-points.ts';
import { tocAudits } from './meta/toc.ts';
import { assetPropertyAudits } from './assets.ts';
import { objectPropertyAudits } from './properties/object-properties.ts';
import { midiActionAudits } from './midi-actions.ts';
import { webhookActionAudits } from './webhook-actions.ts';
import { mediaActionAudits } from './media-actions.ts';
import { processAudits } from './processes.ts';
import { physicsActionAudits } from './physics-actions.ts';
import { nodePortAudits } from './nodes/node-ports.ts';
import { nodeAudits } from './nodes/nodes.ts';
import { nodeTypeSearchAudits } from './node-types/search.ts';
import { nodeTypeAudits } from './node-types/node-types.ts';
import { fieldSelectionAudits } from './node-types/field-selection.ts';
import { pageAudits } from './pages.ts';
import { portOptionAudits } from './port-options.ts';
import { noteAudits } from './notes/notes.ts';
import { propertyBasedAudits } from './property-based-audits.ts';
import { portExpansionAudits } from './port-expansion.ts';
import { portStructureAudits } from './port-structure.ts';
import { portSwitchAudits } from './port-switch.ts';
import { portAudits } from './ports.ts';
import { portsSyncAudits } from './ports-sync.ts';
import { replayAudits } from './replay.ts';
import { runAudits } from './run/run-and-stop.ts';
import { valueSyncAudits } from './sync.ts';
import { assetActionAudits } from './asset-actions.ts';
import { sceneActionAudits } from './scene-actions.ts';
import { streamingActionAudits } from './streaming-actions.ts';
import { sensitiveAudits } from './sensitive.ts';
import { syncFlagAudits } from './nodes/sync-flag.ts';
import { accessTierAudits } from './tiers/access-tiers.ts';
import { trafficAudits } from './traffic.ts';
import { typeCatalogAudits } from './meta/type-catalog.ts';
import { unknownGraphAudits } from './graphs/unknown-graph.ts';
import { portValueAudits } from './values/port-values.ts';
import { variableAudits } from './variables.ts';
import { wrongTokenAudits } from './tiers/wrong-tokens.ts';
import type { Audit } from '../audit.ts';

/** All audits in the order in which they run. */
export const audits: readonly Audit[] = [
  ...healthAudits,
  ...entryPointAudits,
  ...tocAudits,
  ...errorCatalogAudits,
  ...typeCatalogAudits,
  ...servedSchemaAudits,
  ...layer1SchemaAudits,
  ...pageAudits,
  ...accessTierAudits,
  ...corsAudits,
  ...nodeTypeAudits,
  ...fieldSelectionAudits,
  ...nodeTypeSearchAudits,
  ...discoveryAudits,
  ...filterAudits,
  ...graphCreationAudits,
  ...graphPathAudits,
  ...unknownGraphAudits,
  ...nodeAudits,
  ...everyNodeTypeAudits,
  ...syncFlagAudits,
  ...nodePortAudits,
  ...noteAudits,
  ...requestBodyAudits,
  ...everyOperationBodyAudits,
  ...connectionAudits,
  ...compatibilityAudits,
  ...paginationAudits,
  ...portValueAudits,
  ...dropdownAudits,
  ...variableAudits,
  ...portAudits,
  ...portExpansionAudits,
  ...portStructureAudits,
  ...portSwitchAudits,
  ...sensitiveAudits,
  ...portOptionAudits,
  ...bulkAudits,
  ...buildGraphAudits,
  ...buildConnectionAudits,
  ...batchAudits,
  ...rejectedOperationAudits,
  ...deleteOperationAudits,
  ...propertyBasedAudits,
  ...actionAudits,
  ...statedUrlAudits,
  ...sceneActionAudits,
  ...assetActionAudits,
  ...streamingActionAudits,
  ...animationAudits,
  ...parameterValidationAudits,
  ...readConsoleAudits,
  ...consoleTypeFilterAudits,
  ...consoleSinceAudits,
  ...runAudits,
  ...valueSyncAudits,
  ...lifecycleAudits,
  ...arrangeAudits,
  ...aspectRatioAudits,
  ...portsSyncAudits,
  ...hubAudits,
  ...instanceAudits,
  ...replayAudits,
  ...eventCatalogAudits,
  // These call all actions, including those that clear or change the scene, so the audits that need it run first.
  ...everyActionAudits,
  ...mediaActionAudits,
  ...midiActionAudits,
  ...webhookActionAudits,
  ...processAudits,
  ...physicsActionAudits,
  ...objectPropertyAudits,
  ...assetPropertyAudits,
  ...everyActionConditionAudits,
  ...trafficAudits,
  ...wrongTokenAudits,
];
