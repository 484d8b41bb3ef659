import { defineSection, follows } from './requirement.ts';

const conventions = defineSection('Endpoint conventions', 'CORE');
const meta = defineSection('Root, discovery and meta', 'CORE');
const types = defineSection('Node type endpoints', 'CORE');
const discovery = defineSection('Discovery endpoints', 'CORE');

export const metaEndpoints = [
  conventions.must('HTTP-001', 'A JSON body of type application/json is accepted'),
  conventions.must('HTTP-002', 'A JSON body of type text/json is accepted'),
  conventions.must('HTTP-003', 'A JSON body of any +json type is accepted'),
  conventions.must('HTTP-004', 'Responses are JSON'),
  conventions.must('HTTP-005', 'Every error has the error envelope, whatever the route and the cause'),
  conventions.must('HTTP-006', 'limit and offset select a page of a list'),
  conventions.must(
    'HTTP-007',
    'The pages of a list partition it',
    follows('limit and offset select a page, so that successive pages show each element once'),
  ),
  conventions.must('HTTP-008', 'wrap=true returns totalCount and items instead of a bare array'),
  conventions.must('HTTP-009', 'X-Total-Count is present on every list'),
  conventions.must(
    'HTTP-010',
    'X-Total-Count counts the whole list, not the page',
    follows('The header is a total count, and a page is not the total'),
  ),
  conventions.must(
    'HTTP-011',
    'totalCount of a wrapped list equals X-Total-Count',
    follows('Both are the total count of the same list'),
  ),
  conventions.must('HTTP-012', 'include keeps only the named fields on routes that support it'),
  conventions.must('HTTP-013', 'exclude removes the named fields on routes that support it'),
  conventions.must('HTTP-014', 'sync is a boolean parameter of L1 mutations, false by default', {
    profile: 'L1-EDIT',
  }),
  conventions.must('HTTP-015', 'sync=true synchronises the change to the runtime after it is made', {
    profile: 'L1-RUN',
  }),
  conventions.must(
    'HTTP-016',
    'While the runtime is not connected, a route that needs it returns 503 RUNTIME_NOT_CONNECTED',
    { profile: 'L1-RUN' },
  ),
  conventions.must('HTTP-017', 'A runtime that does not respond in time leads to 504', { profile: 'L2' }),
  conventions.must('HTTP-018', 'A command that the runtime processed and that failed leads to 422', {
    profile: 'L2',
  }),
  conventions.must(
    'DOC-RESPONSE-001',
    'Every success body has the documented shape',
    follows(
      'The description states the fields of the success bodies, and the schemas used here contain only these',
    ),
  ),
  conventions.info('DOC-STATUS-001', 'Statuses and codes beyond the stated ones are unspecified', {
    provenance: 'NOT_SHOWN',
  }),
  conventions.info(
    'DOC-STATUS-002',
    'What routes other than the stated ones return while the runtime is not connected, slow or failing is unspecified',
    { provenance: 'NOT_SHOWN' },
  ),
  conventions.must(
    'HTTP-019',
    'Text that is not JSON is rejected with 400 INVALID_REQUEST and changes nothing',
    { profile: 'L1-EDIT' },
  ),
  conventions.must('HTTP-020', 'A missing body is rejected with 400 INVALID_REQUEST where one is needed', {
    profile: 'L1-EDIT',
  }),
  conventions.should(
    'HTTP-021',
    'An unknown path does not succeed',
    follows(
      'An endpoint that is not in the description should not seem to exist, but nothing is stated about unknown paths',
    ),
  ),
  conventions.info('HTTP-022', 'How unknown body fields and query parameters are handled is unspecified', {
    provenance: 'SILENT',
    profile: 'L1-EDIT',
  }),

  conventions.must(
    'HTTP-023',
    'Lists whose request is stated as none (toc, errors, discovery, spawnables, enum values) accept limit, offset and wrap like any list, ignore them, or reject them',
    { provenance: 'CONFLICT' },
  ),
  conventions.should(
    'HTTP-024',
    'No request leads to an internal error: of the statuses from 500, only 503 and 504 occur',
    follows(
      'The table of errors lists no other status from 500, but the description does not say that the table is complete',
    ),
  ),

  meta.must('ROOT-001', 'GET / returns a landing page in HTML to a browser'),
  meta.must('ROOT-002', 'GET / returns name, api and health as JSON to any other caller'),
  meta.must('API-001', 'GET /api returns name, version, description and links'),
  meta.must('API-002', 'The description in GET /api summarizes the three layers'),
  meta.must('API-003', 'The description in GET /api contains a trademark notice'),
  meta.must('TOC-001', 'GET /api/toc lists method, route template and purpose of the routes'),
  meta.must('TOC-002', 'The toc stays the same while the process runs'),
  meta.must(
    'TOC-003',
    'Every GET route without parameters in the toc exists',
    follows('The toc is the endpoint list of the service'),
  ),
  meta.should(
    'TOC-004',
    'Every stated route that responds is in the toc',
    follows(
      'The toc is the endpoint list, but the description does not say that one template stands for one route',
    ),
  ),
  meta.must('ERRCAT-001', 'GET /api/errors returns the full catalog: every code that the description names'),
  meta.must('ERRCAT-002', 'GET /api/errors/{code} returns the entry of that code'),
  meta.must('ERRCAT-003', 'The code in the path is not case-sensitive'),
  meta.must('ERRCAT-004', 'An unknown code returns 404'),
  meta.must(
    'ERRCAT-005',
    'The error catalog of the target contains every code that it returns during the run',
    follows('GET /api/errors returns the full error catalog'),
  ),
  meta.must(
    'SCHEMA-001',
    'GET /api/schemas/layer1 covers graphs, nodes, connections, ports, variables, batch and discovery',
  ),
  meta.must('SCHEMA-003', 'GET /api/schemas/layer1 covers layout'),
  meta.must('SCHEMA-002', 'GET /api/actions/schema covers the actions and their parameters', {
    profile: 'L2',
  }),
  meta.must('ASYNC-001', 'GET /api/events/types returns the event catalog as an AsyncAPI 3.0.0 document', {
    profile: 'L3',
  }),
  meta.must('LLMS-001', 'GET /llms.txt returns an orientation document as plain text'),
  meta.must('LLMS-002', 'GET /llms returns the rendered orientation document'),
  meta.must('VIEW-001', 'GET /asyncapi returns a page that shows the events'),
  meta.must('VIEW-004', 'GET /asyncapi shows every kind of event that the served catalog has', {
    profile: 'L3',
  }),
  meta.must('VIEW-002', 'The reference viewer is served without a token'),
  meta.must('VIEW-003', 'The reference viewer provides the machine-readable description in OpenAPI 3.0.1'),

  discovery.must('DISC-LIST-001', 'GET /api/discovery lists the 11 data types'),
  discovery.must(
    'DISC-LIST-002',
    'Every listed data type has a description and reports whether it needs the runtime',
  ),
  discovery.must('DISC-SPAWN-001', 'GET /api/discovery/spawnables lists what can be spawned'),
  discovery.must('DISC-SPAWN-002', 'The menuPath of a spawnable is accepted as type of scene.spawn', {
    profile: 'L2',
  }),
  discovery.must('DISC-SPAWN-003', 'Spawnables return 503 while the runtime is not connected', {
    profile: 'L1-RUN',
  }),
  discovery.must('DISC-SPAWN-004', 'Spawnables return 504 while the runtime does not respond', {
    profile: 'L1-RUN',
  }),
  discovery.must('DISC-SPAWN-005', 'Spawnables return 422 while the runtime fails to list them', {
    profile: 'L1-RUN',
  }),
  discovery.must('DISC-TYPE-001', 'GET /api/discovery/{dataType} returns the discovery envelope'),
  discovery.must('DISC-TYPE-002', 'filter narrows the items by names and metadata'),
  discovery.must('DISC-TYPE-003', 'An unknown data type returns 400'),
  discovery.must('DISC-TYPE-004', 'A data type that needs the runtime returns 503 while it is not connected'),
  discovery.must('DISC-TYPE-005', 'input-info works without the runtime'),
  discovery.must(
    'DISC-TYPE-006',
    'The data types are scene-objects, bundled-assets, scenes, runtime-assets, input-info, input-action, app-data, transitions, midi-devices, components-info and layers',
  ),
  discovery.must('DISC-TYPE-007', 'layers lists the configured layer names'),
  discovery.must(
    'DISC-TYPE-008',
    'A data type that needs the runtime returns 504 while it does not respond',
    {
      ...follows('Routes that depend on the runtime return 504 if it does not answer in time'),
      profile: 'L1-RUN',
    },
  ),
  discovery.must('DISC-TYPE-009', 'A data type that needs the runtime returns 422 while it fails', {
    ...follows('Routes that depend on the runtime return 422 if the command failed there'),
    profile: 'L1-RUN',
  }),

  types.must('NTYPE-LIST-001', 'GET /api/node-types returns an array of categories'),
  types.must('NTYPE-LIST-002', 'GET /api/node-types accepts limit and offset'),
  types.must('NTYPE-LIST-003', 'GET /api/node-types accepts include and exclude'),
  types.must('NTYPE-SEARCH-001', 'Search finds node types by name, regardless of letter case'),
  types.must('NTYPE-SEARCH-002', 'Search finds node types by description'),
  types.must('NTYPE-SEARCH-003', 'Search finds node types by the name of their category'),
  types.must('NTYPE-SEARCH-004', 'Search finds node types by the name of a port'),
  types.must('NTYPE-SEARCH-005', 'An empty search result carries a hint back to the list of categories'),
  types.must('NTYPE-SEARCH-006', 'Search accepts limit and offset'),
  types.must('NTYPE-SEARCH-007', 'Search finds node types by description regardless of letter case'),
  types.must(
    'NTYPE-SEARCH-008',
    'Search finds node types by the name of their category regardless of letter case',
  ),
  types.must('NTYPE-SEARCH-009', 'Search finds node types by the name of a port regardless of letter case'),
  types.must('NTYPE-ENUM-001', 'GET /api/node-types/enum-values returns a flat list of strings'),
  types.must('NTYPE-ENUM-002', 'X-Total-Count of the enum values equals their number'),
  types.must('NTYPE-ENUM-003', 'A node can be created with an enum value from the list', {
    profile: 'L1-EDIT',
    ...follows('The list contains the valid values of the field `category` of a new node'),
  }),
  types.must('NTYPE-CAT-001', 'A category is found regardless of letter case, with its nodes'),
  types.must('NTYPE-CAT-002', 'An unknown category returns 404'),
  types.must('NTYPE-CAT-003', 'A category lookup accepts include and exclude'),
  types.must('NTYPE-NODE-001', 'A node type is found by category and node regardless of letter case'),
  types.must('NTYPE-NODE-002', 'An unknown node type returns 404'),

  defineSection('Dev endpoints', 'DEV').must(
    'DEV-001',
    'Exporting node images on a host that is not a debug build returns 404 DEV_ENDPOINT_UNAVAILABLE',
  ),
  defineSection('Dev endpoints', 'DEV').must('DEV-002', 'Exported images go to the configured directories', {
    excluded: 'the directories are not part of the interface',
  }),
] as const;
