import * as fc from 'fast-check';
import { isRecord, filterStrings } from '../../../conformance/json.ts';
import { resolveSchema } from '../../../conformance/coverage/openapi-operations.ts';
import type { SchemaComponents } from '../../../conformance/coverage/openapi-operations.ts';
import type { JsonRecord } from '../../../conformance/json.ts';

/** Refers to an existing resource by kind and number, and is replaced when the request is sent. */
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

const oddTexts = fc.constantFrom(
  '',
  ' ',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '💥',
  'x'.repeat(5000),
);
const oddNumbers = fc.constantFrom(0, -0, -1, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 0.1);

const texts = fc.oneof({ weight: 6, arbitrary: fc.string() }, { weight: 1, arbitrary: oddTexts });

const anyJson = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: oddNumbers },
  { weight: 1, arbitrary: oddTexts },
);

/** Generates values for a schema: mostly valid ones, sometimes anything. */
export const createValueArbitrary = (
  schema: unknown,
  components: SchemaComponents,
  name = '',
): fc.Arbitrary<unknown> => {
  const kind = resourceKindsByField[name];
  const described = createSchemaArbitrary(resolveSchema(schema, components), components, name);
  return fc.oneof(
    {
      weight: 12,
      arbitrary:
        kind === undefined
          ? described
          : fc.oneof(createReferenceArbitrary(kind), createReferenceArbitrary(kind), described),
    },
    { weight: 1, arbitrary: anyJson },
  );
};

const createSchemaArbitrary = (
  shape: JsonRecord,
  components: SchemaComponents,
  name: string,
): fc.Arbitrary<unknown> => {
  if (Array.isArray(shape.enum)) return fc.constantFrom(...shape.enum);
  const choices = [shape.oneOf, shape.anyOf].filter(Array.isArray).flat();
  if (choices.length > 0)
    return fc.oneof(...choices.map((choice) => createValueArbitrary(choice, components, name)));
  switch (shape.type) {
    case 'object':
      return createObjectArbitrary(shape, components);
    case 'array':
      return fc.array(createValueArbitrary(shape.items, components, name), { maxLength: 4 });
    case 'string':
      return texts;
    case 'integer':
      return fc.oneof(fc.integer({ min: -2, max: 50 }), fc.maxSafeInteger());
    case 'number':
      return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), oddNumbers);
    case 'boolean':
      return fc.boolean();
    default:
      return anyJson;
  }
};

const createObjectArbitrary = (shape: JsonRecord, components: SchemaComponents): fc.Arbitrary<unknown> => {
  const properties = isRecord(shape.properties) ? shape.properties : {};
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, createValueArbitrary(part, components, name)]),
  );
  const known = fc.record(fields, { requiredKeys: [...filterStrings(shape.required)] });
  if (shape.additionalProperties === undefined || shape.additionalProperties === false) return known;
  return fc
    .tuple(known, fc.dictionary(fc.string(), anyJson, { maxKeys: 3 }))
    .map(([a, b]) => ({ ...b, ...a }));
};

/** Generates texts for a query parameter. */
export const createQueryArbitrary = (schema: JsonRecord): fc.Arbitrary<string> =>
  fc.oneof(
    ...(Array.isArray(schema.enum) ? [fc.constantFrom(...schema.enum.map(String))] : []),
    ...(schema.type === 'boolean' ? [fc.constantFrom('true', 'false', 'TRUE', '1')] : []),
    ...(schema.type === 'integer' ? [fc.integer({ min: -1, max: 600 }).map(String), fc.constant('1e3')] : []),
    texts,
  );
