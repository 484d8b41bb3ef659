import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { isRecord } from '../../json.ts';
import { componentsId, toJsonSchema } from './openapi-to-json-schema.ts';
import { createOperationMatcher } from './match-operation.ts';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Reply } from './exchange.ts';

/** A response that differs from the normative documents. */
export interface Violation {
  /** The operation in the document, or the kind of response that all routes share. */
  readonly operation: string;
  readonly kind: 'envelope' | 'schema';
  readonly message: string;
  /** The statement of the description that the response violates. */
  readonly stated?: string;
}

/** The parts of an OpenAPI document against which responses are checked. */
export interface ResponseDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> };
}

/** Matches the paths of the hub, whose responses follow the hub's own protocol. */
const hubPath = /^\/api\/events(\/(?!types$)|$)/;

/** Matches requests for only some of the fields. The records in their responses may lack required fields. */
const fieldFilterPattern = /(^|&)(include|exclude)=/;

interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The documented responses, keyed by status or by a range such as 2XX. Other responses are left out. */
  readonly responses: ReadonlyMap<string, DocumentedResponse>;
}

/**
 * Matches requests for the wrapped form. The response to such a request is a record with the total, not a bare array.
 */
const wrapPattern = /(^|&)wrap=true(&|$)/;

interface DocumentedResponse {
  readonly validate: ValidateFunction;
  /** Validates the response to `wrap=true`, if the document describes this form under `x-wrapped`. */
  readonly validateWrapped: ValidateFunction | undefined;
  readonly stated: string | undefined;
}

/**
 * Creates a function that validates every response against the normative documents: success bodies against the schema
 * of their operation, and errors against the error envelope. For statuses and routes that the documents lack, the
 * function returns `undefined`.
 */
export const createResponseValidator = (document: ResponseDocument) => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true });
  addFormats.default(ajv);
  ajv.addSchema({
    $id: componentsId,
    definitions: Object.fromEntries(
      Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => [
        name,
        toJsonSchema(schema),
      ]),
    ),
  });
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => compileOperation(ajv, path, method, operation)),
  );

  const matchOperation = createOperationMatcher(operations);

  return (
    method: string,
    target: string,
    { status, json }: Pick<Reply, 'status' | 'json'>,
  ): readonly Violation[] | undefined => {
    const [path = '', query = ''] = target.split('?');
    const isJudged = /^\/api(\/|$)/.test(path) && !hubPath.test(path);
    if (!isJudged || method === 'OPTIONS' || method === 'HEAD') return undefined;
    const operation = matchOperation(method, path);
    const id = operation?.id ?? `${method} ${path}`;
    if (status >= 400) {
      const fault = findEnvelopeError(json);
      return fault === undefined ? [] : [{ operation: id, kind: 'envelope', message: fault }];
    }
    if (operation === undefined || fieldFilterPattern.test(query)) return undefined;
    const documented =
      operation.responses.get(String(status)) ?? operation.responses.get(`${String(status)[0]}XX`);
    if (!documented) return undefined;
    const createViolations = (message: string): readonly Violation[] => [
      { operation: id, kind: 'schema', message, ...(documented.stated && { stated: documented.stated }) },
    ];
    if (json === undefined) return createViolations('the body is not JSON');
    const validate = (wrapPattern.test(query) && documented.validateWrapped) || documented.validate;
    return validate(json) ? [] : createViolations(describeErrors(validate.errors ?? []));
  };
};

export type ResponseValidator = ReturnType<typeof createResponseValidator>;

const compileOperation = (
  ajv: Ajv,
  path: string,
  method: string,
  operation: unknown,
): DocumentedOperation => {
  const { operationId, responses } = operation as { operationId: string; responses: Record<string, unknown> };
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    responses: new Map(
      Object.entries(responses).flatMap(([status, response]) => {
        const validate = compileResponse(ajv, response);
        return validate ? [[status.toUpperCase(), validate]] : [];
      }),
    ),
  };
};

const compileResponse = (ajv: Ajv, response: unknown): DocumentedResponse | undefined => {
  const { content, 'x-stated': stated } = response as {
    content?: Record<string, { schema?: { readonly 'x-wrapped'?: object } }>;
    'x-stated'?: string;
  };
  const schema = content?.['application/json']?.schema;
  if (schema === undefined || Object.keys(schema).length === 0) return undefined;
  const compiled = (part: object): ValidateFunction => ajv.compile(toJsonSchema(part) as object);
  const { 'x-wrapped': record } = schema;
  return { validate: compiled(schema), validateWrapped: record && compiled(record), stated };
};

/**
 * Returns what is wrong with an error body. Returns `undefined` if the body is a valid error envelope.
 * @param json the parsed body; `undefined` if the body is not JSON
 */
export const findEnvelopeError = (json: unknown): string | undefined => {
  if (!isRecord(json)) return 'the error body is not a JSON object';
  if (!isRecord(json.error)) return 'the error body has no object "error"';
  const { code, message } = json.error;
  if (typeof code !== 'string' || !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(code)) {
    return `error.code is not upper-case snake case: ${JSON.stringify(code)}`;
  }
  if (typeof message !== 'string' || message === '') return 'error.message is not a text';
  return undefined;
};

/** Describes each error with its location. All elements of a list count as a single location. */
const describeErrors = (errors: readonly ErrorObject[]): string => {
  const faults = errors.map(
    ({ instancePath, message }) => `${instancePath.replace(/\/\d+(?=\/|$)/g, '/*') || 'body'} ${message}`,
  );
  return [...new Set(faults)].join('; ');
};
