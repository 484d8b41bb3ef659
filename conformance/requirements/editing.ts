import { leftOpen, defineSection } from './requirement.ts';

const graphs = defineSection('Graph endpoints', 'L1-EDIT');
const nodes = defineSection('Node endpoints', 'L1-EDIT');
const bulk = defineSection('Bulk and build endpoints', 'L1-EDIT');
const wires = defineSection('Connection endpoints', 'L1-EDIT');
const run = defineSection('Run endpoints', 'L1-RUN');
const files = defineSection('Graph file endpoints', 'L1-EDIT');
const layout = defineSection('Layout endpoints', 'L1-EDIT');

export const editing = [
  graphs.must('GRAPH-CREATE-001', 'POST /api/graphs answers the full graph'),
  graphs.info('GRAPH-CREATE-002', 'The status of a created graph is free among the successes', {
    provenance: 'SILENT',
  }),
  graphs.must('GRAPH-CREATE-003', 'Without an open project a graph is refused with 409 NO_PROJECT'),
  graphs.must('GRAPH-CREATE-004', 'A path that a graph has is refused with 409 DUPLICATE_PATH'),
  graphs.must('GRAPH-CREATE-005', 'replace=true takes the place of the graph at the path'),
  graphs.must('GRAPH-CREATE-006', 'A refused graph is not created', { provenance: 'DEDUCED' }),
  graphs.must('GRAPH-UNKNOWN-001', 'An unknown graph id answers 404 GRAPH_NOT_FOUND'),
  graphs.must(
    'GRAPH-EDIT-001',
    'After any sequence of edits a graph holds what the successful ones made of it, and nothing of the refused ones',
    { provenance: 'DEDUCED' },
  ),
  graphs.info('GRAPH-OPEN-001', 'Routes to list, read, rename and delete graphs are free', leftOpen),

  nodes.must(
    'NODE-CREATE-001',
    'POST nodes adds a node and answers it with its id and all ports with ids and types',
  ),
  nodes.info('NODE-CREATE-002', 'The status of a created node is free among the successes', {
    provenance: 'SILENT',
  }),
  nodes.must('NODE-CREATE-003', 'An unknown category is no success and adds nothing', {
    provenance: 'DEDUCED',
  }),
  nodes.info('NODE-CREATE-004', 'Whether a category is matched in any letter case on creation is free', {
    provenance: 'SILENT',
  }),
  nodes.must('NODE-CREATE-005', 'A body without a category is no success and adds nothing', {
    provenance: 'DEDUCED',
  }),
  nodes.must('NODE-CREATE-006', 'The ports of a node have ids of their own', { provenance: 'DEDUCED' }),
  nodes.must('NODE-LIST-001', 'GET nodes answers the nodes of the graph with their port ids'),
  nodes.must('NODE-LIST-002', 'A created node is listed, with the ids it was created with', {
    provenance: 'DEDUCED',
  }),
  nodes.must('NODE-GET-001', 'GET /api/nodes/{nodeId} answers the node with graphId'),
  nodes.must('NODE-GET-002', 'An unknown node id is no success', { provenance: 'DEDUCED' }),
  nodes.info('NODE-GET-003', 'The code of an unknown node is free', { provenance: 'SILENT' }),
  nodes.must('NOTE-READ-001', 'GET note answers text, font, color, fontSize and what is available'),
  nodes.must('NOTE-WRITE-001', 'PUT note changes the fields that are sent and leaves the others'),
  nodes.must(
    'NOTE-WRITE-002',
    'An unknown font or color, or an unsupported size, is refused with 400 INVALID_VALUE',
  ),
  nodes.must('NOTE-WRITE-003', 'A node that is not a Note is refused with 400 INVALID_REQUEST'),

  bulk.must('BULK-001', 'POST nodes/bulk creates every node of an array of specs'),
  bulk.must('BULK-002', 'One bad spec in a bulk leaves nothing behind'),
  bulk.must('BULK-003', 'A bulk of more than 1000 nodes is refused and leaves nothing behind'),
  bulk.must('BUILD-001', 'POST build creates nodes by tempId and wires them by port name'),
  bulk.must('BUILD-002', 'Port values of a build are set, compound shapes included'),
  bulk.must('BUILD-003', 'One bad node in a build leaves nothing behind'),
  bulk.must('BUILD-004', 'One bad connection in a build leaves nothing behind'),
  bulk.must('BUILD-005', 'A build without nodes wires nodes that exist'),
  bulk.must('BUILD-006', 'A build of more than 1000 nodes or 5000 connections is refused'),
  bulk.must('BUILD-007', 'One bad port value in a build leaves nothing behind'),
  bulk.must(
    'BUILD-008',
    'A build whose wires meet on one data input makes all of its nodes, or is refused and leaves nothing behind',
    { provenance: 'DEDUCED' },
  ),
  bulk.must(
    'BUILD-009',
    'One connection of a build may join a new node to one that exists, either way round',
  ),
  bulk.must('BUILD-010', 'A build takes a Dropdown by its label and by its index', { provenance: 'DEDUCED' }),

  wires.must('CONN-LIST-001', 'GET connections answers an array of connections'),
  wires.must('CONN-LIST-002', 'GET connections takes limit and offset'),
  wires.must('CONN-LIST-003', 'GET connections takes wrap'),
  wires.must('CONN-LIST-004', 'GET connections of an unknown graph answers 404'),
  wires.must('CONN-CREATE-001', 'POST connections answers 201 with the connection'),
  wires.must(
    'CONN-CREATE-002',
    'Incompatible types are refused with 400 INCOMPATIBLE_TYPES and wire nothing',
  ),
  wires.must('CONN-CREATE-003', 'An invalid body is refused with 400 and wires nothing'),
  wires.must('CONN-CREATE-004', 'An unknown graph answers 404 GRAPH_NOT_FOUND and wires nothing'),
  wires.must('CONN-CREATE-005', 'An unknown port answers 404 PORT_NOT_FOUND and wires nothing'),
  wires.must(
    'CONN-CREATE-006',
    'A pair that is wired is refused with 409 DUPLICATE_CONNECTION and stays wired once',
  ),
  wires.must('CONN-VALIDATE-001', 'POST connections/validate judges a pair without wiring it'),
  wires.info('CONN-VALIDATE-002', 'The answer of the dry run is free', { provenance: 'NOT_SHOWN' }),

  run.must('SYNC-001', 'POST sync pushes the graph to the runtime'),
  run.must('SYNC-003', 'sync answers 504 while the runtime does not answer, and 422 while it fails', {
    provenance: 'DEDUCED',
  }),
  run.must('SYNC-002', 'sync of an unknown graph answers 404 GRAPH_NOT_FOUND'),
  run.must('RUN-START-001', 'POST run executes a synchronised graph'),
  run.must('RUN-START-002', 'run of an unknown graph answers 404 GRAPH_NOT_FOUND'),
  run.must('RUN-STOP-001', 'POST stop stops a running graph'),
  run.must('RUN-STOP-002', 'stop of an unknown graph answers 404 GRAPH_NOT_FOUND'),
  run.must('RUN-PORTS-001', 'POST ports/sync flushes live port values so that reads are deterministic'),

  files.must('FILE-SAVE-001', 'POST save writes the graph to disk'),
  files.must('FILE-SAVE-002', 'POST save answers 409 GRAPH_RUNNING while the graph runs'),
  files.must('FILE-DUP-001', 'POST duplicate copies the graph'),
  files.must('FILE-DUP-002', 'POST duplicate answers 409 GRAPH_RUNNING while the graph runs'),
  files.must('FILE-REMOVE-001', 'POST remove takes the graph out of the controller'),
  files.must('FILE-REMOVE-002', 'POST remove leaves the file on disk', {
    excluded: 'the disk of the target lies outside the interface',
  }),
  files.info(
    'FILE-REMOVE-003',
    'Whether the path of a removed graph, whose file stays, counts as taken is free',
    {
      provenance: 'SILENT',
    },
  ),

  layout.must('LAYOUT-001', 'POST layout arranges the graph'),
  layout.info('LAYOUT-002', 'There are 7 layout modes'),
  layout.must('LAYOUT-003', 'POST layout/tidy snaps to the grid and aligns'),
  layout.must('LAYOUT-004', 'POST layout/restore brings back the positions from before a layout'),
  layout.must('LAYOUT-005', 'GET layout/saved tells whether positions are saved'),
  layout.must('LAYOUT-006', 'GET layout/aspect-ratio answers the aspect ratio'),
  layout.must('LAYOUT-007', 'PUT layout/aspect-ratio sets it'),
  layout.info('LAYOUT-008', 'Mode names and bodies of the layout routes are free', leftOpen),
  layout.must('LAYOUT-009', 'A layout puts nodes that lie in one place apart', { provenance: 'DEDUCED' }),
  layout.must('LAYOUT-010', 'Every layout mode that the schemas of the target tell arranges the graph', {
    provenance: 'DEDUCED',
  }),
] as const;
