import * as z from 'zod';

/** A JSON schema in the dialect of OpenAPI 3.0. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Schemas, keyed by name, as under `components.schemas`. */
export type Components = Readonly<Record<string, JsonSchema>>;

/** Whether a schema describes a request (input) or a response (output). */
export type SchemaIo = 'input' | 'output';

/** The schema dialect. OpenAPI 3.0 has its own dialect, and AsyncAPI uses draft 7 of JSON Schema. */
type SchemaTarget = 'openapi-3.0' | 'draft-7';

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapSchemaList = (schemas: unknown, visit: SchemaVisitor): unknown =>
  Array.isArray(schemas) ? schemas.map((part) => mapSchema(part, visit)) : schemas;

const mapSchemaRecord = (schemas: unknown, visit: SchemaVisitor): unknown =>
  isSchema(schemas)
    ? Object.fromEntries(
        Object.entries(schemas).map(([name, part]) => [name, mapSchema(part as JsonSchema, visit)]),
      )
    : schemas;

const mapSingleSchema = (schema: unknown, visit: SchemaVisitor): unknown =>
  isSchema(schema) ? mapSchema(schema, visit) : schema;

/** The keywords that contain subschemas. Everything else in a schema is data and stays unchanged. */
const subschemaVisitors: Readonly<Record<string, (value: unknown, visit: SchemaVisitor) => unknown>> = {
  properties: mapSchemaRecord,
  items: mapSingleSchema,
  additionalProperties: mapSingleSchema,
  not: mapSingleSchema,
  allOf: mapSchemaList,
  anyOf: mapSchemaList,
  oneOf: mapSchemaList,
};

type SchemaVisitor = (schema: JsonSchema) => JsonSchema;

/** Rewrites a schema bottom-up. Property names are not mistaken for keywords. */
export const mapSchema = (schema: JsonSchema, visit: SchemaVisitor): JsonSchema =>
  visit(
    Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => [
        keyword,
        subschemaVisitors[keyword]?.(value, visit) ?? value,
      ]),
    ),
  );

const isSafeIntegerBound = (keyword: string, value: unknown): boolean =>
  (keyword === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (keyword === 'maximum' && value === Number.MAX_SAFE_INTEGER);

/**
 * Returns the values of an enum. OpenAPI 3.0.3 allows null only if the enum lists null, even if the schema is nullable.
 */
const enumValues = ({ nullable, enum: values }: JsonSchema): unknown =>
  nullable === true && Array.isArray(values) && !values.includes(null) ? [...values, null] : values;

/**
 * Creates a visitor that simplifies schemas: responses stay open to additional fields, and a format replaces its
 * pattern.
 */
const createSchemaCleanup =
  (io: SchemaIo): SchemaVisitor =>
  (schema) =>
    Object.fromEntries(
      Object.entries(schema)
        .filter(
          ([keyword, value]) =>
            keyword !== '$schema' &&
            !(keyword === 'additionalProperties' && value === false && io === 'output') &&
            !(keyword === 'pattern' && 'format' in schema) &&
            !isSafeIntegerBound(keyword, value),
        )
        .map(([keyword, value]) => {
          if (keyword === '$ref')
            return [keyword, String(value).replace('#/definitions/', '#/components/schemas/')];
          return [keyword, keyword === 'enum' ? enumValues(schema) : value];
        }),
    );

/** Renders a zod schema. Schemas with `meta({ id })` become components to which the result refers. */
export const renderSchema = (
  schema: z.ZodType,
  io: SchemaIo,
  target: SchemaTarget = 'openapi-3.0',
): { readonly schema: JsonSchema; readonly components: Components } => {
  const { definitions, ...rootSchema } = z.toJSONSchema(schema, {
    target,
    io,
    unrepresentable: 'any',
  }) as JsonSchema;
  const cleanUp = (part: JsonSchema): JsonSchema => mapSchema(part, createSchemaCleanup(io));
  return {
    schema: cleanUp(rootSchema),
    components: Object.fromEntries(
      Object.entries((definitions ?? {}) as Components).map(([name, part]) => [name, cleanUp(part)]),
    ),
  };
};

/**
 * Merges components in alphabetical order.
 * @throws Error if two different schemas have the same name
 */
export const mergeComponents = (all: readonly Components[]): Components => {
  const merged = new Map<string, JsonSchema>();
  for (const [name, schema] of all.flatMap((components) => Object.entries(components))) {
    const existing = merged.get(name);
    if (existing && JSON.stringify(existing) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas are named ${name}. Give one of them another id.`);
    }
    merged.set(name, schema);
  }
  return Object.fromEntries([...merged].sort(([a], [b]) => (a < b ? -1 : 1)));
};

const referencePattern = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;

const listReferences = (value: unknown): string[] =>
  [...(JSON.stringify(value) ?? '').matchAll(referencePattern)].map(([, name = '']) => name);

/** Returns the components that a value refers to, directly or through other components. */
export const listReachableComponents = (value: unknown, components: Components): Components => {
  const reachable = new Set<string>();
  const waiting = listReferences(value);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reachable.has(name)) continue;
    reachable.add(name);
    waiting.push(...listReferences(components[name]));
  }
  return Object.fromEntries(Object.entries(components).filter(([name]) => reachable.has(name)));
};
