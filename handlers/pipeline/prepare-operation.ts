/** Computes everything about an operation that its calls share: its parsers, and how to find its resources. */
import * as z from 'zod';
import { compileParser, rejectAll } from '#spec/contract/compile-parser.ts';
import {
  editsGraph,
  editsProject,
  hasGraphRevision,
  listPathParameters,
  type BodyStream,
  type OperationSpec,
} from '#spec/contract/operation-spec.ts';
import { getQueryShape } from '#spec/contract/query-parameters.ts';
import { ApiError, errors } from '#spec/errors.ts';
import { validationMessages } from '#spec/validation-messages.ts';
import { findConnection } from '../controller/graphs/graph-edits.ts';
import { requireGraph, requireNode, requirePortEnd } from '../controller/graphs/graph-store.ts';
import { requireVariable } from '../controller/variables/variables.ts';
import { findAction } from '../service-capabilities.ts';
import { createUnknownFieldFinder, type IgnoredFields } from './ignored-fields.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import { type Call, createStreamError } from './call.ts';
import type { Caller, HandlerServices, PathResources } from './define-handler.ts';

/** The handlers as the pipeline calls them, regardless of their operations. */
export interface AnyHandlers {
  // A method, because its parameters may be narrower than unknown.
  readonly [id: string]: AnyHandler['run'];
}

interface AnyHandler {
  run(input: unknown, context: unknown, caller: Caller): MaybePromise<unknown>;
}

/** An operation, together with everything that can be computed before its first call. */
export interface PreparedOperation {
  readonly id: string;
  readonly spec: OperationSpec;
  readonly run: AnyHandler['run'];
  readonly parseQuery: QueryParser;
  readonly parseBody: BodyParser;
  readonly status: number;
  /** The content type of the response, if it is not JSON. */
  readonly contentType: string | undefined;
  readonly resolveResources: ResolveResources;
  readonly editsGraph: boolean;
  readonly editsProject: boolean;
  /**
   * Whether the runtime must be connected before the handler runs. This is false for actions, because their handlers
   * validate the parameters first.
   */
  readonly requiresRuntime: boolean;
}

export const prepareOperation = (
  id: string,
  operation: OperationSpec,
  run: AnyHandler['run'],
): PreparedOperation => {
  const [status, returns] = Object.entries(operation.returns)[0] ?? [];
  return {
    id,
    spec: operation,
    run,
    parseQuery: createQueryParser(operation),
    parseBody: createBodyParser(operation),
    status: Number(status),
    contentType: typeof returns === 'string' ? returns : undefined,
    resolveResources: createResolver(operation),
    editsGraph: editsGraph(operation),
    editsProject: editsProject(operation),
    requiresRuntime: operation.needs === 'runtime' && !listPathParameters(operation.route).includes('action'),
  };
};

