import { dropdownAudits } from './values/dropdowns.ts';
import { animationAudits } from './animation/index.ts';
import { actionAudits } from './actions/actions.ts';
import { callableAudits } from './actions/callable.ts';
import { everyActionInTroubleAudits } from './conditions/every-action.ts';
import { everyActionAudits } from './actions/every-action.ts';
import { aspectRatioAudits } from './graphs/aspect-ratio.ts';
import { batchAudits } from './batch/batch.ts';
import { batchRefusalAudits } from './batch/batch-refusals.ts';
import { batchDeleteAudits } from './batch/batch-delete.ts';
import { bodyAudits } from './traffic/bodies.ts';
import { everyBodyAudits } from './traffic/every-body.ts';
import { buildConnectionAudits } from './batch/build-connections.ts';
import { bulkAudits } from './batch/bulk.ts';
import { compatibilityAudits } from './connections/compatibility.ts';
import { catalogAudits } from './hub/catalog.ts';
import { conditionAudits } from './conditions/index.ts';
import { connectionAudits } from './connections/connections.ts';
import { beforeDispatchAudits } from './actions/before-dispatch.ts';
import { consoleAudits } from './actions/console.ts';
import { consoleFilterAudits } from './actions/console-filters.ts';
import { consoleSinceAudits } from './actions/console-since.ts';
import { corsAudits } from './security/cors.ts';
import { discoveryAudits } from './discovery/discovery.ts';
import { everyTypeAudits } from './nodes/every-type.ts';
import { graphPathAudits } from './graphs/graph-paths.ts';
import { filterAudits } from './discovery/filter.ts';
import { graphAudits } from './graphs/graphs.ts';
import { healthAudits } from './meta/health.ts';
import { hub } from './hub/index.ts';
import { layer1SchemaAudits } from './meta/layer1-schemas.ts';
import { layoutAudits } from './graphs/layout.ts';
import { lifecycleAudits } from './graphs/lifecycle.ts';
import { listAudits } from './traffic/lists.ts';
import { errorCatalogAudits } from './meta/errors.ts';
import { metaAudits } from './meta/meta.ts';
import { tocAudits } from './meta/toc.ts';
import { assetPropertyAudits } from './properties/asset-properties.ts';
import { objectPropertyAudits } from './properties/object-properties.ts';
import { midiActionAudits } from './actions/midi-actions.ts';
import { webhookActionAudits } from './actions/webhook-actions.ts';
import { mediaActionAudits } from './actions/media-actions.ts';
import { processAudits } from './actions/processes.ts';
import { physicsActionAudits } from './actions/physics-actions.ts';
import { nodePortAudits } from './nodes/node-ports.ts';
import { nodeAudits } from './nodes/nodes.ts';
import { nodeTypeSearchAudits } from './discovery/node-type-search.ts';
import { nodeTypeAudits } from './discovery/node-types.ts';
import { trimmingAudits } from './discovery/trimming.ts';
import { pageAudits } from './meta/pages.ts';
import { portOptionAudits } from './ports/port-options.ts';
import { noteAudits } from './nodes/notes.ts';
import { properties } from './properties.ts';
import { portExpansionAudits } from './ports/port-expansion.ts';
import { portStructureAudits } from './ports/port-structure.ts';
import { portSwitchAudits } from './ports/port-switch.ts';
import { portAudits } from './ports/ports.ts';
import { portsSyncAudits } from './ports/ports-sync.ts';
import { replayAudits } from './traffic/replay.ts';
import { runAudits } from './graphs/run.ts';
import { synchronisedValueAudits } from './graphs/synchronised-values.ts';
import { assetActionAudits } from './actions/asset-actions.ts';
import { sceneActionAudits } from './actions/scene-actions.ts';
import { streamingActionAudits } from './actions/streaming-actions.ts';
import { sensitiveAudits } from './values/sensitive.ts';
import { syncFlagAudits } from './graphs/sync-flag.ts';
import { tierAudits } from './security/tiers.ts';
import { trafficAudits } from './traffic/traffic.ts';
import { typeCatalogAudits } from './discovery/types.ts';
import { unknownGraphAudits } from './graphs/unknown-graph.ts';
import { valueAudits } from './values/values.ts';
import { variableAudits } from './values/variables.ts';
import { wrongTokenAudits } from './security/wrong-tokens.ts';
import type { Audit } from '../audit.ts';

/** Every audit, in the order they run. */
export const audits: readonly Audit[] = [
  ...healthAudits,
  ...metaAudits,
  ...tocAudits,
  ...errorCatalogAudits,
  ...typeCatalogAudits,
  ...layer1SchemaAudits,
  ...pageAudits,
  ...tierAudits,
  ...corsAudits,
  ...nodeTypeAudits,
  ...trimmingAudits,
  ...nodeTypeSearchAudits,
  ...discoveryAudits,
  ...filterAudits,
  ...graphAudits,
  ...graphPathAudits,
  ...unknownGraphAudits,
  ...nodeAudits,
  ...everyTypeAudits,
  ...syncFlagAudits,
  ...nodePortAudits,
  ...noteAudits,
  ...bodyAudits,
  ...everyBodyAudits,
  ...connectionAudits,
  ...compatibilityAudits,
  ...listAudits,
  ...valueAudits,
  ...dropdownAudits,
  ...variableAudits,
  ...portAudits,
  ...portExpansionAudits,
  ...portStructureAudits,
  ...portSwitchAudits,
  ...sensitiveAudits,
  ...portOptionAudits,
  ...bulkAudits,
  ...buildConnectionAudits,
  ...batchAudits,
  ...batchRefusalAudits,
  ...batchDeleteAudits,
  ...properties,
  ...actionAudits,
  ...callableAudits,
  ...sceneActionAudits,
  ...assetActionAudits,
  ...streamingActionAudits,
  ...animationAudits,
  ...beforeDispatchAudits,
  ...consoleAudits,
  ...consoleFilterAudits,
  ...consoleSinceAudits,
  ...runAudits,
  ...synchronisedValueAudits,
  ...lifecycleAudits,
  ...layoutAudits,
  ...aspectRatioAudits,
  ...portsSyncAudits,
  ...hub,
  ...conditionAudits,
  ...replayAudits,
  ...catalogAudits,
  // Among all actions are some that clear or change the scene: others work on it first.
  ...everyActionAudits,
  ...mediaActionAudits,
  ...midiActionAudits,
  ...webhookActionAudits,
  ...processAudits,
  ...physicsActionAudits,
  ...objectPropertyAudits,
  ...assetPropertyAudits,
  ...everyActionInTroubleAudits,
  ...trafficAudits,
  ...wrongTokenAudits,
];
