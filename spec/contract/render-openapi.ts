import * as z from 'zod';
import { errors } from '../errors.ts';
import { documentInfo } from './document-info.ts';
import { groupErrorCodesByStatus } from './operation-error-codes.ts';
import { createSchemaCollector } from './json-schema.ts';
import { toPaths } from './openapi-types.ts';
import {
  hasGraphRevision,
  defaultMaxBodyBytes,
  isBinaryContentType,
  splitRoute,
  acceptsIfMatch,
} from './operation-spec.ts';
import { fileRequestHeaders, fileResponseHeaders } from './file-headers.ts';
import { getPathExamples } from './path-examples.ts';
import { markChoice } from './choice-marks.ts';
import type { ChoiceId } from './choice-marks.ts';
import { getQueryShape, isFlagSchema } from './query-parameters.ts';
import type { ErrorCode } from '../errors.ts';
import type { JsonSchema, SchemaIo } from './json-schema.ts';
import type {
  LocatedOperation,
  OpenApiDocument,
  OpenApiMethod,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
} from './openapi-types.ts';
import type { Area, OperationSpec } from './operation-spec.ts';

const areaDescriptions: Readonly<Record<Area, string>> = {
  graphs: 'Graphs: create, read, synchronize, run and stop',
  nodes: 'Nodes of a graph',
  connections: 'Connections between ports',
  ports: 'Ports and their values',
  variables: 'Variables of the project and of graphs',
  layout: 'Layout of the nodes of a graph on the canvas',
  batch: 'Several operations in one call',
  discovery: 'Discovery: node types, value types and scene content',
  console: 'Console history',
  properties: 'Properties of scene objects',
  assets: 'Assets and their properties',
  actions: 'Direct actions of the runtime',
  scene: 'Images of the scene',
  meta: 'Information about the service itself',
  security: 'Tokens',
  hub: 'The event stream',
};

const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      details: markChoice('C-09', z.record(z.string(), z.unknown()).optional()),
    }),
  })
  .meta({ id: 'Error' });

const apiKey = 'apiKey';
const bearer = 'bearer';
const accessToken = 'accessToken';

/** Returns an operation's alternative security schemes. Free operations and hub operations need no scheme. */
const getOperationSecurity = (
  tier: OperationSpec['tier'],
): readonly Readonly<Record<string, readonly string[]>>[] => {
  if (tier === 'agents') return [{ [apiKey]: [] }, { [bearer]: [] }];
  if (tier === 'media') return [{ [apiKey]: [] }, { [accessToken]: [] }, { [bearer]: [] }];
  return tier === undefined ? [{ [apiKey]: [] }] : [];
};

type RenderSchema = (schema: z.ZodType, io: SchemaIo) => JsonSchema;

/**
 * Converts the schema of a query flag to a boolean schema. Flags are sent as the text `true` or `false`, which is how
 * OpenAPI serializes booleans.
 */
const toBooleanSchema = ({
  type: _type,
  enum: _enum,
  default: fallback,
  ...rest
}: JsonSchema): JsonSchema => ({
  ...rest,
  type: 'boolean',
  ...(fallback !== undefined && { default: fallback === 'true' }),
});

const ifMatchParameter = {
  name: 'If-Match',
  in: 'header' as const,
  required: false,
  schema: { type: 'string', description: 'The ETag of the revision to edit', 'x-choice': 'C-01' },
};

type ChoiceMark = { readonly 'x-choice'?: ChoiceId };

/** Returns the choice mark for what a list adds to the response, if returning a list is the project's choice. */
const getListChoice = ({ listChoice }: OperationSpec): ChoiceMark =>
  listChoice === undefined ? {} : { 'x-choice': listChoice };

const listParameters: readonly string[] = ['limit', 'offset', 'wrap'];