/** The query parameters that select a page of a list and the fields of its items. */
export interface PageQuery {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly wrap?: boolean | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** The parsed query: the operation's own parameters, and the parameters that are common to operations. */
export type ParsedQuery = Readonly<Record<string, unknown>> &
  Partial<PageQuery> & { readonly sync?: boolean; readonly form?: 'signatures' };

/** Whether to push an edit to the runtime. The call's own `sync` overrides the batch's. */
export const isSyncRequested = ({ query: sent, batch }: Call, query: ParsedQuery): boolean =>
  query.sync === true || (batch?.sync === true && !new URLSearchParams(sent).has('sync'));

/** Parses the query of an operation and records ignored parameters. */
type QueryParser = (query: string, ignored: IgnoredFields) => ParsedQuery;

/**
 * Creates the parser for an operation's query. The parser throws ApiError INVALID_QUERY with the parameter and the
 * expected type.
 */
const createQueryParser = (spec: OperationSpec): QueryParser => {
  const schema = z.object(getQueryShape(spec));
  const findUnknown = createUnknownFieldFinder(schema, 'query');
  const findUnknownFields = createFieldNameCheck(spec);
  const parse = (parameters: Record<string, string>): ParsedQuery => {
    const parsed = schema.safeParse(parameters, validationMessages);
    if (parsed.success) return parsed.data as ParsedQuery;
    const { reason, details } = describeIssues(parsed.error, 'The query');
    throw new ApiError('INVALID_QUERY', reason, details);
  };
  // The result for an empty query, computed once because it never changes and most calls have no query.
  const emptyQuery = schema.safeParse({});
  return (query, ignored) => {
    if (query === '' && emptyQuery.success) return emptyQuery.data as ParsedQuery;
    const parameters = Object.fromEntries(new URLSearchParams(query));
    findUnknown(parameters, ignored);
    const parsed = parse(parameters);
    findUnknownFields(parsed, ignored);
    return parsed;
  };
};

/** Creates a function that records names in `include` and `exclude` that aren't fields of the operation's records. */
const createFieldNameCheck = ({ list, fields, returns }: OperationSpec) => {
  const [record] = Object.values(returns);
  if (!(list || fields) || !(record instanceof z.ZodType)) return () => {};
  const find = createUnknownFieldFinder(z.object({ include: record, exclude: record }), 'query');
  return ({ include, exclude }: ParsedQuery, ignored: IgnoredFields): void => {
    if (!include && !exclude) return;
    const named = { include: toFieldObject(include), exclude: toFieldObject(exclude) };
    // Unknown names are only recorded, even by a strict service, because the contract allows any string here.
    find(named, { report: (field) => ignored.record(field) });
  };
};

/** Creates an object that has exactly the fields with these names. */
const toFieldObject = (names: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, undefined]));

const jsonTypePattern = /^(application|text)\/([\w.-]+\+)?json\s*(;|$)|^[\w.-]+\/[\w.-]+\+json\s*(;|$)/i;

/** Parses the body of an operation and records ignored fields. */
type BodyParser = (call: Call, ignored: IgnoredFields) => unknown;

/**
 * Creates the parser for an operation's body. The parser throws ApiError UNSUPPORTED_MEDIA_TYPE, or INVALID_REQUEST
 * with the field and the expected type.
 */
const createBodyParser = ({ body: schema, bodyStream, area }: OperationSpec): BodyParser => {
  if (bodyStream) return requireBodyStream;
  if (!schema) return reportUnexpectedBody;
  const accept = compileParser(schema) ?? rejectAll;
  const findUnknown = createUnknownFieldFinder(schema, 'body');
  // The body of an action contains the action's parameters, so its errors use the resolution of INVALID_PARAMETERS.
  const resolution = area === 'actions' ? errors.INVALID_PARAMETERS.resolution : undefined;
  return (call, ignored) => {
    const value = parseJsonBody(call, resolution);
    const accepted = accept(value);
    if (accepted !== undefined) return accepted;
    findUnknown(value, ignored);
    return parseWithSchema(schema, value, resolution);
  };
};

/** The body of a request that has none. */
const emptyBodyStream: BodyStream = { length: 0, async *[Symbol.asyncIterator]() {} };

const requireBodyStream: BodyParser = ({ body, acceptsStream }) => {
  if (!acceptsStream || (body && !('stream' in body))) throw createStreamError('A file');
  return body?.stream ?? emptyBodyStream;
};

const reportUnexpectedBody: BodyParser = ({ body }, ignored) => {
  if (body && !isEmptyBody(body))
    ignored.report({ parentPath: [], indexes: [], name: 'body', validNames: [] });
  return undefined;
};

/** Whether the body contains nothing. An empty object counts as empty, because many clients send it with every POST. */
const isEmptyBody = (body: NonNullable<Call['body']>): boolean => {
  if ('stream' in body) return body.stream.length === 0;
  if ('text' in body) return /^(\{\s*\}|null)?$/.test(body.text.trim());
  const { json } = body;
  return json === null || (typeof json === 'object' && Object.keys(json).length === 0);
};

/**
 * Parses a body as JSON.
 * @returns `undefined` if there is no body
 */
