import { type Components, type JsonSchema, listReachableComponents, mapSchema } from './json-schema.ts';
import {
  listOperations,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiResponse,
  toPaths,
} from './openapi-types.ts';
import { renderErrorResponse } from './render-openapi.ts';

/**
 * The wording in the description that states an operation's response: the operation's row, and the table that the row
 * refers to. Another implementation only has to match this wording. Operations that aren't listed may respond with
 * anything.
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
const looselyStatedFields: Readonly<Record<string, JsonSchema>> = {
  // Ids may have any form.
  'Port.id': {},
  'Port.parentPortId': {},
  'Node.id': {},
  'NodeWithGraph.id': {},
  // Accepts anything, because the description only says 'a hint'.
  'Health.auth.howToEnable': {},
  // Arrays of anything, because the description only says 'arrays'.
  'Note.availableFonts': { type: 'array', items: {} },
  'Note.availableColors': { type: 'array', items: {} },
  'Note.availableFontSizes': { type: 'array', items: {} },
  // Lists type names, in any form.
  'TypeCatalog.PortTypes': {},
  'TypeCatalog.VariableTypes': {},
  'TypeCatalog.NodeCategories': {},
};

/** Fields of a component that some of the responses with this component omit. */
const omittedFields: Readonly<Record<string, readonly string[]>> = {
  // These fields may be omitted, because the description says 'returned on GET for discovery'.
  updateNote: ['availableFonts', 'availableColors', 'availableFontSizes'],
};

/** Lists whose response may instead be an object of another shape, because 'an empty result carries a hint'. */
const looselyWrappedLists: readonly string[] = ['searchNodeTypes'];

/** Success statuses that the description states. For all other operations, any 2xx status is accepted. */
const statedSuccess: Readonly<Record<string, string>> = { createConnection: '201', runBatch: '200' };

/** Operations for which the description states that include and exclude are accepted. */
const statedFieldSelection: readonly string[] = ['listNodeTypes', 'getCategory'];

/** The error codes that the description names. */
type StatedCodes = Readonly<Record<string, { readonly status: number; readonly named?: true }>>;

const isChosen = (schema: JsonSchema | undefined): boolean => schema !== undefined && 'x-choice' in schema;

const withoutOpenBounds = ({ 'x-choice-bounds': open = {}, ...schema }: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !(keyword in open)));

/**
 * Loosens one schema after its nested schemas have been loosened. A schema that is the project's choice then accepts
 * any value and is optional.
 */
const loosenSchemaNode = (schema: JsonSchema): JsonSchema => {
  if (isChosen(schema)) return { 'x-choice': schema['x-choice'] };
  const {
    'x-choice-values': openValues,
    enum: values,
    required = [],
    additionalProperties,
    ...rest
  } = withoutOpenBounds(schema);
  const stillRequired = required.filter((name) => !isChosen(schema.properties?.[name]));
  return {
    ...rest,
    ...(values !== undefined && openValues === undefined && { enum: values }),
    ...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
    ...(stillRequired.length > 0 && { required: stillRequired }),
  };
};

/** Removes the choice mark. The marks are removed last, because parent schemas read the marks of their parts. */
const removeChoiceMark = ({ 'x-choice': _, ...rest }: JsonSchema): JsonSchema => rest;

const loosenSchema = (schema: JsonSchema): JsonSchema =>
  mapSchema(mapSchema(schema, loosenSchemaNode), removeChoiceMark);

/** Allows null for optional fields, because many implementations write absent fields as null. */
const allowNullForOptional = (schema: JsonSchema): JsonSchema => {
  const { properties, required = [] } = schema;
  if (!properties) return schema;
  const entries = Object.entries(properties).map(([name, part]) => [
    name,
    required.includes(name) || part.type === undefined ? part : { ...part, nullable: true },
  ]);
  return { ...schema, properties: Object.fromEntries(entries) };
};

const loosenResponse = (schema: JsonSchema): JsonSchema =>
  mapSchema(loosenSchema(schema), allowNullForOptional);

/** Returns a copy of a schema in which the schema at a property path is replaced. */
const replaceNestedSchema = (schema: JsonSchema, path: readonly string[], part: JsonSchema): JsonSchema => {
  const [name, ...rest] = path;
  if (name === undefined) return part;
  const inner = schema.properties?.[name];
  if (!inner) throw new Error(`There is no property ${name}`);
  return { ...schema, properties: { ...schema.properties, [name]: replaceNestedSchema(inner, rest, part) } };
};

const loosenComponentFields = (component: string, schema: JsonSchema): JsonSchema =>
  Object.entries(looselyStatedFields).reduce((loosened, [field, part]) => {
    const [owner, ...path] = field.split('.');
    return owner === component ? replaceNestedSchema(loosened, path, part) : loosened;
  }, schema);

