import { actions } from './rest/actions.ts';
import { batch } from './rest/batch.ts';
import { batchDelete } from './rest/batch-delete.ts';
import { bodies } from './rest/bodies.ts';
import { buildConnections } from './rest/build-connections.ts';
import { bulk } from './rest/bulk.ts';
import { compatibility } from './rest/compatibility.ts';
import { catalog } from './hub/catalog.ts';
import { conditionAudits } from './conditions/index.ts';
import { connections } from './rest/connections.ts';
import { consoleAudits } from './rest/console.ts';
import { cors } from './rest/cors.ts';
import { discovery } from './rest/discovery.ts';
import { graphs } from './rest/graphs.ts';
import { health } from './rest/health.ts';
import { hub } from './hub/index.ts';
import { layer1Schemas } from './rest/layer1-schemas.ts';
import { layout } from './rest/layout.ts';
import { lifecycle } from './rest/lifecycle.ts';
import { lists } from './rest/lists.ts';
import { meta } from './rest/meta.ts';
import { nodePorts } from './rest/node-ports.ts';
import { nodes } from './rest/nodes.ts';
import { nodeTypeSearch } from './rest/node-type-search.ts';
import { nodeTypes } from './rest/node-types.ts';
import { pages } from './rest/pages.ts';
import { portOptions } from './rest/port-options.ts';
import { notes } from './rest/notes.ts';
import { properties } from './rest/properties.ts';
import { portExpansion } from './rest/port-expansion.ts';
import { portStructure } from './rest/port-structure.ts';
import { portSwitch } from './rest/port-switch.ts';
import { ports } from './rest/ports.ts';
import { portsSync } from './rest/ports-sync.ts';
import { replay } from './rest/replay.ts';
import { run } from './rest/run.ts';
import { sceneActions } from './rest/scene-actions.ts';
import { sensitive } from './rest/sensitive.ts';
import { tiers } from './rest/tiers.ts';
import { traffic } from './rest/traffic.ts';
import { typeCatalog } from './rest/types.ts';
import { values } from './rest/values.ts';
import { variables } from './rest/variables.ts';
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
