import { defineSection, follows, leftOpen } from './requirement.ts';

const objects = defineSection('Property access on scene objects', 'PROPS');
const assets = defineSection('Property access on assets', 'PROPS');
const animation = defineSection('Animation reads', 'ANIM');
const project = defineSection('Project endpoints', 'L2');

export const properties = [
  objects.must('OBJ-001', 'GET components lists the components of an object with property counts'),
  objects.must('OBJ-002', 'GET a component returns its properties with values and types'),
  objects.must('OBJ-003', 'GET a property returns its value'),
  objects.must('OBJ-004', 'PUT a property sets its value'),
  objects.must('OBJ-005', 'PUT properties writes several and returns a result for each'),
  objects.must(
    'OBJ-006',
    'The property count of a component is the number of properties that it returns',
    follows('The list of components states property counts, and the component lists its properties'),
  ),

  assets.must('ASSET-001', 'GET properties lists the properties of an asset'),
  assets.must('ASSET-002', 'An unknown asset returns 404 ASSET_NOT_FOUND'),
  assets.must('ASSET-003', 'Property access without a runtime returns 503'),
  assets.must('ASSET-004', 'PUT properties writes them in order'),
  assets.must('ASSET-005', 'PUT properties resolves and saves the asset once', {
    excluded: 'internal work that no response shows',
  }),
  assets.must('ASSET-006', 'A property that fails has an error of its own and does not stop the rest'),
  assets.must('ASSET-007', 'A missing body or an empty array is rejected with 400 INVALID_REQUEST'),
  assets.must('ASSET-008', 'GET a property returns its value'),
  assets.must('ASSET-009', 'An unknown property returns 404 PROPERTY_NOT_FOUND'),
  assets.must('ASSET-010', 'PUT a property returns the previous and the new value'),
  assets.must('ASSET-011', 'PUT a property without a body is rejected with 400 INVALID_REQUEST'),
  assets.must('ASSET-012', 'A value that cannot be coerced is rejected with 400 INVALID_VALUE'),

  animation.must('ANIM-READ-001', 'GET playbacks returns the live state of the playbacks of an object'),
  animation.must('ANIM-READ-002', 'GET a clip returns its static data'),
  animation.info('ANIM-READ-003', 'The response bodies of the animation reads are unspecified', leftOpen),

  project.must(
    'COMPONENTS-001',
    'POST /api/actions/components/refresh rebuilds visuals after property changes',
  ),
  project.must('PROJECT-001', 'POST /api/project/open opens a project from a file path'),
  project.must('PROJECT-002', 'Opening a project needs the runtime'),
  project.must(
    'PROJECT-003',
    'POST /api/actions/project/refresh refreshes the project panel and needs the runtime',
  ),
  project.info('PROJECT-004', 'The body of project/open is unspecified', leftOpen),
] as const;

const ports = defineSection('Port endpoints', 'L1-EDIT');
const variables = defineSection('Variable endpoints', 'L1-EDIT');
const batch = defineSection('Batch endpoint', 'L1-EDIT');
const console = defineSection('Console endpoint', 'L1-RUN');

