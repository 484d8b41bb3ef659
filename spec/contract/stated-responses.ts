/**
 * The responses that the service description shows. The documents show those of this project. Another implementation
 * has to match only these words, and any response is fine for operations that are not listed here.
 */
import type { JsonSchema } from './json-schema.ts';

/** The words that state the response of an operation: those of its row and of the table to which they refer. */
export const statedResponses: Readonly<Record<string, string>> = {
  getRoot: 'GET / answers JSON {name, api, health} for application/json or any type',
  getApi: 'GET /api answers {name, version, description, links}',
  getHealth: "GET /api/health answers the health response (table 'Health response')",
  getTypes: "GET /api/types answers the type catalog (table 'Type catalog')",
  getEventTypes: 'GET /api/events/types answers the raw event catalog document (AsyncAPI 3.0.0)',
  listNodeTypes: 'GET /api/node-types answers an array of category records',
  searchNodeTypes: 'GET /api/node-types/search answers an array of node type records',
  listEnumValues: 'GET /api/node-types/enum-values answers a flat list of valid category enum values',
  getCategory: 'GET /api/node-types/{category} answers a category record with nodes',
  getNodeType:
    "GET /api/node-types/{category}/{node} answers a node type record ('A node type entry has an enumValue, a name, a description and its ports')",
  discover: 'GET /api/discovery/{dataType} returns {dataType: string, count: integer, items: array}',
  createGraph:
    "POST /api/graphs answers the full graph detail with the default nodes and their port ids (tables 'Graph', 'Node', 'Port')",
  createNode:
    "POST /api/graphs/{graphId}/nodes answers the node with id and all input/output ports with ids and types (tables 'Node', 'Port')",
  listNodes: "GET /api/graphs/{graphId}/nodes answers nodes with port ids (tables 'Node', 'Port')",
  getNode:
    "GET /api/nodes/{nodeId} answers node detail with graphId ('adds a graphId field'; tables 'Node', 'Port')",
  getNote:
    "GET /api/graphs/{graphId}/nodes/{nodeId}/note answers text, font, color, fontSize and what is available (table 'Note sub-resource')",
  updateNote:
    "PUT /api/graphs/{graphId}/nodes/{nodeId}/note answers the updated note (table 'Note sub-resource')",
  createConnection: 'POST /api/graphs/{graphId}/connections answers 201 with the connection',
  listConnections: 'GET /api/graphs/{graphId}/connections answers an array of connections',
  runBatch: 'Batch response: {totalOperations, succeeded, failed, results: [{index, status, body}]}',
  readConsole: 'GET /api/console answers an array of entries, or {totalCount, items} when wrap is true',
};

/** Fields that the description requires, but describes less closely than this project, by path. */
export const looselyStatedFields: Readonly<Record<string, JsonSchema>> = {
  // Ids are opaque.
  'Port.id': {},
  'Port.parentPortId': {},
  'Node.id': {},
  'NodeWithGraph.id': {},
  // 'a hint'
  'Health.auth.howToEnable': {},
  // 'arrays'
  'Note.availableFonts': { type: 'array' },
  'Note.availableColors': { type: 'array' },
  'Note.availableFontSizes': { type: 'array' },
  // Type names in any form of list.
  'TypeCatalog.PortTypes': {},
  'TypeCatalog.VariableTypes': {},
  'TypeCatalog.NodeCategories': {},
};

/** Fields that only some of the responses with a component have. */
export const omittedFields: Readonly<Record<string, readonly string[]>> = {
  // 'returned on GET for discovery'
  updateNote: ['availableFonts', 'availableColors', 'availableFontSizes'],
};

/** Lists whose response may be an object of another shape: 'an empty result carries a hint'. */
export const looselyWrappedLists: readonly string[] = ['searchNodeTypes'];
