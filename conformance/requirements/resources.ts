import { defineSection, follows, leftOpen, plannedFor } from './requirement.ts';

const execution = defineSection('Graph execution', 'L1-RUN');
const playback = defineSection('Animation playback', 'ANIM');
const process = defineSection('Child process', 'L2');

export const states = [
  execution.must('RUN-001', 'A synchronised graph that is stopped runs after run'),
  execution.must('RUN-002', 'The event graph.running reports that a graph started', { profile: 'L3' }),
  execution.must('RUN-003', 'A running graph is stopped by stop'),
  execution.must('RUN-004', 'The event graph.stopped reports that a graph stopped', { profile: 'L3' }),
  execution.must(
    'RUN-005',
    'Saving a running graph fails with 409 GRAPH_RUNNING, and the graph keeps running',
  ),
  execution.must(
    'RUN-006',
    'Duplicating a running graph fails with 409 GRAPH_RUNNING, and the graph keeps running',
  ),
  execution.must(
    'RUN-007',
    'Disabling or enabling a trigger port of a running graph fails with 409 GRAPH_RUNNING',
  ),
  execution.info('RUN-008', 'States beyond running and stopped, and a run without sync, are unspecified', {
    provenance: 'NOT_SHOWN',
  }),

  playback.must('ANIM-STATE-001', 'play or playSet starts a playback: animation.playback.started'),
  playback.must('ANIM-STATE-002', 'pause pauses it: animation.playback.paused'),
  playback.must('ANIM-STATE-003', 'resume continues it: animation.playback.resumed'),
  playback.must(
    'ANIM-STATE-004',
    'The natural end completes it: animation.playback.completed, reason natural',
  ),
  playback.must(
    'ANIM-STATE-005',
    'A stop, a replacement or an unloaded scene ends it: animation.playback.stopped with reason explicit, replaced or sceneUnload',
  ),
  playback.must(
    'ANIM-STATE-006',
    'Each finished loop raises animation.playback.looped, under PingPong after a full round trip',
  ),
  playback.must(
    'ANIM-STATE-007',
    'Each reflection under PingPong raises animation.playback.direction.changed, forward or backward',
  ),
  playback.must('ANIM-STATE-008', 'Under ClampForever the end pose is held: animation.playback.held'),
  playback.must('ANIM-STATE-009', 'A crossed marker raises animation.playback.marker'),
  playback.must('ANIM-STATE-010', 'A blend layer is held by at most one live playback'),
  playback.must(
    'ANIM-STATE-011',
    'Playing onto an occupied layer fails with 409 LAYER_OCCUPIED and stops nothing',
  ),

  process.must('PROCESS-001', 'process.start returns at once, without an event of its own'),
  process.must('PROCESS-002', 'process.loaded reports that a started process finished loading'),
  process.must('PROCESS-003', 'process.exited reports that it ended'),
  process.info(
    'PROCESS-004',
    'Further transitions of projects, scenes, listeners, streams and tweens are unspecified',
    leftOpen,
  ),
] as const;

const nodeType = defineSection('Node type and category', 'CORE');
const note = defineSection('Note sub-resource', 'L1-EDIT');
const property = defineSection('Property access records', 'PROPS');
const batch = defineSection('Batch', 'L1-EDIT');
const discovery = defineSection('Discovery envelope', 'CORE');
const entry = defineSection('Console entry', 'L1-RUN');
const images = defineSection('Node image export', 'DEV');

