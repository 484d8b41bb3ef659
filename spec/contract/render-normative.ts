import { mapSchema, reachableComponents } from './json-schema.ts';
import { operationsIn, pathsOf } from './openapi.ts';
import { errorResponse } from './render-openapi.ts';
import type { ErrorCode } from '../errors.ts';
import type { Components, JsonSchema } from './json-schema.ts';
import type { OpenApiDocument, OpenApiOperation, OpenApiResponse } from './openapi.ts';

/** Success statuses that the description states; elsewhere any 2xx will do. */
const statedSuccess: Readonly<Record<string, string>> = { createConnection: '201', runBatch: '200' };

/** Operations for which the description states include and exclude. */
const statedFieldSelection: readonly string[] = ['listNodeTypes', 'getCategory'];

/** Which codes the description names. */
type NamedCodes = Readonly<Record<string, { readonly status: number; readonly named?: true }>>;

const isChosen = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'x-choice' in schema;

/** One schema, its parts already loosened: a chosen one admits anything, and nobody has to send it. */
const loosenOne = (schema: JsonSchema): JsonSchema => {
  if (isChosen(schema)) return { 'x-choice': schema['x-choice'] };
  const { 'x-choice-values': openValues, enum: values, required, additionalProperties, ...rest } = schema;
  const properties = (schema.properties ?? {}) as Components;
  const stillRequired = ((required ?? []) as readonly string[]).filter((name) => !isChosen(properties[name]));
  return {
    ...rest,
    ...(values !== undefined && openValues === undefined && { enum: values }),
    ...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
    ...(stillRequired.length > 0 && { required: stillRequired }),
  };
};

/** Parents look for the marks of their parts, so the marks go last. */
const dropMark = ({ 'x-choice': _, ...rest }: JsonSchema): JsonSchema => rest;

const loosen = (schema: JsonSchema): JsonSchema => mapSchema(mapSchema(schema, loosenOne), dropMark);

const loosenContent = <T extends Pick<OpenApiResponse, 'content'>>(part: T): T => ({
  ...part,
  ...(part.content && {
    content: Object.fromEntries(
      Object.entries(part.content).map(([type, { schema }]) => [type, { schema: loosen(schema) }]),
    ),
  }),
});

/** A response without the headers that are chosen. */
const loosenResponse = (response: OpenApiResponse): OpenApiResponse => {
  const { description, headers = {}, ...rest } = loosenContent(response);
  const stated = Object.entries(headers).filter(([, { schema }]) => !isChosen(schema));
  return { description, ...(stated.length > 0 && { headers: Object.fromEntries(stated) }), ...rest };
};

const responsesOf = (
  { operationId, responses }: OpenApiOperation,
  named: NamedCodes,
): OpenApiOperation['responses'] => {
  const kept = Object.entries(responses).flatMap(([status, response]): [string, OpenApiResponse][] => {
    const codes = response['x-error-codes'];
    if (!codes) {
      const stated = statedSuccess[operationId];
      if (stated !== undefined && stated !== status) return [];
      return [[stated ?? '2XX', loosenResponse(response)]];
    }
    const stated = codes.filter((code) => named[code]?.named) as ErrorCode[];
    const content = response.content?.['application/json'];
    if (stated.length === 0 || content === undefined) return [];
    return [[status, errorResponse(stated, content.schema)]];
  });
  return Object.fromEntries(kept);
};

const projectOperation = (operation: OpenApiOperation, named: NamedCodes): OpenApiOperation => {
  const { 'x-body-limit': _limit, requestBody, ...rest } = operation;
  const parameters = operation.parameters
    .filter(({ schema }) => !isChosen(schema))
    .filter(
      ({ name }) => !/^(include|exclude)$/.test(name) || statedFieldSelection.includes(operation.operationId),
    )
    .map((parameter) => ({ ...parameter, schema: loosen(parameter.schema) }));
  return {
    ...rest,
    parameters,
    ...(requestBody && { requestBody: { ...requestBody, content: loosenContent(requestBody).content } }),
    responses: responsesOf(operation, named),
  };
};

/**
 * The projection of the full document that judges every implementation: what the description states, and
 * nothing that only this project chose. Chosen operations are gone, chosen parts admit anything, open success
 * statuses are the range `2XX`, and of the errors the statuses remain whose codes the description names.
 */
export const renderNormative = (full: OpenApiDocument, named: NamedCodes): OpenApiDocument => {
  const paths = pathsOf(
    operationsIn(full)
      .filter(({ operation }) => operation['x-choice'] === undefined)
      .map((located) => ({ ...located, operation: projectOperation(located.operation, named) })),
  );
  const schemas = Object.fromEntries(
    Object.entries(full.components.schemas).map(([name, schema]) => [name, loosen(schema)]),
  );
  return { ...full, paths, components: { ...full.components, schemas: reachableComponents(paths, schemas) } };
};
