import * as z from 'zod';
import type { PortType } from '../values.ts';

/** A JSON schema. Only the keywords that renderers read have a type. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Components;
  readonly definitions?: Components;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Components;
  readonly required?: readonly string[];
  /** A list describes the items of a tuple by position. */
  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly 'x-port-type'?: PortType;
  readonly 'x-choice-bounds'?: Readonly<Record<string, string>>;
  readonly [keyword: string]: unknown;
}

/** Schemas, keyed by name, as under `components.schemas`. */
export type Components = Readonly<Record<string, JsonSchema>>;

/** Whether a schema describes a request (input) or a response (output). */
export type SchemaIo = 'input' | 'output';

/**
 * The schema dialect. OpenAPI 3.0 has its own dialect, AsyncAPI uses draft 7 of JSON Schema, and the runtime link the
 * latest one.
 */
type SchemaTarget = 'openapi-3.0' | 'draft-7' | 'draft-2020-12';

export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapSchemaList = (schemas: unknown, visit: SchemaVisitor): unknown =>
  Array.isArray(schemas) ? schemas.map((part) => mapSchema(part, visit)) : schemas;

const mapSingleSchema = (schema: unknown, visit: SchemaVisitor): unknown =>
  isSchema(schema) ? mapSchema(schema, visit) : schema;

const mapSchemaRecord = (schemas: unknown, visit: SchemaVisitor): unknown =>
  isSchema(schemas)
    ? Object.fromEntries(Object.entries(schemas).map(([name, part]) => [name, mapSingleSchema(part, visit)]))
    : schemas;

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

/** Whether a keyword is a bound that every safe integer meets. zod adds these bounds to all integers. */
export const isSafeIntegerBound = (keyword: string, value: unknown): boolean =>
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

/** Converts a zod schema. A part that JSON Schema can't describe accepts anything. */
export const toJsonSchema = (schema: z.ZodType, io: SchemaIo, target: SchemaTarget): JsonSchema =>
  z.toJSONSchema(schema, { target, io, unrepresentable: 'any' }) as JsonSchema;

/** A schema with the components that it refers to. */
interface RenderedSchema {
  readonly schema: JsonSchema;
  readonly components: Components;
}

/** Renders a zod schema. Schemas with `meta({ id })` become components to which the result refers. */
export const renderSchema = (
  schema: z.ZodType,
  io: SchemaIo,
  target: SchemaTarget = 'openapi-3.0',
): RenderedSchema => {
  const { definitions = {}, ...rootSchema } = toJsonSchema(schema, io, target);
  const cleanUp = (part: JsonSchema): JsonSchema => mapSchema(part, createSchemaCleanup(io));
  return {
    schema: cleanUp(rootSchema),
    components: Object.fromEntries(Object.entries(definitions).map(([name, part]) => [name, cleanUp(part)])),
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

/** Renders the schemas of a document, and collects the components that they refer to. */
export const createSchemaCollector = (target?: SchemaTarget) => {
  const collected: Components[] = [];
  return {
    render(schema: z.ZodType, io: SchemaIo): JsonSchema {
      const rendered = renderSchema(schema, io, target);
      collected.push(rendered.components);
      return rendered.schema;
    },
    /** @throws Error if two different schemas have the same name */
    mergeComponents: (): Components => mergeComponents(collected),
  };
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
