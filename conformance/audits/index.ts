import { actions } from './actions/actions.ts';
import { batch } from './batch/batch.ts';
import { batchDelete } from './batch/batch-delete.ts';
import { bodies } from './traffic/bodies.ts';
import { buildConnections } from './batch/build-connections.ts';
import { bulk } from './batch/bulk.ts';
import { compatibility } from './connections/compatibility.ts';
import { catalog } from './hub/catalog.ts';
import { conditionAudits } from './conditions/index.ts';
import { connections } from './connections/connections.ts';
import { consoleAudits } from './actions/console.ts';
import { cors } from './security/cors.ts';
import { discovery } from './discovery/discovery.ts';
import { graphs } from './graphs/graphs.ts';
import { health } from './meta/health.ts';
import { hub } from './hub/index.ts';
import { layer1Schemas } from './meta/layer1-schemas.ts';
import { layout } from './graphs/layout.ts';
import { lifecycle } from './graphs/lifecycle.ts';
import { lists } from './traffic/lists.ts';
import { meta } from './meta/meta.ts';
import { nodePorts } from './nodes/node-ports.ts';
import { nodes } from './nodes/nodes.ts';
import { nodeTypeSearch } from './discovery/node-type-search.ts';
import { nodeTypes } from './discovery/node-types.ts';
import { pages } from './meta/pages.ts';
import { portOptions } from './ports/port-options.ts';
import { notes } from './nodes/notes.ts';
import { properties } from './properties.ts';
import { portExpansion } from './ports/port-expansion.ts';
import { portStructure } from './ports/port-structure.ts';
import { portSwitch } from './ports/port-switch.ts';
import { ports } from './ports/ports.ts';
import { portsSync } from './ports/ports-sync.ts';
import { replay } from './traffic/replay.ts';
import { run } from './graphs/run.ts';
import { sceneActions } from './actions/scene-actions.ts';
import { sensitive } from './values/sensitive.ts';
import { tiers } from './security/tiers.ts';
import { traffic } from './traffic/traffic.ts';
import { typeCatalog } from './discovery/types.ts';
import { values } from './values/values.ts';
import { variables } from './values/variables.ts';
import type { Audit } from '../audit.ts';

/** Every audit, in the order they run. */
export const audits: readonly Audit[] = [
  ...health,
  ...meta,
  ...typeCatalog,
  ...layer1Schemas,
  ...pages,
  ...tiers,
  ...cors,
  ...nodeTypes,
  ...nodeTypeSearch,
  ...discovery,
  ...graphs,
  ...nodes,
  ...nodePorts,
  ...notes,
  ...bodies,
  ...connections,
  ...compatibility,
  ...lists,
  ...values,
  ...variables,
  ...ports,
  ...portExpansion,
  ...portStructure,
  ...portSwitch,
  ...sensitive,
  ...portOptions,
  ...bulk,
  ...buildConnections,
  ...batch,
  ...batchDelete,
  ...properties,
  ...actions,
  ...sceneActions,
  ...consoleAudits,
  ...run,
  ...lifecycle,
  ...layout,
  ...portsSync,
  ...hub,
  ...conditionAudits,
  ...replay,
  ...catalog,
  ...traffic,
];