export const records = [
  nodeType.must('TYPE-001', 'A category entry lists its nodes and their count'),
  nodeType.must('TYPE-002', 'Counts cover visible nodes only'),
  nodeType.must('TYPE-003', 'A node type has an enumValue, a name, a description and its ports'),
  nodeType.must('TYPE-004', 'Blocked nodes and categories are hidden from every listing, search and lookup'),
  nodeType.must('TYPE-005', 'A category whose nodes are all blocked behaves as unknown (404)'),
  nodeType.info('TYPE-006', 'There are 178 nodes in 20 categories'),
  nodeType.info('TYPE-007', 'Further fields of node types and categories are unspecified', leftOpen),
  nodeType.must(
    'TYPE-008',
    'The count of a category is the number of nodes it lists',
    follows('A category lists its nodes and a node count that reflects the visible nodes'),
  ),

  note.must('NOTE-001', 'text of a note is a string'),
  note.must('NOTE-002', 'font of a note is one of availableFonts'),
  note.must('NOTE-003', 'color of a note is one of availableColors'),
  note.must('NOTE-004', 'fontSize of a note is an integer of availableFontSizes'),
  note.must('NOTE-005', 'Reading a note returns the available fonts, colors and sizes'),

  property.must('PROP-001', 'An asset property is listed with name, type label and current value'),
  property.must('PROP-002', 'A property with options lists them'),
  property.must('PROP-003', 'A property that reshapes the asset is flagged as structural'),
  property.must('PROP-004', 'Every listed property has a URL for reading and writing it directly'),
  property.must('PROP-005', 'A single read returns the resolved tag, name, type label and typed value'),
  property.must('PROP-006', 'A single write takes value and returns the previous and the new value'),
  property.must('PROP-007', 'A bulk write takes properties, an array of name and value'),
  property.must('PROP-008', 'A bulk write returns totalCount, succeededCount and failedCount'),
  property.must('PROP-009', 'A bulk write returns results with name, success and, on failure, an error'),
  property.must('PROP-010', 'Property names are case-sensitive'),
  property.must('PROP-011', 'Property names may contain spaces and are URL-encoded in paths'),
  property.must('PROP-012', 'Scene objects are addressed by tag, components by name'),

  batch.must('BATCH-001', 'A batch request has operations, each with method, path and body'),
  batch.must('BATCH-002', 'A batch response has totalOperations, succeeded and failed'),
  batch.must('BATCH-003', 'A batch response has results with index, status and body of every operation'),

  discovery.must('DISC-001', 'A discovery response has dataType, count and items'),
  discovery.info('DISC-002', 'The shapes of discovery items are unspecified', leftOpen),
  discovery.must('DISC-003', 'A spawnable pairs menuPath with toolTip'),
  discovery.must(
    'DISC-004',
    'The count of a discovery response is the number of its items',
    follows('The envelope contains `items` and their `count`'),
  ),

  entry.must('ENTRY-001', 'A console entry has the severity log, warning or error'),
  entry.must('ENTRY-002', 'A console entry has the context graph, node or none'),
  entry.must('ENTRY-003', 'A console entry has a time stamp'),
  entry.info('ENTRY-004', 'The field names of a console entry are unspecified', { provenance: 'NOT_SHOWN' }),

  images.may('IMAGE-001', 'NodeNames selects the node images to export; none or an empty list means all'),
  images.must('IMAGE-002', 'An image export returns the names that succeeded and those that failed'),
  images.info('IMAGE-003', 'Further fields of an export result are unspecified', leftOpen),
] as const;

const core = defineSection('What the service does', 'CORE');
const edit = defineSection('What the service does', 'L1-EDIT');
const run = defineSection('What the service does', 'L1-RUN');
const direct = defineSection('What the service does', 'L2');
const live = defineSection('What the service does', 'L3');

export const overview = [
  core.info(
    'OVER-PURPOSE-001',
    'The service builds and runs node graphs, fires one-shot actions and streams events',
    { excluded: 'a summary of the other requirements' },
  ),
  edit.must(
    'OVER-GRAPH-001',
    'Every node of a graph has typed ports',
    follows('Each node has typed input and output ports'),
  ),
  edit.must('OVER-GRAPH-002', 'A connection joins exactly one output port to exactly one input port'),
  run.must('OVER-GRAPH-003', 'Trigger ports carry the order of execution, data ports carry values'),
  core.info(
    'OVER-LAYER-001',
    'There are three layers: graph editing over REST, direct actions over REST, and a real-time hub',
    { excluded: 'a division of the document; each layer has its own requirements' },
  ),
  direct.must('OVER-LAYER-002', 'A direct action is called at /api/actions/{category}/{action}'),
  direct.info('OVER-LAYER-003', 'There are 161 actions'),
  direct.must(
    'OVER-LAYER-004',
    'Actions are available in the categories scene, transform, physics, audio, animation, tween, midi, output, webhook, streaming, process, log, text, components, assets and project',
    plannedFor('a complete implementation to develop the check against'),
  ),
  live.must(
    'OVER-LAYER-005',
    'The hub is at the base address with a WebSocket scheme and the path /api/events',
  ),
  live.must('OVER-LAYER-006', 'The hub delivers events and accepts direct actions over one connection'),
  core.must('OVER-LOCAL-001', 'By default the service listens on the local machine only', {
    profile: 'AUTH',
  }),
  run.must(
    'OVER-RUNTIME-001',
    'Routes that need the runtime return 503 RUNTIME_NOT_CONNECTED while it is not connected',
  ),
  core.must('OVER-RUNTIME-002', 'Health reports whether the runtime is connected'),
  core.should(
    'OVER-ORIENT-001',
    'A client can start with health, llms.txt, toc and then the discovery route of its layer: each of them responds',
  ),
  edit.should(
    'OVER-FLOW-001',
    'The recommended workflow works end to end: create, add nodes, connect, set values, sync, run, stop',
    { profile: 'L1-RUN' },
  ),
  run.must('OVER-FLOW-002', 'An edit alone does not reach the runtime: it takes effect after a sync'),
  core.info('OVER-NAMES-001', 'Identifiers use the neutral word runtime instead of a product name', {
    excluded: 'a note about the document',
  }),
] as const;

