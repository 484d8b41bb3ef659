import { leftOpen, defineSection } from './requirement.ts';

const ports = defineSection('Port endpoints', 'L1-EDIT');
const variables = defineSection('Variable endpoints', 'L1-EDIT');
const batch = defineSection('Batch endpoint', 'L1-EDIT');
const console = defineSection('Console endpoint', 'L1-RUN');

export const portsVariablesAndBatch = [
  ports.must('PORT-WRITE-001', 'PUT value answers the updated port'),
  ports.must(
    'PORT-WRITE-002',
    'PUT value answers the full updated node too when the ports of the node change',
  ),
  ports.must('PORT-WRITE-003', 'A written value is read back', { provenance: 'DEDUCED' }),
  ports.must('PORT-WRITE-004', 'Writing to an unknown port answers 404 PORT_NOT_FOUND'),
  ports.must('PORT-WRITE-005', 'A body without value is refused with 400 and changes nothing'),
  ports.must('PORT-READ-001', 'GET value answers the current value'),
  ports.must('PORT-READ-002', 'Sensitive values are redacted on read'),
  ports.must('PORT-READ-003', 'Reading an unknown port answers 404 PORT_NOT_FOUND'),
  ports.must('PORT-OPTIONS-001', 'GET options answers the valid options of a dropdown'),
  ports.must('PORT-EXPAND-001', 'POST expand splits a Vector or Color port into sub-ports'),
  ports.must('PORT-COLLAPSE-001', 'POST collapse joins them again'),
  ports.must('PORT-EXPAND-002', 'The sub-ports of an expanded port hold the components of its value', {
    provenance: 'DEDUCED',
  }),
  ports.must('PORT-COLLAPSE-002', 'A collapsed port holds what its sub-ports held', {
    provenance: 'DEDUCED',
  }),
  ports.must(
    'PORT-EXPAND-003',
    'Expanding and collapsing leaves the other ports of a graph wired as they were',
    {
      provenance: 'DEDUCED',
    },
  ),
  ports.must('PORT-DISABLE-001', 'POST disable disables a Trigger port and can be repeated'),
  ports.must('PORT-ENABLE-001', 'POST enable enables it again and can be repeated'),
  ports.must('PORT-DISABLE-002', 'Disabling or enabling an unknown port answers 404 PORT_NOT_FOUND'),
  ports.must(
    'PORT-DISABLE-003',
    'Disabling or enabling a port that is no trigger answers 405 TYPE_IMMUTABLE',
  ),
  ports.must('PORT-DISABLE-004', 'Disabling or enabling answers 409 GRAPH_RUNNING while the graph runs'),
  ports.must(
    'PORT-DISABLE-005',
    'Nothing executes through a disabled trigger port, until it is enabled again',
    { provenance: 'DEDUCED', profile: 'L1-RUN' },
  ),

  variables.must('VAR-WRITE-001', 'PUT /api/variables/{id}/value updates a variable'),
  variables.must('VAR-WRITE-002', 'With sync=true an action that follows reads the new value', {
    profile: 'L1-RUN',
  }),
  variables.must('VAR-WRITE-003', 'An unknown variable is no success', {
    provenance: 'DEDUCED',
  }),
  variables.info('VAR-OPEN-001', 'Routes to create, list, read and delete variables are free', leftOpen),

  batch.must('BATCH-RUN-001', 'A batch answers 200 with totals and results, even if every operation fails'),
  batch.must('BATCH-RUN-002', 'An empty batch is refused with 400 INVALID_REQUEST'),
  batch.must('BATCH-RUN-003', 'An operation with another method than GET, POST, PUT and DELETE is not run', {
    provenance: 'CONFLICT',
  }),
  batch.must('BATCH-RUN-004', 'An operation whose path does not start with /api/ is not run', {
    provenance: 'CONFLICT',
  }),
  batch.must('BATCH-RUN-005', 'Operations run one after another in the order of the array'),
  batch.must('BATCH-RUN-006', 'A failing operation is reported and does not stop the rest'),
  batch.must('BATCH-RUN-007', 'A batch inside a batch is blocked'),
  batch.must('BATCH-RUN-008', 'Every operation passes validation: a bad body gives its own status'),
  batch.must(
    'BATCH-RUN-009',
    'Every operation passes authentication: without a token nothing gated is done',
    { profile: 'AUTH' },
  ),
  batch.must('BATCH-RUN-010', 'GET, POST and PUT work as operations'),
  batch.must('BATCH-RUN-011', 'sync is a boolean query parameter of the batch, false when absent'),
  batch.must('BATCH-RUN-012', 'A status and body in the results are those of the same call made alone', {
    provenance: 'DEDUCED',
  }),
  batch.must('BATCH-RUN-013', 'DELETE works as an operation'),
  batch.must('BATCH-RUN-014', 'Every operation of a batch has one result, with an index of its own', {
    provenance: 'DEDUCED',
  }),

  console.must('CONSOLE-001', 'GET /api/console answers an array of entries'),
  console.must('CONSOLE-002', 'type keeps the entries of one severity'),
  console.must('CONSOLE-003', 'contextType keeps the entries of one context'),
  console.must('CONSOLE-004', 'since keeps the entries after a time stamp'),
  console.must('CONSOLE-005', 'limit bounds the number of entries'),
  console.must('CONSOLE-006', 'limit is 100 when absent'),
  console.must('CONSOLE-007', 'wrap=true answers totalCount and items'),
  console.must('CONSOLE-008', 'An unknown type is refused with 400'),
  console.must('CONSOLE-009', 'An unknown contextType is refused with 400'),
  console.must('CONSOLE-010', 'A since that is no time stamp is refused with 400'),
  console.must('CONSOLE-011', 'A limit outside 1 to 500, or no integer, is refused with 400'),
  console.must('CONSOLE-012', 'A wrap that is no boolean is refused with 400'),
  console.must('CONSOLE-013', 'What log.console writes is read from the console', { provenance: 'DEDUCED' }),
] as const;
