import * as fc from 'fast-check';
import { isRecord, filterStrings } from '../../../conformance/json.ts';
import { resolveSchema } from '../../../conformance/coverage/openapi-operations.ts';
import type { SchemaComponents } from '../../../conformance/coverage/openapi-operations.ts';
import type { JsonRecord } from '../../../conformance/json.ts';

/**
 * A reference to an existing resource by kind and number. The reference is replaced with the resource when the request
 * is sent.
 */
interface ResourceReference {
  readonly pick: string;
  readonly number: number;
}

export const isResourceReference = (value: unknown): value is ResourceReference =>
  isRecord(value) && typeof value.pick === 'string' && typeof value.number === 'number';

const createReferenceArbitrary = (kind: string): fc.Arbitrary<ResourceReference> =>
  fc.nat(10_000).map((number) => ({ pick: kind, number }));

/** Fields whose values are usually ids of existing resources. */
const resourceKindsByField: Readonly<Record<string, string>> = {
  graphId: 'graph',
  nodeId: 'node',
  nodeIds: 'node',
  portId: 'port',
  outputPortId: 'port',
  inputPortId: 'port',
  connectionId: 'connection',
  category: 'category',
  from: 'end',
  to: 'end',
  method: 'method',
  path: 'path',
};

const unusualTexts = fc.constantFrom(
  '',
  ' ',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '💥',
  'x'.repeat(5000),
);
const unusualNumbers = fc.constantFrom(0, -0, -1, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 0.1);

const textArbitrary = fc.oneof({ weight: 6, arbitrary: fc.string() }, { weight: 1, arbitrary: unusualTexts });

const anyJson = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: unusualNumbers },
  { weight: 1, arbitrary: unusualTexts },
);

/** Creates an arbitrary for a schema that generates mostly valid values, and sometimes any value. */
export const createValueArbitrary = (
  schema: unknown,
  components: SchemaComponents,
  name = '',
): fc.Arbitrary<unknown> => {
  const kind = resourceKindsByField[name];
  const schemaArbitrary = createSchemaArbitrary(resolveSchema(schema, components), components, name);
  return fc.oneof(
    {
      weight: 12,
      arbitrary:
        kind === undefined
          ? schemaArbitrary
          : fc.oneof(createReferenceArbitrary(kind), createReferenceArbitrary(kind), schemaArbitrary),
    },
    { weight: 1, arbitrary: anyJson },
  );
};

const createSchemaArbitrary = (
  schema: JsonRecord,
  components: SchemaComponents,
  name: string,
): fc.Arbitrary<unknown> => {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const choices = [schema.oneOf, schema.anyOf].filter(Array.isArray).flat();
  if (choices.length > 0)
    return fc.oneof(...choices.map((choice) => createValueArbitrary(choice, components, name)));
  switch (schema.type) {
    case 'object':
      return createObjectArbitrary(schema, components);
    case 'array':
      return fc.array(createValueArbitrary(schema.items, components, name), { maxLength: 4 });
    case 'string':
      return textArbitrary;
    case 'integer':
      return fc.oneof(fc.integer({ min: -2, max: 50 }), fc.maxSafeInteger());
    case 'number':
      return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), unusualNumbers);
    case 'boolean':
      return fc.boolean();
    default:
      return anyJson;
  }
};

const createObjectArbitrary = (schema: JsonRecord, components: SchemaComponents): fc.Arbitrary<unknown> => {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      createValueArbitrary(property, components, name),
    ]),
  );
  const declared = fc.record(fields, { requiredKeys: [...filterStrings(schema.required)] });
  if (schema.additionalProperties === undefined || schema.additionalProperties === false) return declared;
  return fc
    .tuple(declared, fc.dictionary(fc.string(), anyJson, { maxKeys: 3 }))
    .map(([a, b]) => ({ ...b, ...a }));
};

/** Creates an arbitrary that generates texts for a query parameter. */
export const createQueryArbitrary = (schema: JsonRecord): fc.Arbitrary<string> =>
  fc.oneof(
    ...(Array.isArray(schema.enum) ? [fc.constantFrom(...schema.enum.map(String))] : []),
    ...(schema.type === 'boolean' ? [fc.constantFrom('true', 'false', 'TRUE', '1')] : []),
    ...(schema.type === 'integer' ? [fc.integer({ min: -1, max: 600 }).map(String), fc.constant('1e3')] : []),
    textArbitrary,
  );
