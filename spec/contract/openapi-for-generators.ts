import { mapSchema } from './json-schema.ts';
import { listOperations, toPaths } from './openapi-types.ts';
import type { JsonSchema } from './json-schema.ts';
import type { OpenApiDocument, OpenApiOperation, OpenApiResponse } from './openapi-types.ts';

const isRecord = ({ $ref, type }: JsonSchema): boolean => $ref !== undefined || type === 'object';

/** Removes the keywords in one schema that break code generators, and keeps them as extensions. */
const simplifySchemaNode = (schema: JsonSchema): JsonSchema => {
  const { enum: values, anyOf, ...rest } = schema;
  if (rest.type === 'boolean' && values !== undefined) return { ...rest, 'x-enum': values };
  const [first, ...others] = anyOf ?? [];
  if (first === undefined || [first, ...others].every(isRecord)) return schema;
  // A reference allows no other keywords.
  return '$ref' in first ? first : { ...rest, 'x-anyOf': anyOf };
};

/** Returns a list response as a plain array. The record for `wrap=true` becomes an extension. */
const unwrapListResponse = (schema: JsonSchema): JsonSchema => {
  const { oneOf, ...rest } = schema;
  const [list, wrapped] = oneOf ?? [];
  return list?.type === 'array' ? { ...rest, ...list, 'x-wrapped': wrapped } : schema;
};

const simplifySchema = (schema: JsonSchema): JsonSchema =>
  mapSchema(unwrapListResponse(schema), simplifySchemaNode);

const simplifyContent = <T extends Pick<OpenApiResponse, 'content'>>(part: T): T => ({
  ...part,
  ...(part.content && {
    content: Object.fromEntries(
      Object.entries(part.content).map(([type, { schema }]) => [type, { schema: simplifySchema(schema) }]),
    ),
  }),
});

const simplifyOperation = (operation: OpenApiOperation): OpenApiOperation => ({
  ...operation,
  ...(operation.requestBody && { requestBody: simplifyContent(operation.requestBody) }),
  responses: Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => [status, simplifyContent(response)]),
  ),
});

/**
 * Converts the OpenAPI document to a form for which code generators create working clients.
 *
 * | exact | for generators |
 * | --- | --- |
 * | a list that is an array or, with `wrap=true`, a record | the array; the record under `x-wrapped` |
 * | the enum of a boolean | the boolean; its values under `x-enum` |
 * | a union of plain types, such as string or integer | any value; the types under `x-anyOf` |
 * | a union of a record and its array | the record |
 */
export const toGeneratorForm = (exact: OpenApiDocument): OpenApiDocument => ({
  ...exact,
  paths: toPaths(
    listOperations(exact).map((located) => ({ ...located, operation: simplifyOperation(located.operation) })),
  ),
  components: {
    ...exact.components,
    schemas: Object.fromEntries(
      Object.entries(exact.components.schemas).map(([name, schema]) => [name, simplifySchema(schema)]),
    ),
  },
});
