import * as z from 'zod';
import { errors } from '../errors.ts';
import { about } from './about.ts';
import { statusesOf } from './codes.ts';
import { mergeComponents, renderSchema } from './json-schema.ts';
import { pathsOf } from './openapi.ts';
import { concernsGraph, defaultBodyLimit, isBytes, splitRoute, takesIfMatch } from './operation.ts';
import { pathExamples } from './path-examples.ts';
import { chosen } from './provenance.ts';
import type { ChoiceId } from './provenance.ts';
import { queryShapeOf } from './query.ts';
import type { ErrorCode } from '../errors.ts';
import type { Components, JsonSchema, SchemaIo } from './json-schema.ts';
import type {
  LocatedOperation,
  OpenApiDocument,
  OpenApiMethod,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
} from './openapi.ts';
import type { Area, OperationSpec } from './operation.ts';

const areas: Readonly<Record<Area, string>> = {
  graphs: 'Graphs: create, read, synchronise, run and stop',
  nodes: 'Nodes of a graph',
  connections: 'Connections between ports',
  ports: 'Ports and their values',
  variables: 'Variables of the project and of graphs',
  layout: 'Placing the nodes of a graph on the canvas',
  batch: 'Several operations in one call',
  discovery: 'What can be used: node types, value types, scene content',
  console: 'Console history',
  properties: 'Properties of scene objects',
  assets: 'Properties of assets',
  actions: 'Direct actions of the runtime',
  scene: 'The scene as it is seen',
  meta: 'The service about itself',
  security: 'Tokens',
  hub: 'The event stream',
};

const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      details: chosen('C-09', z.record(z.string(), z.unknown()).optional()),
    }),
  })
  .meta({ id: 'Error' });

const apiKey = 'apiKey';
const bearer = 'bearer';

/** Either of several; free operations and the hub's need none by themselves. */
const securityOf = (tier: OperationSpec['tier']): readonly Readonly<Record<string, readonly string[]>>[] => {
  if (tier === 'agents') return [{ [apiKey]: [] }, { [bearer]: [] }];
  return tier === undefined ? [{ [apiKey]: [] }] : [];
};

type Render = (schema: z.ZodType, io: SchemaIo) => JsonSchema;

const isFlag = ({ type, enum: values }: JsonSchema): boolean =>
  type === 'string' && JSON.stringify(values) === '["true","false"]';

/** A query flag travels as the text `true` or `false`, which is how OpenAPI serialises a boolean. */
const asBoolean = ({ type: _type, enum: _enum, default: fallback, ...rest }: JsonSchema): JsonSchema => ({
  ...rest,
  type: 'boolean',
  ...(fallback !== undefined && { default: fallback === 'true' }),
});

const ifMatch = {
  name: 'If-Match',
  in: 'header' as const,
  required: false,
  schema: { type: 'string', description: 'The ETag of the revision to be edited', 'x-choice': 'C-01' },
};

type ChoiceMark = { readonly 'x-choice'?: ChoiceId };

/** Marks what comes from being a list, where that is a choice. */
const listChoiceOf = ({ listChoice }: OperationSpec): ChoiceMark =>
  listChoice === undefined ? {} : { 'x-choice': listChoice };

const listParameters: readonly string[] = ['limit', 'offset', 'wrap'];

const parametersOf = (operation: OperationSpec, render: Render): OpenApiParameter[] => {
  const shape = queryShapeOf(operation);
  const { required = [] } = render(z.object(shape), 'input') as { required?: readonly string[] };
  const inPath = Object.entries(pathExamples(operation)).map(([name, example]) => ({
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
        ...(isFlag(schema) ? asBoolean(schema) : schema),
        ...(listParameters.includes(name) && listChoiceOf(operation)),
      },
      ...(example !== undefined && { example }),
    };
  });
  return [...inPath, ...inQuery, ...(takesIfMatch(operation) ? [ifMatch] : [])];
};

const bodyOf = (body: z.ZodType, render: Render): OpenApiOperation['requestBody'] => ({
  required: !body.safeParse(undefined).success,
  content: { 'application/json': { schema: render(body, 'input') } },
});