const envelope = defineSection('Error envelope', 'CORE');
const health = defineSection('Health response', 'CORE');
const graph = defineSection('Graph', 'L1-EDIT');
const node = defineSection('Node', 'L1-EDIT');
const port = defineSection('Port', 'L1-EDIT');

export const resources = [
  envelope.must('ENV-001', 'Every error body has an object error'),
  envelope.must('ENV-002', 'error.code is an upper-case snake-case string'),
  envelope.must('ENV-003', 'error.message is a readable text'),
  envelope.should('ENV-004', 'error.message suggests the endpoint to call to fix the problem'),

  health.must('HEALTH-001', 'status is ok while the process is healthy'),
  health.must('HEALTH-002', 'runtimeConnected is a boolean'),
  health.must('HEALTH-003', 'projectName is a string, or null when no project is open'),
  health.must('HEALTH-004', 'apiVersion is a semantic version'),
  health.must('HEALTH-005', 'apiEnabled is a boolean, true while gated routes accept callers with a token'),
  health.must('HEALTH-006', 'authenticated reports whether the caller sent a valid token'),
  health.must('HEALTH-007', 'auth is present for a caller who is not authenticated'),
  health.must('HEALTH-008', 'auth is absent for a caller who is authenticated'),
  health.must('HEALTH-009', 'auth.required is true'),
  health.must('HEALTH-010', 'auth.header is X-API-Key'),
  health.must('HEALTH-011', 'auth.docs is the path of the orientation document'),
  health.must('HEALTH-012', 'A loopback caller receives auth.tokenFile and auth.howToEnable'),
  health.must('HEALTH-013', 'A caller who is not on loopback receives neither tokenFile nor howToEnable', {
    profile: 'LAN',
  }),
  health.must('HEALTH-014', 'projectName is null while no project is open'),
  health.must('HEALTH-015', 'apiEnabled is false while the API is switched off', { profile: 'AUTH' }),

  graph.must('GRAPH-001', 'The id of a graph is a uuid'),
  graph.must('GRAPH-002', 'The id of a graph identifies it in paths'),
  graph.must('GRAPH-003', 'A name given on creation is stored'),
  graph.must('GRAPH-004', 'Without a name, a name is generated'),
  graph.must(
    'GRAPH-005',
    'The path is optional on creation: the graph is then in the graphs folder of the project',
  ),
  graph.must('GRAPH-006', 'A new graph has a Start node and an OnNewFrame node'),
  graph.must('GRAPH-007', 'The nodes of a new graph have all their port ids'),
  graph.info('GRAPH-008', 'Further fields of a graph are unspecified', leftOpen),
  graph.should(
    'GRAPH-009',
    'Graphs without a given path are in one folder, or each in its own subfolder',
    follows("The path defaults to the project's graphs folder, but the form of a path is not shown"),
  ),

  node.must('NODE-001', 'A node has an id'),
  node.must('NODE-002', 'GET /api/nodes/{nodeId} finds a node in any graph and adds graphId'),
  node.must('NODE-003', 'category of a node is the enum value of its type'),
  node.must('NODE-004', 'Categories are not case-sensitive in lookups'),
  node.must('NODE-005', 'locationX and locationY are accepted as numbers on creation'),
  node.must('NODE-006', 'ports lists every input and output port with id and type'),
  node.must('NODE-007', 'A Note node has header formatting'),

  port.must('PORT-001', 'A port has an id that addresses it'),
  port.must('PORT-002', 'type of a port is one of the canonical names of the type catalog'),
  port.must('PORT-003', 'isSensitive is set for ports that hold secrets'),
  port.must('PORT-004', 'hasValue is present when a sensitive value is redacted on read'),
  port.must('PORT-005', 'isExpandable, isExpanded and isExpandedChild are booleans where present'),
  port.must('PORT-006', 'Vector and Color ports can be expanded into X/Y/Z or R/G/B/A'),
  port.must('PORT-007', 'parentPortId is set on the children of an expanded port'),
  port.must('PORT-008', 'affectsNodePorts is true if a value can change the ports of the node'),
  port.must(
    'PORT-009',
    'isExpandable, if present, is true for a port that expands',
    follows('The field says whether the port can be expanded'),
  ),
  port.must(
    'PORT-010',
    'isExpanded, if present, is true only while a port is expanded',
    follows('The field says whether the port is expanded'),
  ),
  port.must(
    'PORT-011',
    'isExpandedChild, if present, is true only for sub-ports',
    follows('The field says whether the port is a sub-port of an expanded one'),
  ),
] as const;
