import type { Audit } from '../audit.ts';

/** A file of audits: what the ids of its audits begin with, the same for their requirements, and how to load it. */
type AuditFile = readonly [areas: string, requirements: string, load: () => Promise<readonly Audit[]>];

/** All audits, in the order in which they run. A run loads only the files that it needs. */
export const auditFiles: readonly AuditFile[] = [
  ['health', 'AUTH-HEADER HEALTH OVER-RUNTIME VERSION', async () => (await import('./health.ts')).audits],
  [
    'meta errors',
    'API AUTH-FREE ERR ERRCAT HTTP LLMS OVER-ORIENT TOC VERSION',
    async () => (await import('./meta.ts')).audits,
  ],
  [
    'meta schemas',
    'ASYNC AUTH-FREE EVENT SCHEMA TYPES VALUE-OTHER VERSION',
    async () => (await import('./types-and-schemas.ts')).audits,
  ],
  [
    'pages',
    'API AUTH-FREE DEV ERR LLMS ROOT VERSION VIEW',
    async () => (await import('./viewer-pages.ts')).audits,
  ],
  ['tiers', 'AUTH-FREE AUTH-GATED AUTH-HEADER', async () => (await import('./access-tiers.ts')).audits],
  ['cors', 'CORS', async () => (await import('./cors.ts')).audits],
  [
    'node-types',
    'ERR HTTP NODE NTYPE-CAT NTYPE-ENUM NTYPE-LIST NTYPE-NODE TYPE',
    async () => (await import('./node-types/node-types.ts')).audits,
  ],
  ['node-types', 'NTYPE-SEARCH', async () => (await import('./node-types/search.ts')).audits],
  [
    'discovery',
    'DISC DISC-LIST DISC-SPAWN DISC-TYPE ERR',
    async () => (await import('./discovery.ts')).audits,
  ],
  [
    'graphs',
    'ERR GRAPH GRAPH-CREATE GRAPH-UNKNOWN OVER-GRAPH',
    async () => (await import('./graphs/graphs.ts')).audits,
  ],
  [
    'nodes',
    'HTTP NODE NODE-CREATE NODE-GET NODE-LIST NTYPE-ENUM OVER-GRAPH',
    async () => (await import('./nodes/nodes.ts')).audits,
  ],
  ['nodes', 'HTTP', async () => (await import('./nodes/sync-flag.ts')).audits],
  ['nodes', 'NODE-CREATE PORT TYPES', async () => (await import('./nodes/node-ports.ts')).audits],
  ['notes', 'ERR NODE NOTE NOTE-READ NOTE-WRITE', async () => (await import('./notes.ts')).audits],
  ['bodies', 'ERR HTTP', async () => (await import('./request-bodies.ts')).audits],
  [
    'connections',
    'CONN CONN-COMPAT CONN-CREATE CONN-LIST CONN-VALIDATE ERR OVER-GRAPH',
    async () => (await import('./connections.ts')).audits,
  ],
  [
    'compatibility',
    'CONN-COMPAT CONN-CREATE ERR',
    async () => (await import('./type-compatibility.ts')).audits,
  ],
  [
    'lists',
    'CONN-LIST HTTP NTYPE-LIST NTYPE-SEARCH',
    async () => (await import('./lists/pagination.ts')).audits,
  ],
  [
    'values',
    'BUILD ERR PORT-READ PORT-WRITE VALUE-COLOR VALUE-DROPDOWN VALUE-OTHER VALUE-VECTOR3',
    async () => (await import('./port-values.ts')).audits,
  ],
  ['variables', 'ERR TYPES VAR VAR-WRITE', async () => (await import('./variables.ts')).audits],
  [
    'ports port-expansion port-structure',
    'ERR PORT PORT-COLLAPSE PORT-EXPAND PORT-READ PORT-WRITE',
    async () => (await import('./ports.ts')).audits,
  ],
  [
    'port-switch',
    'ERR PORT-DISABLE PORT-ENABLE RUN',
    async () => (await import('./port-enablement.ts')).audits,
  ],
  ['sensitive', 'PORT PORT-READ SECRET', async () => (await import('./sensitive-ports.ts')).audits],
  ['port-options', 'ERR PORT-OPTIONS', async () => (await import('./port-options.ts')).audits],
  ['bulk build', 'BUILD BULK LIMIT', async () => (await import('./build/build-operations.ts')).audits],
  ['build', 'BUILD ERR LIMIT', async () => (await import('./build/build-connection-limits.ts')).audits],
  ['batch', 'BATCH BATCH-RUN ERR', async () => (await import('./batch/batch.ts')).audits],
  ['batch', 'BATCH-RUN', async () => (await import('./batch/rejected-operations.ts')).audits],
  [
    'coercion',
    'VALUE-COLOR VALUE-OTHER VALUE-VECTOR3',
    async () => (await import('./value-coercion.ts')).audits,
  ],
  ['expansion', 'PORT-COLLAPSE PORT-EXPAND', async () => (await import('./expansion-round-trips.ts')).audits],
  ['lists', 'HTTP', async () => (await import('./lists/every-list.ts')).audits],
  ['batch', 'BATCH-RUN', async () => (await import('./batch/single-call-equivalence.ts')).audits],
  ['rollback', 'BUILD BULK', async () => (await import('./rollback.ts')).audits],
  ['model', 'GRAPH-EDIT', async () => (await import('./model-based-editing.ts')).audits],
  [
    'actions',
    'ACT ACT-MIDI ACT-OTHER ACT-OUTPUT ACT-PROCESS ACT-SCENE ACT-STREAM ACT-WEBHOOK ERR OVER-LAYER',
    async () => (await import('./actions/action-calls.ts')).audits,
  ],
  ['actions', 'ACT', async () => (await import('./actions/tween-effects.ts')).audits],
  ['actions', 'ACT-OTHER ACT-SCENE', async () => (await import('./actions/documented-routes.ts')).audits],
  [
    'scene-actions',
    'ACT-LAYER ACT-SCENE ACT-SPAWN DISC-SPAWN DISC-TYPE LIMIT',
    async () => (await import('./actions/scene-actions.ts')).audits,
  ],
  ['scene-actions', 'ACT-SCENE ACT-SPAWN', async () => (await import('./actions/scene-effects.ts')).audits],
  ['asset-actions', 'ACT-ASSET', async () => (await import('./actions/asset-actions.ts')).audits],
  [
    'output-actions streaming-actions',
    'ACT-OUTPUT ACT-STREAM',
    async () => (await import('./actions/output-effects.ts')).audits,
  ],
  ['animation', 'ANIM-ACT ANIM-READ', async () => (await import('./animation/playback-queries.ts')).audits],
  ['animation', 'ANIM-RULE ANIM-STATE EVENT', async () => (await import('./animation/loop-modes.ts')).audits],
  ['animation', 'ANIM-STATE EVENT', async () => (await import('./animation/playback-control.ts')).audits],
  [
    'animation',
    'ANIM-RULE ANIM-STATE ERR EVENT',
    async () => (await import('./animation/blend-layers.ts')).audits,
  ],
  ['animation', 'ANIM-RULE', async () => (await import('./animation/playback-groups.ts')).audits],
  ['animation', 'ANIM-RULE HUB-FILTER', async () => (await import('./animation/playback-events.ts')).audits],
  ['instances', 'ACT', async () => (await import('./instances/validation-before-runtime.ts')).audits],
  ['console', 'CONSOLE ENTRY ERR LIMIT', async () => (await import('./console/console-reads.ts')).audits],
  ['console', 'CONSOLE', async () => (await import('./console/entry-filters.ts')).audits],
  [
    'run',
    'AUTH-GATED ERR OVER-FLOW RUN RUN-START RUN-STOP SYNC',
    async () => (await import('./run-and-stop.ts')).audits,
  ],
  ['sync', 'HTTP OVER-FLOW SYNC', async () => (await import('./value-sync.ts')).audits],
  [
    'lifecycle',
    'ERR FILE-DUP FILE-REMOVE FILE-SAVE RUN',
    async () => (await import('./save-duplicate-remove.ts')).audits,
  ],
  ['layout', 'LAYOUT', async () => (await import('./layout/arrange.ts')).audits],
  ['ports-sync', 'ERR RUN-PORTS', async () => (await import('./live-port-values.ts')).audits],
  [
    'hub',
    'AUTH-HUB CORS HUB OVER-LAYER',
    async () => (await import('./hub/connect-and-authenticate.ts')).audits,
  ],
  [
    'hub',
    'EVENT HUB-CALLBACK HUB-ENVELOPE HUB-SUB HUB-UNSUB',
    async () => (await import('./hub/subscriptions.ts')).audits,
  ],
  [
    'hub',
    'ACT HUB-ACTION HUB-BATCH HUB-CALLBACK HUB-ENVELOPE OVER-LAYER',
    async () => (await import('./hub/send-action.ts')).audits,
  ],
  ['hub', 'ACT EVENT RUN', async () => (await import('./hub/event-kinds.ts')).audits],
  [
    'execution',
    'EVENT OVER-GRAPH PORT-DISABLE RUN-START RUN-STOP',
    async () => (await import('./events/node-execution.ts')).audits,
  ],
  ['hub', 'BATCH-RUN HTTP OVER-FLOW SYNC', async () => (await import('./hub/edit-sync.ts')).audits],
  ['hub', 'EVENT', async () => (await import('./hub/scene-events.ts')).audits],
  [
    'events',
    'HUB-PATTERN HUB-SUB HUB-UNSUB',
    async () => (await import('./events/event-delivery.ts')).audits,
  ],
  ['events', 'HUB-FILTER', async () => (await import('./events/event-filters.ts')).audits],
  [
    'default-settings',
    'LAN OVER-LOCAL',
    async () => (await import('./instances/default-settings.ts')).audits,
  ],
  [
    'instances',
    'ACT BATCH-RUN DISC-SPAWN DISC-TYPE ERR HTTP OVER-RUNTIME PROJECT SYNC',
    async () => (await import('./instances/no-runtime.ts')).audits,
  ],
  ['instances', 'AUTH-OFF ERR HEALTH', async () => (await import('./instances/api-off.ts')).audits],
  [
    'instances projects',
    'ERR EVENT GRAPH-CREATE HEALTH HTTP PROJECT',
    async () => (await import('./instances/projects.ts')).audits,
  ],
  [
    'instances',
    'ERR IMAGE SECRET TYPE',
    async () => (await import('./instances/setting-conditions.ts')).audits,
  ],
  ['instances', 'CORS HEALTH LAN', async () => (await import('./instances/lan.ts')).audits],
  [
    'replay',
    'BATCH-RUN CONN-CREATE DOC-STATUS ERR HTTP',
    async () => (await import('./operation-statuses.ts')).audits,
  ],
  ['hub', 'EVENT', async () => (await import('./hub/event-catalog.ts')).audits],
  // These audits call all actions, including actions that clear or change the scene, so audits that need the scene run
  // before these audits.
  ['actions', 'ACT', async () => (await import('./actions/every-action.ts')).audits],
  [
    'media-actions',
    'ACT ACT-AUDIO ACT-CAPTURE',
    async () => (await import('./actions/media-actions.ts')).audits,
  ],
  [
    'midi-actions streaming-actions webhook-actions',
    'ACT-MIDI ACT-STREAM ACT-WEBHOOK',
    async () => (await import('./actions/device-subscriptions.ts')).audits,
  ],
  ['processes', 'ACT-PROCESS EVENT PROCESS', async () => (await import('./actions/processes.ts')).audits],
  ['physics-actions', 'ACT-PHYS', async () => (await import('./actions/physics-actions.ts')).audits],
  [
    'properties',
    'AUTH-GATED COMPONENTS OBJ PROP',
    async () => (await import('./object-properties.ts')).audits,
  ],
  ['assets', 'ASSET AUTH-GATED ERR PROP', async () => (await import('./asset-properties.ts')).audits],
  [
    'instances',
    'ACT',
    async () => (await import('./instances/every-action-under-runtime-failure.ts')).audits,
  ],
  ['traffic', 'DOC-RESPONSE ENV ERRCAT HTTP', async () => (await import('./recorded-traffic.ts')).audits],
  ['tiers', 'AUTH-GATED', async () => (await import('./wrong-tokens.ts')).audits],
];

/** Whether a pattern of `--only` can name an audit of an area. */
const canNameAuditOf = (area: string, pattern: string): boolean => {
  const [prefix, expected] = [`${area}/`, pattern.toLowerCase()];
  return expected.startsWith(prefix) || (expected.endsWith('*') && prefix.startsWith(expected.slice(0, -1)));
};

/**
 * Loads all audits, or at least those that patterns of `--only` name, or that check one of the given requirements. The
 * order is always the same.
 */
export const loadAudits = async (needed?: {
  readonly patterns: readonly string[];
  readonly requirements: readonly string[];
}): Promise<readonly Audit[]> => {
  const families = new Set(needed?.requirements.map(getRequirementFamily));
  const files = auditFiles.filter(
    ([areas, requirements]) =>
      needed === undefined ||
      areas.split(' ').some((area) => needed.patterns.some((pattern) => canNameAuditOf(area, pattern))) ||
      requirements.split(' ').some((family) => families.has(family)),
  );
  return (await Promise.all(files.map(([, , load]) => load()))).flat();
};

/** Returns the id of a requirement without its number. */
export const getRequirementFamily = (id: string): string => id.replace(/-\d+$/, '');