export const portsVariablesAndBatch = [
  ports.must('PORT-WRITE-001', 'PUT value returns the updated port'),
  ports.must('PORT-WRITE-002', 'PUT value also returns the full updated node if its ports change'),
  ports.must(
    'PORT-WRITE-003',
    'A written value is read back',
    follows('PUT sets the value and GET returns the current value'),
  ),
  ports.must('PORT-WRITE-004', 'Writing to an unknown port returns 404 PORT_NOT_FOUND'),
  ports.must('PORT-WRITE-005', 'A body without a value is rejected with 400 and changes nothing'),
  ports.must('PORT-READ-001', 'GET value returns the current value'),
  ports.must('PORT-READ-002', 'Sensitive values are redacted on read'),
  ports.must('PORT-READ-003', 'Reading an unknown port returns 404 PORT_NOT_FOUND'),
  ports.must('PORT-OPTIONS-001', 'GET options returns the valid options of a dropdown'),
  ports.must('PORT-EXPAND-001', 'POST expand splits a Vector or Color port into sub-ports'),
  ports.must('PORT-COLLAPSE-001', 'POST collapse joins them again'),
  ports.should(
    'PORT-EXPAND-002',
    'The sub-ports of an expanded port have the components of its value',
    follows(
      'Sub-ports stand for the components of the value, but the description does not state their values',
    ),
  ),
  ports.should(
    'PORT-COLLAPSE-002',
    'A collapsed port has the values of its former sub-ports',
    follows(
      'Sub-ports stand for the components of the value, but the description does not state what collapsing keeps',
    ),
  ),
  ports.must(
    'PORT-EXPAND-003',
    'Expanding and collapsing does not change the connections of other ports',
    follows(
      'Expanding splits one port into sub-ports, and collapsing joins them again; no other port takes part',
    ),
  ),
  ports.must('PORT-DISABLE-001', 'POST disable disables a Trigger port and can be repeated'),
  ports.must('PORT-ENABLE-001', 'POST enable enables it again and can be repeated'),
  ports.must('PORT-DISABLE-002', 'Disabling or enabling an unknown port returns 404 PORT_NOT_FOUND'),
  ports.must(
    'PORT-DISABLE-003',
    'Disabling or enabling a port that is not a trigger returns 405 TYPE_IMMUTABLE',
  ),
  ports.must('PORT-DISABLE-004', 'Disabling or enabling returns 409 GRAPH_RUNNING while the graph runs'),
  ports.must(
    'PORT-DISABLE-005',
    'Nothing executes through a disabled trigger port, until it is enabled again',
    {
      ...follows(
        'A Trigger port carries execution order, and a disabled one is switched off until it is enabled again',
      ),
      profile: 'L1-RUN',
    },
  ),

  variables.must('VAR-WRITE-001', 'PUT /api/variables/{id}/value updates a variable'),
  variables.must('VAR-WRITE-002', 'With sync=true, an action after the write reads the new value', {
    profile: 'L1-RUN',
  }),
  variables.must(
    'VAR-WRITE-003',
    'An unknown variable does not succeed',
    follows('The route updates a variable, and there is none to update'),
  ),
  variables.info(
    'VAR-OPEN-001',
    'Routes to create, list, read and delete variables are unspecified',
    leftOpen,
  ),

  batch.must('BATCH-RUN-001', 'A batch returns 200 with totals and results, even if every operation fails'),
  batch.must('BATCH-RUN-002', 'An empty batch is rejected with 400 INVALID_REQUEST'),
  batch.must('BATCH-RUN-003', 'An operation with a method other than GET, POST, PUT and DELETE is not run', {
    provenance: 'CONFLICT',
  }),
  batch.must('BATCH-RUN-004', 'An operation whose path does not start with /api/ is not run', {
    provenance: 'CONFLICT',
  }),
  batch.must(
    'BATCH-RUN-015',
    'An operation with an invalid method or path is answered with 400, for the batch or for the operation',
  ),
  batch.must('BATCH-RUN-005', 'Operations run one after another in the order of the array'),
  batch.must('BATCH-RUN-006', 'A failing operation is reported and does not stop the rest'),
  batch.must('BATCH-RUN-007', 'A batch within a batch is blocked'),
  batch.must('BATCH-RUN-008', 'Every operation is validated: a bad body leads to its own status'),
  batch.must('BATCH-RUN-009', 'Every operation is authenticated: without a token, no gated operation runs', {
    profile: 'AUTH',
  }),
  batch.must('BATCH-RUN-010', 'GET, POST and PUT work as operations'),
  batch.must('BATCH-RUN-011', 'sync is a boolean query parameter of the batch, false by default'),
  batch.must(
    'BATCH-RUN-012',
    'The status and body of each result are those of the same call made alone',
    follows('Each operation passes through the full request pipeline, like the call alone'),
  ),
  batch.must('BATCH-RUN-013', 'DELETE works as an operation'),
  batch.must(
    'BATCH-RUN-014',
    'Every operation of a batch has one result with its index',
    follows('`results` has one entry of index, status and body per operation'),
  ),

  console.must('CONSOLE-001', 'GET /api/console returns an array of entries'),
  console.must('CONSOLE-002', 'type selects the entries of one severity'),
  console.must('CONSOLE-003', 'contextType selects the entries of one context'),
  console.must('CONSOLE-004', 'since selects the entries after a time stamp'),
  console.must('CONSOLE-005', 'limit is the maximum number of entries'),
  console.must('CONSOLE-006', 'limit is 100 by default'),
  console.must('CONSOLE-007', 'wrap=true returns totalCount and items'),
  console.must('CONSOLE-008', 'An unknown type is rejected with 400'),
  console.must('CONSOLE-009', 'An unknown contextType is rejected with 400'),
  console.must('CONSOLE-010', 'A since that is not a time stamp is rejected with 400'),
  console.must('CONSOLE-011', 'A limit that is not an integer from 1 to 500 is rejected with 400'),
  console.must('CONSOLE-012', 'A wrap that is not a boolean is rejected with 400'),
  console.should(
    'CONSOLE-013',
    'Entries of log.console can be read from the console',
    follows('log.console is named after the console, but the description does not state its effect'),
  ),
] as const;
