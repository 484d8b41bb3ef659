import { type Components, isSchema, type JsonSchema } from './json-schema.ts';

interface NamedSchema {
  /** A reference to the schema's component. */
  readonly schema: JsonSchema;
  /** The schema and its nested schemas, keyed by name. */
  readonly components: Components;
}

/** Converts a dotted name to Pascal case, such as `direction.changed` to `DirectionChanged`. */
export const toPascalCase = (name: string): string =>
  name.replace(/(?:^|\W+)(\w)/g, (_, first: string) => first.toUpperCase());

/** Replaces every nested record and enumeration with a reference to its component. */
const extractNestedSchemas = (
  name: string,
  schema: JsonSchema,
  components: Map<string, JsonSchema>,
): JsonSchema => {
  const extract = (value: unknown, componentName: string): unknown =>
    isSchema(value) ? extractNestedSchema(componentName, value, components) : value;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === 'properties' && isSchema(value))
        return [
          keyword,
          Object.fromEntries(
            Object.entries(value).map(([property, part]) => [
              property,
              extract(part, name + toPascalCase(property)),
            ]),
          ),
        ];
      if (keyword === 'items' && isSchema(value)) return [keyword, extract(value, `${name}Item`)];
      if (['items', 'allOf', 'anyOf'].includes(keyword) && Array.isArray(value))
        return [
          keyword,
          value.map((part) => (isSchema(part) ? extractNestedSchemas(name, part, components) : part)),
        ];
      return [keyword, value];
    }),
  );
};

/** Whether code generators create a class or an enumeration for the schema. */
const needsComponent = ({ type, properties, enum: values }: JsonSchema): boolean =>
  (type === 'object' && properties !== undefined) || (type === 'string' && Array.isArray(values));

const extractNestedSchema = (
  name: string,
  schema: JsonSchema,
  components: Map<string, JsonSchema>,
): JsonSchema => {
  const extracted = extractNestedSchemas(name, schema, components);
  if (!needsComponent(extracted)) return extracted;
  components.set(name, extracted);
  return { $ref: `#/components/schemas/${name}` };
};

/**
 * Turns a schema, and every record and enumeration in it, into components that are named after their paths: `data` in
 * `NodeDoneEvent` becomes `NodeDoneEventData`. Code generators name classes after components. References stay
 * unchanged.
 */
export const extractComponents = (name: string, schema: JsonSchema): NamedSchema => {
  if ('$ref' in schema) return { schema, components: {} };
  const components = new Map<string, JsonSchema>();
  components.set(name, extractNestedSchemas(name, schema, components));
  return { schema: { $ref: `#/components/schemas/${name}` }, components: Object.fromEntries(components) };
};
