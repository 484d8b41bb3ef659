import { mapSchema, reachableComponents } from './json-schema.ts';
import { operationsIn, pathsOf } from './openapi.ts';
import { errorResponse } from './render-openapi.ts';
import { leftOut, looselyWrapped, openFields, shownAnswers } from './shown-answers.ts';
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

const withoutOpenBounds = ({ 'x-choice-bounds': open = {}, ...schema }: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !(keyword in (open as JsonSchema))));

/** One schema, its parts already loosened: a chosen one admits anything, and nobody has to send it. */
const loosenOne = (schema: JsonSchema): JsonSchema => {
  if (isChosen(schema)) return { 'x-choice': schema['x-choice'] };
  const {
    'x-choice-values': openValues,
    enum: values,
    required,
    additionalProperties,
    ...rest
  } = withoutOpenBounds(schema);
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

/** A field that may be absent may as well be null: many write it so. */
const nullWhereAbsent = (schema: JsonSchema): JsonSchema => {
  const { properties, required } = schema;
  if (typeof properties !== 'object') return schema;
  const there = new Set((required ?? []) as readonly string[]);
  const each = Object.entries(properties as Components).map(([name, part]) => [
    name,
    there.has(name) || part.type === undefined ? part : { ...part, nullable: true },
  ]);
  return { ...schema, properties: Object.fromEntries(each) };
};

const loosenAnswer = (schema: JsonSchema): JsonSchema => mapSchema(loosen(schema), nullWhereAbsent);

/** A schema with what stands at a path of properties replaced. */
const replaceAt = (schema: JsonSchema, path: readonly string[], part: JsonSchema): JsonSchema => {
  const [name, ...rest] = path;
  const properties = (schema.properties ?? {}) as Components;
  const inner = name === undefined ? undefined : properties[name];
  if (name === undefined) return part;
  if (inner === undefined) throw new Error(`there is no property ${name}`);
  return { ...schema, properties: { ...properties, [name]: replaceAt(inner, rest, part) } };
};

const openComponent = (component: string, schema: JsonSchema): JsonSchema =>
  Object.entries(openFields).reduce((opened, [field, part]) => {
    const [owner, ...path] = field.split('.');
    return owner === component ? replaceAt(opened, path, part) : opened;
  }, schema);

const without = (schema: JsonSchema, names: readonly string[]): JsonSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries((schema.properties ?? {}) as Components).filter(([name]) => !names.includes(name)),
  ),
  required: ((schema.required ?? []) as readonly string[]).filter((name) => !names.includes(name)),
});

/** What the description shows of an answer; anything where it shows none. */
const shownOf = (operationId: string, schema: JsonSchema, components: Components): JsonSchema => {
  const fields = leftOut[operationId];
  if (fields) {
    const name = String(schema.$ref).split('/').at(-1) ?? '';
    return without(loosenAnswer(components[name] ?? {}), fields);
  }
  if (!looselyWrapped.includes(operationId)) return loosenAnswer(schema);
  const [list] = (schema.oneOf ?? []) as readonly JsonSchema[];
  return { anyOf: [loosenAnswer(list ?? {}), { type: 'object' }] };
};

const loosenContent = <T extends Pick<OpenApiResponse, 'content'>>(part: T): T => ({
  ...part,
  ...(part.content && {
    content: Object.fromEntries(
      Object.entries(part.content).map(([type, { schema }]) => [type, { schema: loosen(schema) }]),
    ),
  }),
});

const json = 'application/json';

/** A success as the description shows it, in whose words, without the headers that are chosen. */
const projectSuccess = (
  operationId: string,
  { description, headers = {}, content = {} }: OpenApiResponse,
  { shown, components }: Ground,
): OpenApiResponse => {
  const stated = Object.entries(headers).filter(([, { schema }]) => !isChosen(schema));
  const statedContent = Object.entries(content).filter(
    ([type, { schema }]) => type === json || !isChosen(schema),
  );
  const words = shown[operationId];
  const answer = content[json];
  return {
    description,
    ...(stated.length > 0 && { headers: Object.fromEntries(stated) }),
    content: {
      ...Object.fromEntries(statedContent),
      ...(answer && { [json]: { schema: words ? shownOf(operationId, answer.schema, components) : {} } }),
    },
    ...(words && answer && { 'x-stated': words }),
  };
};

/** What the projection rests on. */
interface Ground {
  readonly named: NamedCodes;
  readonly shown: typeof shownAnswers;
  readonly components: Components;
}

const responsesOf = (
  { operationId, responses }: OpenApiOperation,
  ground: Ground,
): OpenApiOperation['responses'] => {
  const kept = Object.entries(responses).flatMap(([status, response]): [string, OpenApiResponse][] => {
    const codes = response['x-error-codes'];
    if (!codes) {
      const stated = statedSuccess[operationId];
      if (stated !== undefined && stated !== status) return [];
      return [[stated ?? '2XX', projectSuccess(operationId, response, ground)]];
    }
    const stated = codes.filter((code) => ground.named[code]?.named) as ErrorCode[];
    const content = response.content?.[json];
    if (stated.length === 0 || content === undefined) return [];
    return [[status, errorResponse(stated, content.schema)]];
  });
  return Object.fromEntries(kept);
};

const projectOperation = (operation: OpenApiOperation, ground: Ground): OpenApiOperation => {
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
    responses: responsesOf(operation, ground),
  };
};

/**
 * The projection of the full document that judges every implementation: what the description states, and
 * nothing that only this project chose. Chosen operations are gone, chosen parts admit anything, open success
 * statuses are the range `2XX`, answers that are not shown admit anything, and of the errors the statuses remain whose codes the description names.
 */
export const renderNormative = (
  full: OpenApiDocument,
  named: NamedCodes,
  shown: typeof shownAnswers = shownAnswers,
): OpenApiDocument => {
  const ground = { named, shown, components: full.components.schemas };
  const paths = pathsOf(
    operationsIn(full)
      .filter(({ operation }) => operation['x-choice'] === undefined)
      .map((located) => ({ ...located, operation: projectOperation(located.operation, ground) })),
  );
  const schemas = Object.fromEntries(
    Object.entries(full.components.schemas).map(([name, schema]) => [
      name,
      openComponent(name, loosenAnswer(schema)),
    ]),
  );
  return { ...full, paths, components: { ...full.components, schemas: reachableComponents(paths, schemas) } };
};
