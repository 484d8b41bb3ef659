import { leftOpen, defineSection, follows } from './requirement.ts';

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
  nodeType.must('TYPE-008', 'The count of a category is the number of nodes it lists', {
    ...follows('A category lists its nodes and a node count that reflects the visible nodes'),
  }),

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
  discovery.must('DISC-004', 'The count of a discovery response is the number of its items', {
    ...follows('The envelope contains `items` and their `count`'),
  }),

  entry.must('ENTRY-001', 'A console entry has the severity log, warning or error'),
  entry.must('ENTRY-002', 'A console entry has the context graph, node or none'),
  entry.must('ENTRY-003', 'A console entry has a time stamp'),
  entry.info('ENTRY-004', 'The field names of a console entry are unspecified', {
    provenance: 'NOT_SHOWN',
  }),

  images.may('IMAGE-001', 'NodeNames selects the node images to export; none or an empty list means all'),
  images.must('IMAGE-002', 'An image export returns the names that succeeded and those that failed'),
  images.info('IMAGE-003', 'Further fields of an export result are unspecified', leftOpen),
] as const;
