import { leftOpen, defineSection, follows } from './requirement.ts';

const graphs = defineSection('Graph endpoints', 'L1-EDIT');
const nodes = defineSection('Node endpoints', 'L1-EDIT');
const bulk = defineSection('Bulk and build endpoints', 'L1-EDIT');
const connections = defineSection('Connection endpoints', 'L1-EDIT');
const run = defineSection('Run endpoints', 'L1-RUN');
const files = defineSection('Graph file endpoints', 'L1-EDIT');
const layout = defineSection('Layout endpoints', 'L1-EDIT');

export const editing = [
  graphs.must('GRAPH-CREATE-001', 'POST /api/graphs returns the full graph'),
  graphs.info('GRAPH-CREATE-002', 'The success status of a created graph is unspecified', {
    provenance: 'SILENT',
  }),
  graphs.must('GRAPH-CREATE-003', 'Creating a graph without an open project is rejected with 409 NO_PROJECT'),
  graphs.must('GRAPH-CREATE-004', 'A path that another graph has is rejected with 409 DUPLICATE_PATH'),
  graphs.must('GRAPH-CREATE-005', 'replace=true replaces the graph at the path'),
  graphs.must(
    'GRAPH-CREATE-006',
    'A rejected graph is not created',
    follows(
      'A rejected call has no effect on the project: DUPLICATE_PATH and NO_PROJECT state that no graph was made',
    ),
  ),
  graphs.must('GRAPH-UNKNOWN-001', 'An unknown graph id returns 404 GRAPH_NOT_FOUND'),
  graphs.must(
    'GRAPH-EDIT-001',
    'After any sequence of edits, a graph has the effects of the successful ones and none of the rejected ones',
    follows(
      'Each edit has its stated effect and an error states that it had none, so a sequence has the sum of both',
    ),
  ),
  graphs.info('GRAPH-OPEN-001', 'Routes to list, read, rename and delete graphs are unspecified', leftOpen),

  nodes.must(
    'NODE-CREATE-001',
    'POST nodes adds a node and returns it with its id and all ports with ids and types',
  ),
  nodes.info('NODE-CREATE-002', 'The success status of a created node is unspecified', {
    provenance: 'SILENT',
  }),
  nodes.must(
    'NODE-CREATE-003',
    'An unknown category does not succeed and adds nothing',
    follows(
      '`category` takes a value from the list of enum values, so a node of another type does not exist',
    ),
  ),
  nodes.info('NODE-CREATE-004', 'Whether the category of a new node is case-sensitive is unspecified', {
    provenance: 'SILENT',
  }),
  nodes.should(
    'NODE-CREATE-005',
    'A body without a category does not succeed and adds nothing',
    follows('`category` is not marked as optional, but its absence is not defined either'),
  ),
  nodes.must(
    'NODE-CREATE-006',
    'Each port of a node has its own id',
    follows("A port id identifies a port in paths, so two ports can't share one"),
  ),
  nodes.must('NODE-LIST-001', 'GET nodes returns the nodes of the graph with their port ids'),
  nodes.must(
    'NODE-LIST-002',
    'A created node is listed with the ids from its creation',
    follows('The list returns the nodes of the graph with port ids, and a created node is one of them'),
  ),
  nodes.must('NODE-GET-001', 'GET /api/nodes/{nodeId} returns the node with graphId'),
  nodes.must(
    'NODE-GET-002',
    'An unknown node id does not succeed',
    follows('GET /api/nodes/{nodeId} finds a node, and there is none to find'),
  ),
  nodes.info('NODE-GET-003', 'The error code for an unknown node is unspecified', { provenance: 'SILENT' }),
  nodes.must('NOTE-READ-001', 'GET note returns text, font, color, fontSize and the available options'),
  nodes.must('NOTE-WRITE-001', 'PUT note changes the fields that are sent and keeps the others'),
  nodes.must(
    'NOTE-WRITE-002',
    'An unknown font or color, or an unsupported size, is rejected with 400 INVALID_VALUE',
  ),
  nodes.must('NOTE-WRITE-003', 'A node that is not a Note is rejected with 400 INVALID_REQUEST'),

  bulk.must('BULK-001', 'POST nodes/bulk creates every node of an array'),
  bulk.must('BULK-002', 'One bad node in a bulk call: no node is created'),
  bulk.must('BULK-003', 'A bulk call with more than 1000 nodes is rejected and creates nothing'),
  bulk.must('BUILD-001', 'POST build creates nodes by tempId and connects them by port name'),
  bulk.must('BUILD-002', 'A build sets port values, including vectors and colors'),
  bulk.must('BUILD-003', 'One bad node in a build: nothing is created'),
  bulk.must('BUILD-004', 'One bad connection in a build: nothing is created'),
  bulk.must('BUILD-005', 'A build without nodes connects existing nodes'),
  bulk.must('BUILD-006', 'A build of more than 1000 nodes or 5000 connections is rejected'),
  bulk.must('BUILD-007', 'One bad port value in a build: nothing is created'),
  bulk.must(
    'BUILD-008',
    'A build with several connections to one data input creates all of its nodes, or is rejected and creates nothing',
    follows('A build is all-or-nothing, whether or not one input accepts several connections'),
  ),
  bulk.must(
    'BUILD-009',
    'A connection of a build can join a new node to an existing one, in either direction',
  ),
  bulk.must(
    'BUILD-010',
    'A build accepts a Dropdown value by label and by index',
    follows(
      'The port values of a build have the port value formats, which give a Dropdown by label or by index',
    ),
  ),

  connections.must('CONN-LIST-001', 'GET connections returns an array of connections'),
  connections.must('CONN-LIST-002', 'GET connections accepts limit and offset'),
  connections.must('CONN-LIST-003', 'GET connections accepts wrap'),
  connections.must('CONN-LIST-004', 'GET connections of an unknown graph returns 404'),
  connections.must('CONN-CREATE-001', 'POST connections returns 201 with the connection'),
  connections.must(
    'CONN-CREATE-002',
    'Incompatible types are rejected with 400 INCOMPATIBLE_TYPES and connect nothing',
  ),
  connections.must('CONN-CREATE-003', 'An invalid body is rejected with 400 and connects nothing'),
  connections.must('CONN-CREATE-004', 'An unknown graph returns 404 GRAPH_NOT_FOUND and connects nothing'),
  connections.must('CONN-CREATE-005', 'An unknown port returns 404 PORT_NOT_FOUND and connects nothing'),
  connections.must(
    'CONN-CREATE-006',
    'A pair of ports that is already connected is rejected with 409 DUPLICATE_CONNECTION and stays connected once',
  ),
  connections.must(
    'CONN-VALIDATE-001',
    'POST connections/validate checks a pair of ports without connecting it',
  ),
  connections.info('CONN-VALIDATE-002', 'The response of connections/validate is unspecified', {
    provenance: 'NOT_SHOWN',
  }),

  run.must('SYNC-001', 'POST sync pushes the graph to the runtime'),
  run.must(
    'SYNC-003',
    'sync returns 504 while the runtime does not respond, and 422 while it fails',
    follows(
      'sync pushes the graph to the runtime, and routes that depend on the runtime return 504 and 422 then',
    ),
  ),
  run.must('SYNC-002', 'sync of an unknown graph returns 404 GRAPH_NOT_FOUND'),
  run.must('RUN-START-001', 'POST run executes a synchronised graph'),
  run.must('RUN-START-002', 'run of an unknown graph returns 404 GRAPH_NOT_FOUND'),
  run.must('RUN-STOP-001', 'POST stop stops a running graph'),
  run.must('RUN-STOP-002', 'stop of an unknown graph returns 404 GRAPH_NOT_FOUND'),
  run.must('RUN-PORTS-001', 'POST ports/sync flushes live port values so that reads are deterministic'),

  files.must('FILE-SAVE-001', 'POST save writes the graph to disk'),
  files.must('FILE-SAVE-002', 'POST save returns 409 GRAPH_RUNNING while the graph runs'),
  files.must('FILE-DUP-001', 'POST duplicate copies the graph'),
  files.must('FILE-DUP-002', 'POST duplicate returns 409 GRAPH_RUNNING while the graph runs'),
  files.must('FILE-REMOVE-001', 'POST remove removes the graph from the controller'),
  files.must('FILE-REMOVE-002', 'POST remove keeps the file on disk', {
    excluded: 'the disk of the target is not part of the interface',
  }),
  files.info(
    'FILE-REMOVE-003',
    'Whether the path of a removed graph whose file remains counts as taken is unspecified',
    { provenance: 'SILENT' },
  ),

  layout.must('LAYOUT-001', 'POST layout arranges the graph'),
  layout.info('LAYOUT-002', 'There are 7 layout modes'),
  layout.must('LAYOUT-003', 'POST layout/tidy snaps to the grid and aligns'),
  layout.must('LAYOUT-004', 'POST layout/restore restores the positions from before a layout'),
  layout.must('LAYOUT-005', 'GET layout/saved reports whether positions are saved'),
  layout.must('LAYOUT-006', 'GET layout/aspect-ratio returns the aspect ratio'),
  layout.must('LAYOUT-007', 'PUT layout/aspect-ratio sets it'),
  layout.info('LAYOUT-008', 'Mode names and bodies of the layout routes are unspecified', leftOpen),
  layout.should(
    'LAYOUT-009',
    'A layout separates nodes that have the same position',
    follows(
      'Readers expect that a layout separates nodes, but the description does not say what the modes do',
    ),
  ),
  layout.must(
    'LAYOUT-010',
    'Every layout mode in the schemas of the target arranges the graph',
    follows("The modes that the target's own schema lists are the modes of its auto-layout"),
  ),
] as const;
