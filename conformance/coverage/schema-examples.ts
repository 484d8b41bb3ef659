import { isRecord, filterStrings } from '../json.ts';
import { resolveSchema } from './openapi-operations.ts';
import type { JsonRecord } from '../json.ts';
import type { SchemaComponents } from './openapi-operations.ts';

/** Values that are keyed by field name. They are used where a generated value would mean nothing to the target. */
export type ExampleValues = Readonly<Record<string, unknown>>;

/**
 * Creates a value from a schema: its example or default if the schema has one, and otherwise a minimal valid value.
 * Required fields are always included. Optional fields are included if `valuesByName` contains them.
 */
export const createExample = (
  schema: unknown,
  components: SchemaComponents,
  valuesByName: ExampleValues = {},
): unknown => {
  const shape = resolveSchema(schema, components);
  if (shape.example !== undefined) return shape.example;
  if (Array.isArray(shape.enum)) return shape.enum[0];
  const [choice] = [shape.oneOf, shape.anyOf].filter(Array.isArray).flat();
  if (choice !== undefined) return createExample(choice, components, valuesByName);
  switch (shape.type) {
    case 'object':
      return createObjectExample(shape, components, valuesByName);
    case 'array':
      return Array.from({ length: Math.min(Number(shape.minItems ?? 1), maxItems) }, () =>
        createExample(shape.items, components, valuesByName),
      );
    case 'string':
      return createTextExample(shape);
    case 'integer':
    case 'number':
      return Math.max(0, typeof shape.minimum === 'number' ? shape.minimum : 1);
    case 'boolean':
      return false;
    default:
      return 1;
  }
};

/** Maximum number of items in a generated list. If the schema requires more items, the list is too short. */
const maxItems = 1_000;

const createObjectExample = (
  shape: JsonRecord,
  components: SchemaComponents,
  valuesByName: ExampleValues,
): JsonRecord => {
  const properties = isRecord(shape.properties) ? shape.properties : {};
  const required = filterStrings(shape.required);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || name in valuesByName)
      .map(([name, part]) => [
        name,
        name in valuesByName ? valuesByName[name] : createExample(part, components, valuesByName),
      ]),
  );
};

const formatExamples: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000001',
  'date-time': '2026-01-01T00:00:00Z',
};

const createTextExample = ({ format, minLength }: JsonRecord): string =>
  formatExamples[String(format)] ?? 'a'.repeat(Math.max(1, Number(minLength ?? 1)));

/** Creates a value of a type that a schema does not allow. Returns `undefined` if the schema allows every type. */
export const createWrongTypeValue = (schema: unknown, components: SchemaComponents): unknown => {
  const { type, oneOf, anyOf } = resolveSchema(schema, components);
  if (type === undefined || oneOf !== undefined || anyOf !== undefined) return undefined;
  return type === 'object' || type === 'array' ? 'no such thing' : { unexpected: true };
};

const noSuchValue = 'no-such-value';

/** Whether a string violates a pattern. A pattern that can't be parsed is never violated. */
const violatesPattern = (pattern: unknown, text: string): boolean => {
  if (typeof pattern !== 'string') return false;
  try {
    return !new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
};

/**
 * Creates a string that a query parameter with this schema rejects. Returns `undefined` if the parameter accepts any
 * string.
 */
export const createInvalidText = ({ type, enum: values, format, pattern }: JsonRecord): string | undefined =>
  type !== 'string' || values !== undefined || format !== undefined || violatesPattern(pattern, noSuchValue)
    ? noSuchValue
    : undefined;
