import { dropdownAudits } from './values/dropdown-values.ts';
import { animationAudits } from './animation/index.ts';
import { actionAudits } from './actions/action-calls.ts';
import { tweenEffectAudits } from './actions/tween-effects.ts';
import { statedUrlAudits } from './actions/documented-routes.ts';
import { everyActionConditionAudits } from './instances/every-action-under-runtime-failure.ts';
import { everyActionAudits } from './actions/every-action.ts';
import { aspectRatioAudits } from './layout/aspect-ratio.ts';
import { batchAudits } from './batch/batch.ts';
import { rejectedOperationAudits } from './batch/rejected-operations.ts';
import { deleteOperationAudits } from './batch/delete-operations.ts';
import { requestBodyAudits } from './bodies/request-bodies.ts';
import { everyOperationBodyAudits } from './bodies/every-operation.ts';
import { buildConnectionAudits } from './build/build-connection-limits.ts';
import { buildGraphAudits } from './build/build-operation.ts';
import { bulkAudits } from './bulk-node-creation.ts';
import { compatibilityAudits } from './compatibility/type-compatibility.ts';
import { eventCatalogAudits } from './hub/event-catalog.ts';
import { instanceAudits } from './instances/index.ts';
import { connectionAudits } from './connections.ts';
import { parameterValidationAudits } from './instances/validation-before-runtime.ts';
import { readConsoleAudits } from './console/console-reads.ts';
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
import { lifecycleAudits } from './lifecycle/save-duplicate-remove.ts';
import { paginationAudits } from './lists/pagination.ts';
import { errorCatalogAudits } from './errors/error-catalog.ts';
import { entryPointAudits } from './meta/entry-points.ts';
import { tocAudits } from './meta/toc.ts';
import { assetPropertyAudits } from './assets/asset-properties.ts';
import { objectPropertyAudits } from './properties/object-properties.ts';
import { subscriptionEffectAudits } from './actions/subscription-effects.ts';
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
import { pageAudits } from './pages/viewer-pages.ts';
import { portOptionAudits } from './port-options.ts';
import { noteAudits } from './notes/notes.ts';
import { propertyBasedAudits } from './property-based-audits.ts';
import { portExpansionAudits } from './port-expansion.ts';
import { portStructureAudits } from './port-structure.ts';
import { portSwitchAudits } from './port-switch/port-enablement.ts';
import { portAudits } from './ports/port-reads-and-writes.ts';
import { portsSyncAudits } from './ports-sync/live-port-values.ts';
import { replayAudits } from './replay/operation-statuses.ts';
import { runAudits } from './run/run-and-stop.ts';
import { valueSyncAudits } from './sync/value-sync.ts';
import { assetActionAudits } from './asset-actions.ts';
import { assetEffectAudits } from './actions/asset-effects.ts';
import { sceneActionAudits } from './scene-actions.ts';
import { sceneEffectAudits } from './actions/scene-effects.ts';
import { outputEffectAudits } from './actions/output-effects.ts';
import { streamingActionAudits } from './streaming-actions.ts';
import { sensitiveAudits } from './sensitive-ports.ts';
import { syncFlagAudits } from './nodes/sync-flag.ts';
import { accessTierAudits } from './tiers/access-tiers.ts';
import { trafficAudits } from './traffic/recorded-traffic.ts';
import { typeCatalogAudits } from './meta/type-catalog.ts';
import { unknownGraphAudits } from './graphs/unknown-graph.ts';
import { portValueAudits } from './values/port-values.ts';
import { variableAudits } from './variables.ts';
import { wrongTokenAudits } from './tiers/wrong-tokens.ts';
import type { Audit } from '../audit.ts';

/** All audits, in the order in which they run. */
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
  ...tweenEffectAudits,
  ...statedUrlAudits,
  ...sceneActionAudits,
  ...sceneEffectAudits,
  ...assetActionAudits,
  ...assetEffectAudits,
  ...outputEffectAudits,
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
  // These audits call all actions, including actions that clear or change the scene, so audits that need the scene run
  // before these audits.
  ...everyActionAudits,
  ...mediaActionAudits,
  ...midiActionAudits,
  ...subscriptionEffectAudits,
  ...webhookActionAudits,
  ...processAudits,
  ...physicsActionAudits,
  ...objectPropertyAudits,
  ...assetPropertyAudits,
  ...everyActionConditionAudits,
  ...trafficAudits,
  ...wrongTokenAudits,
];
