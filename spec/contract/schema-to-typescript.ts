import { isSchema, type JsonSchema } from './json-schema.ts';

export const indentText = (text: string): string => text.replaceAll('\n', '\n  ');

/** Formats a comment that is placed above a line. Returns an empty string if there is no text. */
export const formatComment = (text: string | undefined): string =>
  text !== undefined ? `/** ${text.replaceAll('*/', '*\\/')} */\n` : '';

/** Formats a name or value as a literal type, with the same quotes that the formatter would use. */
const formatLiteral = (value: unknown): string =>
  typeof value === 'string' && !/['\\\n]/.test(value) ? `'${value}'` : JSON.stringify(value);

const identifier = /^[A-Za-z_$][\w$]*$/;

/** Formats an interface member with its comment. */
export const formatMember = (
  name: string,
  type: string,
  {
    optional = false,
    description,
  }: { readonly optional?: boolean; readonly description?: string | undefined } = {},
): string =>
  `${formatComment(description)}${identifier.test(name) ? name : formatLiteral(name)}${optional ? '?' : ''}: ${type};`;

/** Formats an object type with the given members, or `{}` if there are none. */
export const formatMemberBlock = (members: readonly string[]): string =>
  members.length === 0 ? '{}' : `{\n  ${members.map(indentText).join('\n  ')}\n}`;

const formatUnion = (types: readonly string[]): string => [...new Set(types)].join(' | ');

/**
 * Converts a schema to the text of a TypeScript type, with comments from its descriptions. A `$ref` becomes the name of
 * the referenced type.
 */
export const schemaToType = (schema: JsonSchema): string => {
  const { $ref, type, anyOf, oneOf, allOf, enum: values } = schema;
  const alternatives = anyOf ?? oneOf;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf('/') + 1);
  if ('const' in schema) return formatLiteral(schema.const);
  if (values) return formatUnion(values.map(formatLiteral));
  if (alternatives) return formatUnion(alternatives.map(schemaToType));
  if (allOf) return allOf.map(schemaToType).join(' & ');
  if (Array.isArray(type))
    return formatUnion(type.map((memberType) => schemaToType({ ...schema, type: memberType })));
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
      return 'number';
    case 'array':
      return formatTupleOrArray(schema);
    case 'object':
      return formatSchemaObject(schema);
    case undefined:
      return unknownType(schema);
    default:
      throw createUnprintableError(schema);
  }
};

const formatTupleOrArray = (schema: JsonSchema): string => {
  const { items, minItems, maxItems } = schema;
  if (!isSchema(items)) throw createUnprintableError(schema);
  const item = schemaToType(items);
  const isTuple = typeof minItems === 'number' && minItems === maxItems;
  return isTuple ? `[${Array(minItems).fill(item).join(', ')}]` : formatArrayType(item);
};

export const formatArrayType = (item: string): string => (/ [|&] /.test(item) ? `(${item})[]` : `${item}[]`);

const formatSchemaObject = ({ properties = {}, required = [], additionalProperties }: JsonSchema): string => {
  const members = Object.entries(properties).map(([name, propertySchema]) =>
    formatMember(name, schemaToType(propertySchema), {
      optional: !required.includes(name),
      description: propertySchema.description,
    }),
  );
  if (typeof additionalProperties !== 'object') {
    return members.length > 0 ? formatMemberBlock(members) : 'Record<string, never>';
  }
  const rest = schemaToType(additionalProperties);
  return members.length === 0
    ? `Record<string, ${rest}>`
    : formatMemberBlock([...members, `[key: string]: ${rest};`]);
};

/** Schema keywords that don't narrow a TypeScript type. */
const nonNarrowingKeywords: ReadonlySet<string> = new Set([
  'description',
  'default',
  'example',
  'examples',
  'title',
]);

const unknownType = (schema: JsonSchema): string => {
  const keywords = Object.keys(schema).filter(
    (keyword) => !nonNarrowingKeywords.has(keyword) && !keyword.startsWith('x-'),
  );
  if (keywords.length > 0) throw createUnprintableError(schema);
  return 'unknown';
};

const createUnprintableError = (schema: JsonSchema): Error =>
  new Error(`No TypeScript type is known for the schema ${JSON.stringify(schema)}`);