const renderParameters = (operation: OperationSpec, render: RenderSchema): OpenApiParameter[] => {
  const shape = getQueryShape(operation);
  const { required = [] } = render(z.object(shape), 'input');
  const inPath = Object.entries(getPathExamples(operation)).map(([name, example]) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' },
    ...(example !== undefined && { example }),
  }));
  const inQuery = Object.entries(shape).map(([name, type]) => {
    const { example, ...schema } = render(type as z.ZodType, 'input');
    return {
      name,
      in: 'query' as const,
      required: required.includes(name),
      schema: {
        ...(isFlagSchema(schema) ? toBooleanSchema(schema) : schema),
        ...(listParameters.includes(name) && getListChoice(operation)),
      },
      ...(example !== undefined && { example }),
    };
  });
  const inHeader = (operation.fileHeaders?.request ?? []).map((name) => ({
    name,
    in: 'header' as const,
    required: false,
    schema: { type: 'string', description: fileRequestHeaders[name] },
  }));
  return [...inPath, ...inQuery, ...(acceptsIfMatch(operation) ? [ifMatchParameter] : []), ...inHeader];
};

const renderBody = (body: z.ZodType, render: RenderSchema): OpenApiOperation['requestBody'] => ({
  required: !body.safeParse(undefined).success,
  content: { 'application/json': { schema: render(body, 'input') } },
});

const binarySchema = { type: 'string', format: 'binary' };

/** A request body of any media type. */
const streamedRequestBody: OpenApiOperation['requestBody'] = {
  required: true,
  content: { '*/*': { schema: binarySchema } },
};

const renderListSchema = (item: JsonSchema, choice: ChoiceMark): JsonSchema => ({
  ...choice,
  oneOf: [
    { type: 'array', items: item },
    {
      type: 'object',
      properties: { totalCount: { type: 'integer', minimum: 0 }, items: { type: 'array', items: item } },
      required: ['totalCount', 'items'],
    },
  ],
});

const createTotalCountHeader = (choice: ChoiceMark) => ({
  'X-Total-Count': {
    description: 'Number of items before limit and offset',
    required: true,
    schema: { type: 'integer', minimum: 0, ...choice },
  },
});

const hintHeader = {
  description: 'Where to look next. Only with an empty list',
  required: false,
  schema: { type: 'string' },
};

const etagHeader = {
  ETag: {
    description: 'The revision of the graph',
    required: false,
    schema: { type: 'string', 'x-choice': 'C-01' },
  },
};

const ignoredHeader = {
  description:
    'Body fields and query parameters that were ignored, such as body.prots. Absent if there are none',
  required: false,
  schema: { type: 'string', 'x-choice': 'C-76' },
};

const renderFileResponseHeaders = ({ fileHeaders }: OperationSpec) =>
  Object.fromEntries(
    (fileHeaders?.response ?? []).map((name) => [
      name,
      { description: fileResponseHeaders[name], required: false, schema: { type: 'string' } },
    ]),
  );

const renderHeaders = (operation: OperationSpec): Pick<OpenApiResponse, 'headers'> => ({
  headers: {
    ...(operation.list && createTotalCountHeader(getListChoice(operation))),
    ...(operation.hint && { 'X-Hint': hintHeader }),
    ...(hasGraphRevision(operation) && etagHeader),
    ...renderFileResponseHeaders(operation),
    'X-Ignored': ignoredHeader,
  },
});

const renderSuccess = (
  operation: OperationSpec,
  returns: z.ZodType | string,
  render: RenderSchema,
): OpenApiResponse => {
  if (typeof returns === 'string') {
    const content = returns.split(', ').map((contentType) => {
      const [mediaType = contentType] = contentType.split(';');
      return [
        mediaType,
        { schema: isBinaryContentType(contentType) ? binarySchema : { type: 'string' } },
      ] as const;
    });
    return {
      description: operation.summary,
      ...(operation.fileHeaders && { headers: renderFileResponseHeaders(operation) }),
      content: Object.fromEntries(content),
    };
  }
  const schema = render(returns, 'output');
  return {
    description: operation.summary,
    ...renderHeaders(operation),
    content: {
      'application/json': {
        schema: operation.list ? renderListSchema(schema, getListChoice(operation)) : schema,
      },
      ...(operation.page && { 'text/html': { schema: { type: 'string' } } }),
      ...(operation.signatures && {
        'text/plain': { schema: { type: 'string', 'x-choice': operation.signatures } },
      }),
    },
  };
};

