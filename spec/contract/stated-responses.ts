/**
 * The responses that the service description shows. This project's documents show its own responses, but another
 * implementation only has to match the wording listed here. Operations that aren't listed may respond with anything.
 */
import type { JsonSchema } from './json-schema.ts';

/**
 * The wording in the description that states an operation's response: the operation's row, and the table that the row
 * refers to.
 */
export const statedResponses: Readonly<Record<string, string>> = {
  getRoot: 'GET / returns JSON {name, api, health} for application/json or any type',
  getApi: 'GET /api returns {name, version, description, links}',
  getHealth: "GET /api/health returns the health response (table 'Health response')",
  getTypes: "GET /api/types returns the type catalog (table 'Type catalog')",
  getEventTypes: 'GET /api/events/types returns the raw event catalog document (AsyncAPI 3.0.0)',
  listNodeTypes: 'GET /api/node-types returns an array of category records',
  searchNodeTypes: 'GET /api/node-types/search returns an array of node type records',
  listEnumValues: 'GET /api/node-types/enum-values returns a flat list of valid category enum values',
  getCategory: 'GET /api/node-types/{category} returns a category record with nodes',
  getNodeType:
    "GET /api/node-types/{category}/{node} returns a node type record ('A node type entry has an enumValue, a name, a description and its ports')",
  discover: 'GET /api/discovery/{dataType} returns {dataType: string, count: integer, items: array}',
  createGraph:
    "POST /api/graphs returns the full graph detail with the default nodes and their port ids (tables 'Graph', 'Node', 'Port')",
  createNode:
    "POST /api/graphs/{graphId}/nodes returns the node with id and all input/output ports with ids and types (tables 'Node', 'Port')",
  listNodes: "GET /api/graphs/{graphId}/nodes returns nodes with port ids (tables 'Node', 'Port')",
  getNode:
    "GET /api/nodes/{nodeId} returns node detail with graphId ('adds a graphId field'; tables 'Node', 'Port')",
  getNote:
    "GET /api/graphs/{graphId}/nodes/{nodeId}/note returns text, font, color, fontSize and what is available (table 'Note sub-resource')",
  updateNote:
    "PUT /api/graphs/{graphId}/nodes/{nodeId}/note returns the updated note (table 'Note sub-resource')",
  createConnection: 'POST /api/graphs/{graphId}/connections returns 201 with the connection',
  listConnections: 'GET /api/graphs/{graphId}/connections returns an array of connections',
  runBatch: 'Batch response: {totalOperations, succeeded, failed, results: [{index, status, body}]}',
  readConsole: 'GET /api/console returns an array of entries, or {totalCount, items} when wrap is true',
};

/** Fields, keyed by path, that the description requires but describes less precisely than this project. */
export const looselyStatedFields: Readonly<Record<string, JsonSchema>> = {
  // Ids may have any form.
  'Port.id': {},
  'Port.parentPortId': {},
  'Node.id': {},
  'NodeWithGraph.id': {},
  // Accepts anything, because the description only says 'a hint'.
  'Health.auth.howToEnable': {},
  // These fields accept any array, because the description only says 'arrays'.
  'Note.availableFonts': { type: 'array' },
  'Note.availableColors': { type: 'array' },
  'Note.availableFontSizes': { type: 'array' },
  // Lists type names, in any form.
  'TypeCatalog.PortTypes': {},
  'TypeCatalog.VariableTypes': {},
  'TypeCatalog.NodeCategories': {},
};

/** Fields of a component that some of the responses with this component omit. */
export const omittedFields: Readonly<Record<string, readonly string[]>> = {
  // These fields may be omitted, because the description says 'returned on GET for discovery'.
  updateNote: ['availableFonts', 'availableColors', 'availableFontSizes'],
};

/** Lists whose response may instead be an object of another shape, because 'an empty result carries a hint'. */
export const looselyWrappedLists: readonly string[] = ['searchNodeTypes'];
