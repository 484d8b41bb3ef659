import type { Audit } from '../audit.ts';

/** A file of audits: what the ids of its audits begin with, the same for their requirements, and how to load it. */
type AuditFile = readonly [areas: string, requirements: string, load: () => Promise<AuditModule>];

interface AuditModule {
  readonly audits: readonly Audit[];
}

/** All audits, in the order in which they run. A run loads only the files that it needs. */
export const auditFiles: readonly AuditFile[] = [
  ['health', 'AUTH-HEADER HEALTH OVER-RUNTIME VERSION', () => import('./health.ts')],
  ['meta errors', 'API AUTH-FREE ERR ERRCAT HTTP LLMS OVER-ORIENT TOC VERSION', () => import('./meta.ts')],
  [
    'meta schemas',
    'ASYNC AUTH-FREE EVENT SCHEMA TYPES VALUE-OTHER VERSION',
    () => import('./types-and-schemas.ts'),
  ],
  ['pages', 'API AUTH-FREE DEV ERR LLMS ROOT VERSION VIEW', () => import('./viewer-pages.ts')],
  ['tiers', 'AUTH-FREE AUTH-GATED AUTH-HEADER', () => import('./access-tiers.ts')],
  ['cors', 'CORS', () => import('./cors.ts')],
  [
    'node-types',
    'ERR HTTP NODE NTYPE-CAT NTYPE-ENUM NTYPE-LIST NTYPE-NODE TYPE',
    () => import('./node-types/node-types.ts'),
  ],
  ['node-types', 'NTYPE-SEARCH', () => import('./node-types/search.ts')],
  ['discovery', 'DISC DISC-LIST DISC-SPAWN DISC-TYPE ERR', () => import('./discovery.ts')],
  ['graphs', 'ERR GRAPH GRAPH-CREATE GRAPH-UNKNOWN OVER-GRAPH', () => import('./graphs/graphs.ts')],
  [
    'nodes',
    'HTTP NODE NODE-CREATE NODE-GET NODE-LIST NTYPE-ENUM OVER-GRAPH',
    () => import('./nodes/nodes.ts'),
  ],
  ['nodes', 'HTTP', () => import('./nodes/sync-flag.ts')],
  ['nodes', 'NODE-CREATE PORT TYPES', () => import('./nodes/node-ports.ts')],
  ['notes', 'ERR NODE NOTE NOTE-READ NOTE-WRITE', () => import('./notes.ts')],
  ['bodies', 'ERR HTTP', () => import('./request-bodies.ts')],
  [
    'connections',
    'CONN CONN-COMPAT CONN-CREATE CONN-LIST CONN-VALIDATE ERR OVER-GRAPH',
    () => import('./connections.ts'),
  ],
  ['compatibility', 'CONN-COMPAT CONN-CREATE ERR', () => import('./type-compatibility.ts')],
  ['lists', 'CONN-LIST HTTP NTYPE-LIST NTYPE-SEARCH', () => import('./lists/pagination.ts')],
  [
    'values',
    'BUILD ERR PORT-READ PORT-WRITE VALUE-COLOR VALUE-DROPDOWN VALUE-OTHER VALUE-VECTOR3',
    () => import('./port-values.ts'),
  ],
  ['variables', 'ERR TYPES VAR VAR-WRITE', () => import('./variables.ts')],
  [
    'ports port-expansion port-structure',
    'ERR PORT PORT-COLLAPSE PORT-EXPAND PORT-READ PORT-WRITE',
    () => import('./ports.ts'),
  ],
  ['port-switch', 'ERR PORT-DISABLE PORT-ENABLE RUN', () => import('./port-enablement.ts')],
  ['sensitive', 'PORT PORT-READ SECRET', () => import('./sensitive-ports.ts')],
  ['port-options', 'ERR PORT-OPTIONS', () => import('./port-options.ts')],
  ['bulk build', 'BUILD BULK LIMIT', () => import('./build/build-operations.ts')],
  ['build', 'BUILD ERR LIMIT', () => import('./build/build-connection-limits.ts')],
  ['batch', 'BATCH BATCH-RUN ERR', () => import('./batch/batch.ts')],
  ['batch', 'BATCH-RUN', () => import('./batch/rejected-operations.ts')],
  ['coercion', 'VALUE-COLOR VALUE-OTHER VALUE-VECTOR3', () => import('./value-coercion.ts')],
  ['expansion', 'PORT-COLLAPSE PORT-EXPAND', () => import('./expansion-round-trips.ts')],
  ['lists', 'HTTP', () => import('./lists/every-list.ts')],
  ['batch', 'BATCH-RUN', () => import('./batch/single-call-equivalence.ts')],
  ['rollback', 'BUILD BULK', () => import('./rollback.ts')],
  ['model', 'GRAPH-EDIT', () => import('./model-based-editing.ts')],
  [
    'actions',
    'ACT ACT-MIDI ACT-OTHER ACT-OUTPUT ACT-PROCESS ACT-SCENE ACT-STREAM ACT-WEBHOOK ERR OVER-LAYER',
    () => import('./actions/action-calls.ts'),
  ],
  ['actions', 'ACT', () => import('./actions/tween-effects.ts')],
  ['actions', 'ACT-OTHER ACT-SCENE', () => import('./actions/documented-routes.ts')],
  [
    'scene-actions',
    'ACT-LAYER ACT-SCENE ACT-SPAWN DISC-SPAWN DISC-TYPE LIMIT',
    () => import('./actions/scene-actions.ts'),
  ],
  ['scene-actions', 'ACT-SCENE ACT-SPAWN', () => import('./actions/scene-effects.ts')],
  ['asset-actions', 'ACT-ASSET', () => import('./actions/asset-actions.ts')],
  ['output-actions streaming-actions', 'ACT-OUTPUT ACT-STREAM', () => import('./actions/output-effects.ts')],
  ['animation', 'ANIM-ACT ANIM-READ', () => import('./animation/playback-queries.ts')],
  ['animation', 'ANIM-RULE ANIM-STATE EVENT', () => import('./animation/loop-modes.ts')],
  ['animation', 'ANIM-STATE EVENT', () => import('./animation/playback-control.ts')],
  ['animation', 'ANIM-RULE ANIM-STATE ERR EVENT', () => import('./animation/blend-layers.ts')],
  ['animation', 'ANIM-RULE', () => import('./animation/playback-groups.ts')],
  ['animation', 'ANIM-RULE HUB-FILTER', () => import('./animation/playback-events.ts')],
  ['instances', 'ACT', () => import('./instances/validation-before-runtime.ts')],
  ['console', 'CONSOLE ENTRY ERR LIMIT', () => import('./console/console-reads.ts')],
  ['console', 'CONSOLE', () => import('./console/entry-filters.ts')],
  ['run', 'AUTH-GATED ERR OVER-FLOW RUN RUN-START RUN-STOP SYNC', () => import('./run-and-stop.ts')],
  ['sync', 'HTTP OVER-FLOW SYNC', () => import('./value-sync.ts')],
  ['lifecycle', 'ERR FILE-DUP FILE-REMOVE FILE-SAVE RUN', () => import('./save-duplicate-remove.ts')],
  ['layout', 'LAYOUT', () => import('./layout/arrange.ts')],
  ['ports-sync', 'ERR RUN-PORTS', () => import('./live-port-values.ts')],
  ['hub', 'AUTH-HUB CORS HUB OVER-LAYER', () => import('./hub/connect-and-authenticate.ts')],
  ['hub', 'EVENT HUB-CALLBACK HUB-ENVELOPE HUB-SUB HUB-UNSUB', () => import('./hub/subscriptions.ts')],
  [
    'hub',
    'ACT HUB-ACTION HUB-BATCH HUB-CALLBACK HUB-ENVELOPE OVER-LAYER',
    () => import('./hub/send-action.ts'),
  ],
  ['hub', 'ACT EVENT RUN', () => import('./hub/event-kinds.ts')],
  [
    'execution',
    'EVENT OVER-GRAPH PORT-DISABLE RUN-START RUN-STOP',
    () => import('./events/node-execution.ts'),
  ],
  ['hub', 'BATCH-RUN HTTP OVER-FLOW SYNC', () => import('./hub/edit-sync.ts')],
  ['hub', 'EVENT', () => import('./hub/scene-events.ts')],
  ['events', 'HUB-PATTERN HUB-SUB HUB-UNSUB', () => import('./events/event-delivery.ts')],
  ['events', 'HUB-FILTER', () => import('./events/event-filters.ts')],
  ['default-settings', 'LAN OVER-LOCAL', () => import('./instances/default-settings.ts')],
  [
    'instances',
    'ACT BATCH-RUN DISC-SPAWN DISC-TYPE ERR HTTP OVER-RUNTIME PROJECT SYNC',
    () => import('./instances/no-runtime.ts'),
  ],
  ['instances', 'AUTH-OFF ERR HEALTH', () => import('./instances/api-off.ts')],
  [
    'instances projects',
    'ERR EVENT GRAPH-CREATE HEALTH HTTP PROJECT',
    () => import('./instances/projects.ts'),
  ],
  ['instances', 'ERR IMAGE SECRET TYPE', () => import('./instances/setting-conditions.ts')],
  ['instances', 'CORS HEALTH LAN', () => import('./instances/lan.ts')],
  ['replay', 'BATCH-RUN CONN-CREATE DOC-STATUS ERR HTTP', () => import('./operation-statuses.ts')],
  ['hub', 'EVENT', () => import('./hub/event-catalog.ts')],
  // These audits call all actions, including actions that clear or change the scene, so audits that need the scene run
  // before these audits.
  ['actions', 'ACT', () => import('./actions/every-action.ts')],
  ['media-actions', 'ACT ACT-AUDIO ACT-CAPTURE', () => import('./actions/media-actions.ts')],
  [
    'midi-actions streaming-actions webhook-actions',
    'ACT-MIDI ACT-STREAM ACT-WEBHOOK',
    () => import('./actions/device-subscriptions.ts'),
  ],
  ['processes', 'ACT-PROCESS EVENT PROCESS', () => import('./actions/processes.ts')],
  ['physics-actions', 'ACT-PHYS', () => import('./actions/physics-actions.ts')],
  ['properties', 'AUTH-GATED COMPONENTS OBJ PROP', () => import('./object-properties.ts')],
  ['assets', 'ASSET AUTH-GATED ERR PROP', () => import('./asset-properties.ts')],
  ['instances', 'ACT', () => import('./instances/every-action-under-runtime-failure.ts')],
  ['traffic', 'DOC-RESPONSE ENV ERRCAT HTTP', () => import('./recorded-traffic.ts')],
  ['tiers', 'AUTH-GATED', () => import('./wrong-tokens.ts')],
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
  return (await Promise.all(files.map(([, , load]) => load()))).flatMap(({ audits }) => audits);
};

/** Returns the id of a requirement without its number. */
export const getRequirementFamily = (id: string): string => id.replace(/-\d+$/, '');
