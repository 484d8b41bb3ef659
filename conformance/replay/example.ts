import { isRecord, stringsOf } from '../json.ts';
import { resolved } from './document.ts';
import type { JsonRecord } from '../json.ts';
import type { Components } from './document.ts';

/** Values that stand for fields by name, where a made-up one would mean nothing to the target. */
export type Named = Readonly<Record<string, unknown>>;

/**
 * A value that a schema describes: its example or default where it has one, else the least that is valid. Required
 * fields are always there, others when they are named.
 */
export const exampleOf = (schema: unknown, components: Components, named: Named = {}): unknown => {
  const shape = resolved(schema, components);
  if (shape.example !== undefined) return shape.example;
  if (Array.isArray(shape.enum)) return shape.enum[0];
  const [choice] = [shape.oneOf, shape.anyOf].filter(Array.isArray).flat();
  if (choice !== undefined) return exampleOf(choice, components, named);
  switch (shape.type) {
    case 'object':
      return objectOf(shape, components, named);
    case 'array':
      return Array.from({ length: Math.min(Number(shape.minItems ?? 1), mostItems) }, () =>
        exampleOf(shape.items, components, named),
      );
    case 'string':
      return textOf(shape);
    case 'integer':
    case 'number':
      return Math.max(0, typeof shape.minimum === 'number' ? shape.minimum : 1);
    case 'boolean':
      return false;
    default:
      return 1;
  }
};

/** A list that has to be longer than this is left too short. */
const mostItems = 1_000;

const objectOf = (shape: JsonRecord, components: Components, named: Named): JsonRecord => {
  const properties = isRecord(shape.properties) ? shape.properties : {};
  const required = stringsOf(shape.required);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || name in named)
      .map(([name, part]) => [name, name in named ? named[name] : exampleOf(part, components, named)]),
  );
};

const formats: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000001',
  'date-time': '2026-01-01T00:00:00Z',
};

const textOf = ({ format, minLength }: JsonRecord): string =>
  formats[String(format)] ?? 'a'.repeat(Math.max(1, Number(minLength ?? 1)));

/** A value of another type than a schema allows; undefined when it allows everything. */
export const wrongFor = (schema: unknown, components: Components): unknown => {
  const { type, oneOf, anyOf } = resolved(schema, components);
  if (type === undefined || oneOf !== undefined || anyOf !== undefined) return undefined;
  return type === 'object' || type === 'array' ? 'no such thing' : { unexpected: true };
};

const noSuchValue = 'no-such-value';

/** Whether a text lacks what a pattern demands; one that cannot be read demands nothing. */
const isAgainst = (pattern: unknown, text: string): boolean => {
  if (typeof pattern !== 'string') return false;
  try {
    return !new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
};

/** A text that a query parameter of this schema refuses; undefined when any text will do. */
export const wrongText = ({ type, enum: values, format, pattern }: JsonRecord): string | undefined =>
  type !== 'string' || values !== undefined || format !== undefined || isAgainst(pattern, noSuchValue)
    ? noSuchValue
    : undefined;