const parseJsonBody = ({ body, contentType }: Call, resolution: string | undefined): unknown => {
  if (body === undefined) return undefined;
  if ('json' in body) return body.json;
  if ('stream' in body) throw createStreamError('A file');
  if (body.text === '') return undefined;
  if (contentType !== 'application/json' && !jsonTypePattern.test(contentType ?? '')) {
    throw new ApiError(
      'UNSUPPORTED_MEDIA_TYPE',
      contentType ? `The content type of the body is '${contentType}'.` : 'The body has no content type.',
    );
  }
  try {
    return JSON.parse(body.text);
  } catch (failure) {
    throw new ApiError(
      'INVALID_REQUEST',
      `The body is not JSON: ${(failure as SyntaxError).message}.`,
      undefined,
      resolution,
    );
  }
};

const parseWithSchema = (schema: z.ZodType, value: unknown, resolution: string | undefined): unknown => {
  const parsed = schema.safeParse(value, validationMessages);
  if (parsed.success) return parsed.data;
  if (value === undefined)
    throw new ApiError(
      'INVALID_REQUEST',
      'The body is missing; expected a JSON value.',
      undefined,
      resolution,
    );
  const { reason, details } = describeIssues(parsed.error, 'The body');
  throw new ApiError('INVALID_REQUEST', reason, details, resolution);
};

/**
 * Formats a message that says what is wrong, and where.
 * @param rootName the name of the root in field paths
 */
export const formatIssue = ({ path, message }: z.core.$ZodIssue, rootName: string): string => {
  const field = path.join('.');
  return `${field ? `'${field}'` : rootName}: ${message}.`;
};

/** The maximum number of problems listed in an error's details. */
const maxIssues = 10;

/** Returns a sentence about the first problem, the affected field, and all problems for `details`. */
const describeIssues = (
  error: z.ZodError,
  rootName: string,
): { reason: string; details: Record<string, unknown> } => {
  const issues = error.issues
    .slice(0, maxIssues)
    .map(({ path, message }) => ({ field: path.join('.'), message }));
  const [first] = error.issues;
  return { reason: first ? formatIssue(first, rootName) : '', details: { issues } };
};

/**
 * Finds the resources that a call's path names.
 * @throws ApiError GRAPH_NOT_FOUND, NODE_NOT_FOUND, PORT_NOT_FOUND, CONNECTION_NOT_FOUND, VARIABLE_NOT_FOUND,
 * ACTION_NOT_FOUND
 */
type ResolveResources = (
  params: Readonly<Record<string, string>>,
  services: Pick<HandlerServices, 'controller' | 'link'>,
) => { readonly [K in keyof PathResources]?: PathResources[K] | undefined };

const resolveGraphResources: ResolveResources = (
  { graphId, nodeId, portId, connectionId },
  { controller: { store } },
) => {
  const graph = graphId === undefined ? undefined : requireGraph(store, graphId);
  const node = nodeId === undefined ? undefined : requireNode(store, nodeId, graph);
  const end = portId === undefined ? undefined : requirePortEnd(store, portId, graph);
  const connection = graph && connectionId !== undefined ? findConnection(graph, connectionId) : undefined;
  return { graph: graph ?? (node ?? end?.node)?.graph, node, end, connection };
};

const resolveVariable: ResolveResources = ({ id = '' }, { controller: { variables } }) => ({
  variable: requireVariable(variables, id),
});

const resolveAction: ResolveResources = ({ category, group, action }, { link }) => ({
  action: findAction(link, group === undefined ? `${category}.${action}` : `${category}.${group}.${action}`),
});

const resolveNothing: ResolveResources = () => ({});

/**
 * Creates the function that finds an operation's resources. The operation's path parameters determine which resources
 * it finds.
 */
const createResolver = (operation: OperationSpec): ResolveResources => {
  if (hasGraphRevision(operation)) return resolveGraphResources;
  const names = listPathParameters(operation.route);
  if (names.includes('id')) return resolveVariable;
  return names.includes('action') ? resolveAction : resolveNothing;
};
