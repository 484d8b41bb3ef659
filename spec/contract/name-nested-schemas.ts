import type { Components, JsonSchema } from './json-schema.ts';

interface NamedSchema {
  /** A reference to the component. */
  readonly schema: JsonSchema;
  /** The schema and its parts by name. */
  readonly components: Components;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `direction.changed` as `DirectionChanged`. */
export const toPascalCase = (name: string): string =>
  name.replace(/(?:^|\W+)(\w)/g, (_, first: string) => first.toUpperCase());

/** Replaces every record and enumeration within a schema by a reference to the component that it becomes. */
const extractNestedSchemas = (
  name: string,
  schema: JsonSchema,
  found: Map<string, JsonSchema>,
): JsonSchema => {
  const inner = (value: unknown, own: string): unknown =>
    isSchema(value) ? extractNestedSchema(own, value, found) : value;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === 'properties' && isSchema(value))
        return [
          keyword,
          Object.fromEntries(
            Object.entries(value).map(([property, part]) => [
              property,
              inner(part, name + toPascalCase(property)),
            ]),
          ),
        ];
      if (keyword === 'items' && isSchema(value)) return [keyword, inner(value, `${name}Item`)];
      if (['items', 'allOf', 'anyOf'].includes(keyword) && Array.isArray(value))
        return [
          keyword,
          value.map((part) => (isSchema(part) ? extractNestedSchemas(name, part, found) : part)),
        ];
      return [keyword, value];
    }),
  );
};

/** Whether a generator makes a class or an enumeration of a schema. */
const needsComponent = ({ type, properties, enum: values }: JsonSchema): boolean =>
  (type === 'object' && properties !== undefined) || (type === 'string' && Array.isArray(values));

const extractNestedSchema = (
  name: string,
  schema: JsonSchema,
  found: Map<string, JsonSchema>,
): JsonSchema => {
  const moved = extractNestedSchemas(name, schema, found);
  if (!needsComponent(moved)) return moved;
  found.set(name, moved);
  return { $ref: `#/components/schemas/${name}` };
};

/**
 * Makes a component of a schema, and of every record and enumeration within it, named after the path: `data` of
 * `NodeDoneEvent` becomes `NodeDoneEventData`. Generators name their classes after components. A reference stays.
 */
export const extractComponents = (name: string, schema: JsonSchema): NamedSchema => {
  if ('$ref' in schema) return { schema, components: {} };
  const found = new Map<string, JsonSchema>();
  found.set(name, extractNestedSchemas(name, schema, found));
  return { schema: { $ref: `#/components/schemas/${name}` }, components: Object.fromEntries(found) };
};
