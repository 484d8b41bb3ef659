import full from '#spec/documents/openapi.json' with { type: 'json' };
import normative from '#spec/documents/openapi.normative.json' with { type: 'json' };
import { filterRecords, filterStrings, isRecord, type JsonRecord } from '../json.ts';
import type { HttpClient, Reply } from '../target/http/exchange.ts';
import type { ResponseDocument } from '../target/http/response-validator.ts';
import type { Id } from '../target/id.ts';

/** A request for an operation, split into the parts that request variations change. */
export interface OperationRequest {
  readonly operation: OpenApiOperation;
  readonly params: Readonly<Record<string, Id>>;
  readonly query: Readonly<Record<string, string>>;
  /** The body, which is sent as JSON. */
  readonly json?: unknown;
  /** A body that is sent unchanged. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A token that is sent instead of the target's token. If `null`, no token is sent. */
  readonly token?: string | null;
}

/** Returns the path and query for the request line. */
export const toRequestTarget = ({ operation, params, query }: OperationRequest): string => {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
};

export const sendRequest = (http: HttpClient, request: OperationRequest): Promise<Reply> => {
  const { operation, json, body, headers, token } = request;
  return http.send(operation.method, toRequestTarget(request), {
    ...(json !== undefined && { json }),
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
    ...(token !== undefined && { token }),
  });
};

/** Returns the same request without its body. */
export const omitBody = ({ json: _json, body: _body, ...rest }: OperationRequest): OperationRequest => rest;

export interface OperationParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: JsonRecord;
  readonly example: unknown;
}

/** The parts of an OpenAPI operation that the kit needs to build requests. */
export interface OpenApiOperation {
  readonly id: string;
  readonly method: string;
  /** The path template, with parameters in braces. */
  readonly path: string;
  readonly requiresToken: boolean;
  readonly parameters: readonly OperationParameter[];
  /** The JSON body. */
  readonly body: { readonly schema: JsonRecord; readonly required: boolean } | undefined;
  /** Maximum size of the body in bytes, if documented. */
  readonly maxBodyBytes: number | undefined;
  /** The documented statuses, each with its error codes. */
  readonly statuses: ReadonlyMap<string, readonly string[]>;
}

/** Returns the operations of a document, in document order. */
export const listOperations = (document: ResponseDocument): readonly OpenApiOperation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter((entry): entry is [string, JsonRecord] => isRecord(entry[1]))
      .map(([method, operation]) => parseOperation(path, method, operation)),
  );

const parseOperation = (path: string, method: string, operation: JsonRecord): OpenApiOperation => {
  const { operationId, security, parameters, requestBody, responses } = operation;
  const limit = operation['x-body-limit'];
  return {
    id: String(operationId),
    method: method.toUpperCase(),
    path,
    requiresToken: Array.isArray(security) && security.length > 0,
    parameters: filterRecords(parameters).map((parameter) => ({
      name: String(parameter.name),
      in: String(parameter.in),
      required: parameter.required === true,
      schema: isRecord(parameter.schema) ? parameter.schema : {},
      example: parameter.example,
    })),
    body: parseBody(requestBody),
    maxBodyBytes: typeof limit === 'number' ? limit : undefined,
    statuses: new Map(
      Object.entries(isRecord(responses) ? responses : {}).map(([status, response]) => [
        status,
        isRecord(response) ? filterStrings(response['x-error-codes']) : [],
      ]),
    ),
  };
};

/** Parses a JSON body. Returns `undefined` if the operation has no body, or if the body is a file. */
const parseBody = (requestBody: unknown): OpenApiOperation['body'] => {
  if (!isRecord(requestBody)) return undefined;
  const json = isRecord(requestBody.content) ? requestBody.content['application/json'] : undefined;
  if (json === undefined) return undefined;
  const schema = isRecord(json) && isRecord(json.schema) ? json.schema : {};
  return { schema, required: requestBody.required === true };
};

/** The component schemas that a document's references point to. */
export type SchemaComponents = Readonly<Record<string, unknown>>;

/** Returns a schema. If the schema is a reference, returns the schema to which it refers. */
export const resolveSchema = (schema: unknown, components: SchemaComponents): JsonRecord => {
  if (!isRecord(schema)) return {};
  const { $ref: reference } = schema;
  return typeof reference === 'string'
    ? resolveSchema(components[reference.replace('#/components/schemas/', '')], components)
    : schema;
};

/** Returns the key under which the document lists a status: the status itself, or its range such as `2XX`. */
export const findDocumentedStatus = ({ statuses }: OpenApiOperation, status: number): string | undefined =>
  [String(status), `${String(status)[0]}XX`].find((name) => statuses.has(name));

/** The complete interface description. */
export const fullDocument = full;

/** The operations of the complete interface description. */
export const documentedOperations = listOperations(full);

/** The component schemas of the complete interface description, to which references point. */
export const documentedComponents = full.components.schemas;

/** The operations that the service description itself shows. */
export const normativeOperations = listOperations(normative);

/** The component schemas of the operations that the service description shows. */
export const normativeComponents = normative.components.schemas;

const normativeOperationsById = new Map(normativeOperations.map((operation) => [operation.id, operation]));

/** Whether the service description itself shows the operation. */
export const isNormativeOperation = (operation: string): boolean => normativeOperationsById.has(operation);

/** Whether the service description states that the operation responds with this status and code. */
export const isNormativeError = (operation: string, status: string, code: string): boolean =>
  normativeOperationsById.get(operation)?.statuses.get(status)?.includes(code) ?? false;

/** Returns the success statuses that the service description allows for an operation, such as `201` or `2XX`. */
export const listNormativeSuccesses = (operation: string): readonly string[] =>
  [...(normativeOperationsById.get(operation)?.statuses.keys() ?? [])].filter((status) =>
    status.startsWith('2'),
  );
