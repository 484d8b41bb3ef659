import { isRecord, recordsOf, stringsOf } from '../json.ts';
import type { JsonRecord } from '../json.ts';
import type { ResponseDocument } from '../target/http/validator.ts';

export interface ReplayParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: JsonRecord;
  readonly example: unknown;
}

/** One operation of an OpenAPI document, as far as requests are built from it. */
export interface ReplayOperation {
  readonly id: string;
  readonly method: string;
  /** The path template. */
  readonly path: string;
  readonly gated: boolean;
  readonly parameters: readonly ReplayParameter[];
  readonly body: { readonly schema: JsonRecord; readonly required: boolean } | undefined;
  /** Largest body in bytes, when the document tells. */
  readonly bodyLimit: number | undefined;
  /** The documented statuses, each with the error codes that it carries. */
  readonly statuses: ReadonlyMap<string, readonly string[]>;
}

/** The operations of a document, in its order. */
export const operationsOf = (document: ResponseDocument): readonly ReplayOperation[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter((entry): entry is [string, JsonRecord] => isRecord(entry[1]))
      .map(([method, operation]) => operationOf(path, method, operation)),
  );

const operationOf = (path: string, method: string, operation: JsonRecord): ReplayOperation => {
  const { operationId, security, parameters, requestBody, responses } = operation;
  const limit = operation['x-body-limit'];
  return {
    id: String(operationId),
    method: method.toUpperCase(),
    path,
    gated: Array.isArray(security) && security.length > 0,
    parameters: recordsOf(parameters).map((parameter) => ({
      name: String(parameter.name),
      in: String(parameter.in),
      required: parameter.required === true,
      schema: isRecord(parameter.schema) ? parameter.schema : {},
      example: parameter.example,
    })),
    body: isRecord(requestBody)
      ? { schema: jsonSchemaOf(requestBody), required: requestBody.required === true }
      : undefined,
    bodyLimit: typeof limit === 'number' ? limit : undefined,
    statuses: new Map(
      Object.entries(isRecord(responses) ? responses : {}).map(([status, response]) => [
        status,
        isRecord(response) ? stringsOf(response['x-error-codes']) : [],
      ]),
    ),
  };
};

const jsonSchemaOf = ({ content }: JsonRecord): JsonRecord => {
  const json = isRecord(content) ? content['application/json'] : undefined;
  return isRecord(json) && isRecord(json.schema) ? json.schema : {};
};

/** The schemas that a document's references lead to. */
export type Components = Readonly<Record<string, unknown>>;

/** A schema, or the one that it refers to. */
export const resolved = (schema: unknown, components: Components): JsonRecord => {
  if (!isRecord(schema)) return {};
  const { $ref: reference } = schema;
  return typeof reference === 'string'
    ? resolved(components[reference.replace('#/components/schemas/', '')], components)
    : schema;
};

/** The status as the document names it: itself, or its range such as `2XX`. */
export const documentedStatus = ({ statuses }: ReplayOperation, status: number): string | undefined =>
  [String(status), `${String(status)[0]}XX`].find((name) => statuses.has(name));
