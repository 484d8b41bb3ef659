import { actions } from './rest/actions.ts';
import { batch } from './rest/batch.ts';
import { bodies } from './rest/bodies.ts';
import { bulk } from './rest/bulk.ts';
import { compatibility } from './rest/compatibility.ts';
import { connections } from './rest/connections.ts';
import { consoleAudits } from './rest/console.ts';
import { cors } from './rest/cors.ts';
import { discovery } from './rest/discovery.ts';
import { graphs } from './rest/graphs.ts';
import { health } from './rest/health.ts';
import { hub } from './hub/index.ts';
import { instances } from './rest/instances.ts';
import { lifecycle } from './rest/lifecycle.ts';
import { lists } from './rest/lists.ts';
import { meta } from './rest/meta.ts';
import { nodes } from './rest/nodes.ts';
import { nodeTypes } from './rest/node-types.ts';
import { portOptions } from './rest/port-options.ts';
import { notes } from './rest/notes.ts';
import { portExpansion } from './rest/port-expansion.ts';
import { portSwitch } from './rest/port-switch.ts';
import { ports } from './rest/ports.ts';
import { portsSync } from './rest/ports-sync.ts';
import { run } from './rest/run.ts';
import { sceneActions } from './rest/scene-actions.ts';
import { tiers } from './rest/tiers.ts';
import { traffic } from './rest/traffic.ts';
import { values } from './rest/values.ts';
import type { Audit } from '../audit.ts';

/** Every audit, in the order they run. */
export const audits: readonly Audit[] = [
  ...health,
  ...meta,
  ...tiers,
  ...cors,
  ...nodeTypes,
  ...discovery,
  ...graphs,
  ...nodes,
  ...notes,
  ...bodies,
  ...connections,
  ...compatibility,
  ...lists,
  ...values,
  ...ports,
  ...portExpansion,
  ...portSwitch,
  ...portOptions,
  ...bulk,
  ...batch,
  ...actions,
  ...sceneActions,
  ...consoleAudits,
  ...run,
  ...lifecycle,
  ...portsSync,
  ...hub,
  ...instances,
  ...traffic,
];