const omitProperties = (
  { properties = {}, required = [], ...rest }: JsonSchema,
  names: readonly string[],
): JsonSchema => ({
  ...rest,
  properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))),
  required: required.filter((name) => !names.includes(name)),
});

/** Returns a response schema as the description shows it, or a schema that accepts anything. */
const getStatedSchema = (operationId: string, schema: JsonSchema, components: Components): JsonSchema => {
  const fields = omittedFields[operationId];
  if (fields) {
    const name = String(schema.$ref).split('/').at(-1) ?? '';
    return omitProperties(loosenResponse(components[name] ?? {}), fields);
  }
  if (!looselyWrappedLists.includes(operationId)) return loosenResponse(schema);
  const [list] = schema.oneOf ?? [];
  return { anyOf: [loosenResponse(list ?? {}), { type: 'object' }] };
};

const loosenContent = <T extends Pick<OpenApiResponse, 'content'>>(part: T): T => ({
  ...part,
  ...(part.content && {
    content: Object.fromEntries(
      Object.entries(part.content).map(([type, { schema }]) => [type, { schema: loosenSchema(schema) }]),
    ),
  }),
});

const jsonContentType = 'application/json';

/**
 * Projects a success response to the parts that the description shows, adds the wording of the description, and leaves
 * out headers that are the project's choice.
 */
const projectSuccess = (
  operationId: string,
  { description, headers = {}, content = {} }: OpenApiResponse,
  { shown, components }: ProjectionContext,
): OpenApiResponse => {
  const stated = Object.entries(headers).filter(([, { schema }]) => !isChosen(schema));
  const statedContent = Object.entries(content).filter(
    ([type, { schema }]) => type === jsonContentType || !isChosen(schema),
  );
  const words = shown[operationId];
  const jsonContent = content[jsonContentType];
  return {
    description,
    ...(stated.length > 0 && { headers: Object.fromEntries(stated) }),
    content: {
      ...Object.fromEntries(statedContent),
      ...(jsonContent && {
        [jsonContentType]: {
          schema: words ? getStatedSchema(operationId, jsonContent.schema, components) : {},
        },
      }),
    },
    ...(words && jsonContent && { 'x-stated': words }),
  };
};

interface ProjectionContext {
  readonly named: StatedCodes;
  readonly shown: typeof statedResponses;
  readonly components: Components;
}

const projectResponses = (
  { operationId, responses }: OpenApiOperation,
  context: ProjectionContext,
): OpenApiOperation['responses'] => {
  const projected = Object.entries(responses).flatMap(([status, response]): [string, OpenApiResponse][] => {
    const codes = response['x-error-codes'];
    if (!codes) {
      const stated = statedSuccess[operationId];
      if (stated !== undefined && stated !== status) return [];
      return [[stated ?? '2XX', projectSuccess(operationId, response, context)]];
    }
    const stated = codes.filter((code) => context.named[code]?.named);
    const content = response.content?.[jsonContentType];
    if (stated.length === 0 || content === undefined) return [];
    return [[status, renderErrorResponse(stated, content.schema)]];
  });
  return Object.fromEntries(projected);
};

const projectOperation = (operation: OpenApiOperation, context: ProjectionContext): OpenApiOperation => {
  const { 'x-body-limit': _limit, requestBody, ...rest } = operation;
  const parameters = operation.parameters
    .filter(({ schema }) => !isChosen(schema))
    .filter(
      ({ name }) => !/^(include|exclude)$/.test(name) || statedFieldSelection.includes(operation.operationId),
    )
    .map((parameter) => ({ ...parameter, schema: loosenSchema(parameter.schema) }));
  return {
    ...rest,
    parameters,
    ...(requestBody && { requestBody: { ...requestBody, content: loosenContent(requestBody).content } }),
    responses: projectResponses(operation, context),
  };
};

/**
 * Renders the projection against which every implementation is checked. It contains what the description states,
 * without this project's choices:
 * - Operations that are the project's choice are left out, and parts that are its choice accept anything.
 * - Success statuses that are not stated become the range `2XX`, and responses that are not shown accept anything.
 * - Error statuses are kept only if the description names one of their codes.
 */
export const renderNormative = (
  full: OpenApiDocument,
  named: StatedCodes,
  shown: typeof statedResponses = statedResponses,
): OpenApiDocument => {
  const context = { named, shown, components: full.components.schemas };
  const paths = toPaths(
    listOperations(full)
      .filter(({ operation }) => operation['x-choice'] === undefined)
      .map((located) => ({ ...located, operation: projectOperation(located.operation, context) })),
  );
  const schemas = Object.fromEntries(
    Object.entries(full.components.schemas).map(([name, schema]) => [
      name,
      loosenComponentFields(name, loosenResponse(schema)),
    ]),
  );
  return {
    ...full,
    paths,
    components: { ...full.components, schemas: listReachableComponents(paths, schemas) },
  };
};