/** Renders an error response, with its codes in words and as data, and with the error envelope as its body. */
export const renderErrorResponse = (codes: readonly ErrorCode[], schema: JsonSchema): OpenApiResponse => ({
  description: codes.map((code) => `${code}: ${errors[code].condition}.`).join(' '),
  content: { 'application/json': { schema } },
  'x-error-codes': codes,
});

const renderOperation = (
  operationId: string,
  operation: OperationSpec,
  render: RenderSchema,
  strict: boolean,
): LocatedOperation => {
  const { method, path } = splitRoute(operation.route);
  const envelope = render(ErrorEnvelope, 'output');
  const successes = Object.entries(operation.returns).map(
    ([status, returns]) => [status, renderSuccess(operation, returns, render)] as const,
  );
  const emptyResponses = Object.entries(operation.emptyResponses ?? {}).map(
    ([status, description]) => [status, { description }] as const,
  );
  const failures = [...groupErrorCodesByStatus(operation, { strict })].map(
    ([status, codes]) => [String(status), renderErrorResponse(codes, envelope)] as const,
  );
  return {
    path,
    method: method.toLowerCase() as OpenApiMethod,
    operation: {
      operationId,
      tags: [operation.area],
      summary: operation.summary,
      ...(operation.description !== undefined && { description: operation.description }),
      security: getOperationSecurity(operation.tier),
      parameters: renderParameters(operation, render),
      ...(operation.body && {
        requestBody: renderBody(operation.body, render),
        'x-body-limit': operation.bodyLimit ?? defaultMaxBodyBytes,
      }),
      ...(operation.bodyStream && { requestBody: streamedRequestBody }),
      responses: Object.fromEntries([...successes, ...emptyResponses, ...failures]),
      ...(operation.choice && { 'x-choice': operation.choice }),
    },
  };
};

/**
 * Renders the OpenAPI 3.0.1 document from the contract's operations. `version` is the version of the running service,
 * while the document itself has the label v1 (description: 'Versioning'). `strict` is whether the service rejects
 * undeclared fields.
 * @throws Error if two different schemas have the same component name
 */
export const renderOpenApi = (
  operations: Readonly<Record<string, OperationSpec>>,
  { version, strict = false }: { readonly version: string; readonly strict?: boolean },
): OpenApiDocument => {
  const { render, mergeComponents } = createSchemaCollector();
  const located = Object.entries(operations).map(([id, operation]) =>
    renderOperation(id, operation, render, strict),
  );
  const usedTags = new Set(located.flatMap(({ operation }) => operation.tags));
  return {
    openapi: '3.0.1',
    info: {
      title: 'Scene Runtime Control API',
      version: 'v1',
      description: `Graph editing, direct actions and real-time events of a 3D scene runtime. Service version ${version}.`,
      ...documentInfo,
    },
    // The URL is relative to the document's URL, so that it works behind any reverse proxy.
    servers: [{ url: '.', description: 'The service that serves this document' }],
    tags: Object.entries(areaDescriptions)
      .filter(([name]) => usedTags.has(name as Area))
      .map(([name, description]) => ({ name, description })),
    paths: toPaths(located),
    components: {
      securitySchemes: {
        [apiKey]: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        [bearer]: { type: 'http', scheme: 'bearer' },
        [accessToken]: { type: 'apiKey', in: 'query', name: 'access_token' },
      },
      schemas: mergeComponents(),
    },
  };
};
