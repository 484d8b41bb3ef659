import type { JsonSchema } from './json-schema.ts';

/** Indents every line but the first. */
export const indented = (text: string): string => text.replaceAll('\n', '\n  ');

/** A comment in front of what it is about; nothing when there is nothing to say. */
export const comment = (text: unknown): string =>
  typeof text === 'string' ? `/** ${text.replaceAll('*/', '*\\/')} */\n` : '';

/** A name or a value as the type that is only that; quoted as the formatter would. */
const literal = (value: unknown): string =>
  typeof value === 'string' && !/['\\\n]/.test(value) ? `'${value}'` : JSON.stringify(value);

const identifier = /^[A-Za-z_$][\w$]*$/;

/** A member of an interface, with its comment. */
export const member = (name: string, type: string, { optional = false, about = undefined as unknown } = {}) =>
  `${comment(about)}${identifier.test(name) ? name : literal(name)}${optional ? '?' : ''}: ${type};`;

/** An object type of these members; `{}` of none. */
export const block = (members: readonly string[]): string =>
  members.length === 0 ? '{}' : `{\n  ${members.map(indented).join('\n  ')}\n}`;

const schemasIn = (value: unknown): readonly JsonSchema[] => value as readonly JsonSchema[];

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

/** A schema as the text of a TypeScript type, with comments from its descriptions. `$ref` becomes the name referred to. */
export const typeOf = (schema: JsonSchema): string => {
  const { $ref, type, anyOf, oneOf, allOf, enum: values } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if ('const' in schema) return literal(schema.const);
  if (Array.isArray(values)) return union(values.map(literal));
  if (anyOf ?? oneOf) return union(schemasIn(anyOf ?? oneOf).map(typeOf));
  if (allOf) return schemasIn(allOf).map(typeOf).join(' & ');
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one })));
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
      return 'number';
    case 'array':
      return arrayType(schema);
    case 'object':
      return objectType(schema);
    case undefined:
      return unknownType(schema);
    default:
      throw cannotPrint(schema);
  }
};

const arrayType = ({ items, minItems, maxItems }: JsonSchema): string => {
  const item = typeOf(items as JsonSchema);
  const isTuple = typeof minItems === 'number' && minItems === maxItems;
  return isTuple ? `[${Array(minItems).fill(item).join(', ')}]` : arrayOf(item);
};

export const arrayOf = (item: string): string => (/ [|&] /.test(item) ? `(${item})[]` : `${item}[]`);

const objectType = ({ properties = {}, required = [], additionalProperties }: JsonSchema): string => {
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, own]) =>
    member(name, typeOf(own), {
      optional: !(required as readonly string[]).includes(name),
      about: own.description,
    }),
  );
  if (typeof additionalProperties !== 'object') {
    return members.length > 0 ? block(members) : 'Record<string, never>';
  }
  const rest = additionalProperties as JsonSchema;
  if (members.length === 0) return `Record<string, ${typeOf(rest)}>`;
  return block([...members, `[key: string]: ${typeOf(rest)};`]);
};

/** Keywords that do not narrow a type. */
const silent: ReadonlySet<string> = new Set(['description', 'default', 'example', 'examples', 'title']);

const unknownType = (schema: JsonSchema): string => {
  const telling = Object.keys(schema).filter((keyword) => !silent.has(keyword) && !keyword.startsWith('x-'));
  if (telling.length > 0) throw cannotPrint(schema);
  return 'unknown';
};

const cannotPrint = (schema: JsonSchema): Error =>
  new Error(`no TypeScript type is known for the schema ${JSON.stringify(schema)}`);