const listOf = (item: JsonSchema, choice: ChoiceMark): JsonSchema => ({
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

const totalCount = (choice: ChoiceMark) => ({
  'X-Total-Count': {
    description: 'Items before limit and offset',
    required: true,
    schema: { type: 'integer', minimum: 0, ...choice },
  },
});

const hintHeader = {
  description: 'Where to look when nothing was found; only with an empty list',
  required: false,
  schema: { type: 'string' },
};

const etag = {
  ETag: {
    description: 'The revision of the graph',
    required: false,
    schema: { type: 'string', 'x-choice': 'C-01' },
  },
};

const ignoredHeader = {
  description:
    'Body fields and query parameters that nothing read, such as body.prots; only where there are some',
  required: false,
  schema: { type: 'string', 'x-choice': 'C-76' },
};

const headersOf = (operation: OperationSpec): Pick<OpenApiResponse, 'headers'> => ({
  headers: {
    ...(operation.list && totalCount(listChoiceOf(operation))),
    ...(operation.hint && { 'X-Hint': hintHeader }),
    ...(concernsGraph(operation) && etag),
    'X-Ignored': ignoredHeader,
  },
});

const successOf = (
  operation: OperationSpec,
  returns: z.ZodType | string,
  render: Render,
): OpenApiResponse => {
  if (typeof returns === 'string') {
    const [mediaType = returns] = returns.split(';');
    const schema = { type: 'string', ...(isBytes(returns) && { format: 'binary' }) };
    return { description: operation.summary, content: { [mediaType]: { schema } } };
  }
  const schema = render(returns, 'output');
  return {
    description: operation.summary,
    ...headersOf(operation),
    content: {
      'application/json': { schema: operation.list ? listOf(schema, listChoiceOf(operation)) : schema },
      ...(operation.page && { 'text/html': { schema: { type: 'string' } } }),
      ...(operation.signatures && {
        'text/plain': { schema: { type: 'string', 'x-choice': operation.signatures } },
      }),
    },
  };
};

/** An error response: its codes in words and as data, its body the error envelope. */
export const errorResponse = (codes: readonly ErrorCode[], schema: JsonSchema): OpenApiResponse => ({
  description: codes.map((code) => `${code}: ${errors[code].condition}.`).join(' '),
  content: { 'application/json': { schema } },
  'x-error-codes': codes,
});

const renderOperation = (
  operationId: string,
  operation: OperationSpec,
  render: Render,
  strict: boolean,
): LocatedOperation => {
  const { method, path } = splitRoute(operation.route);
  const envelope = render(ErrorEnvelope, 'output');
  const successes = Object.entries(operation.returns).map(
    ([status, returns]) => [status, successOf(operation, returns, render)] as const,
  );
  const bodiless = Object.entries(operation.bodiless ?? {}).map(
    ([status, description]) => [status, { description }] as const,
  );
  const failures = [...statusesOf(operation, { strict })].map(
    ([status, codes]) => [String(status), errorResponse(codes, envelope)] as const,
  );
  return {
    path,
    method: method.toLowerCase() as OpenApiMethod,
    operation: {
      operationId,
      tags: [operation.area],
      summary: operation.summary,
      ...(operation.description !== undefined && { description: operation.description }),
      security: securityOf(operation.tier),
      parameters: parametersOf(operation, render),
      ...(operation.body && {
        requestBody: bodyOf(operation.body, render),
        'x-body-limit': operation.bodyLimit ?? defaultBodyLimit,
      }),
      responses: Object.fromEntries([...successes, ...bodiless, ...failures]),
      ...(operation.choice && { 'x-choice': operation.choice }),
    },
  };
};

/**
 * Renders the interface description, OpenAPI 3.0.1, from the operations of the contract.
 * `version` is that of the running service; the document itself carries the label v1
 * (description: 'Versioning'). `strict` is whether that service refuses what it does not take.
 * @throws Error when two different schemas claim one component name.
 */
export const renderOpenApi = (
  operations: Readonly<Record<string, OperationSpec>>,
  { version, strict = false }: { readonly version: string; readonly strict?: boolean },
): OpenApiDocument => {
  const collected: Components[] = [];
  const render: Render = (schema, io) => {
    const rendered = renderSchema(schema, io);
    collected.push(rendered.components);
    return rendered.schema;
  };
  const located = Object.entries(operations).map(([id, operation]) =>
    renderOperation(id, operation, render, strict),
  );
  const used = new Set(located.flatMap(({ operation }) => operation.tags));
  return {
    openapi: '3.0.1',
    info: {
      title: 'Scene Runtime Control API',
      version: 'v1',
      description: `Graph editing, direct actions and real-time events of a 3D scene runtime. Service version ${version}.`,
      ...about,
    },
    // relative to where the document is read, whatever a reverse proxy puts in front
    servers: [{ url: '.', description: 'The service that answers this document' }],
    tags: Object.entries(areas)
      .filter(([name]) => used.has(name as Area))
      .map(([name, description]) => ({ name, description })),
    paths: pathsOf(located),
    components: {
      securitySchemes: {
        [apiKey]: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        [bearer]: { type: 'http', scheme: 'bearer' },
      },
      schemas: mergeComponents(collected),
    },
  };
};
