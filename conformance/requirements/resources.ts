import { leftOpen, defineSection, follows } from './requirement.ts';

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
  graph.should('GRAPH-009', 'Graphs without a given path are in one folder, or each in its own subfolder', {
    ...follows("The path defaults to the project's graphs folder, but the form of a path is not shown"),
  }),

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
  port.must('PORT-009', 'isExpandable, if present, is true for a port that expands', {
    ...follows('The field says whether the port can be expanded'),
  }),
  port.must('PORT-010', 'isExpanded, if present, is true only while a port is expanded', {
    ...follows('The field says whether the port is expanded'),
  }),
  port.must('PORT-011', 'isExpandedChild, if present, is true only for sub-ports', {
    ...follows('The field says whether the port is a sub-port of an expanded one'),
  }),
] as const;
