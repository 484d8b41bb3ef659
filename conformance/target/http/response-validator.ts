import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { isRecord } from '../../json.ts';
import { componentsId, toJsonSchema } from './openapi-to-json-schema.ts';
import { createOperationMatcher } from './match-operation.ts';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Reply } from './exchange.ts';

/** A response that differs from the normative documents. */
export interface Violation {
  /** The operation of the document, or the kind of response that every route shares. */
  readonly operation: string;
  readonly kind: 'envelope' | 'schema';
  readonly message: string;
  /** The violated statement of the description. */
  readonly stated?: string;
}

/** The parts of an OpenAPI document that responses are checked against. */
export interface ResponseDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> };
}

/** The hub, whose responses belong to its own protocol. */
const hubPath = /^\/api\/events(\/(?!types$)|$)/;

/** A client that requests fewer fields gets records that lack required ones. */
const fieldFilterPattern = /(^|&)(include|exclude)=/;

interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** By status, or by range such as 2XX; undocumented responses are left out. */
  readonly responses: ReadonlyMap<string, DocumentedResponse>;
}

/** A client that requests the wrapped form gets a record with the total and not the bare array. */
const wrapPattern = /(^|&)wrap=true(&|$)/;

interface DocumentedResponse {
  readonly validate: ValidateFunction;
  /** For `wrap=true`, if the document describes that form under `x-wrapped`. */
  readonly validateWrapped: ValidateFunction | undefined;
  readonly stated: string | undefined;
}

/**
 * Validates every response against the normative documents: success bodies against the schema of their operation, and
 * every error against the error envelope. Statuses and routes that the documents lack can't fail: the result is
 * undefined.
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
 * Returns what is wrong with an error body; undefined if it is the error envelope.
 * @param json the body; undefined when it is not JSON
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

/** Describes each error with its location. The elements of a list count as one. */
const describeErrors = (errors: readonly ErrorObject[]): string => {
  const faults = errors.map(
    ({ instancePath, message }) => `${instancePath.replace(/\/\d+(?=\/|$)/g, '/*') || 'body'} ${message}`,
  );
  return [...new Set(faults)].join('; ');
};
